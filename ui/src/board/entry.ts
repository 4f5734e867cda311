/**
 * How a move is entered: squares in, one whole move out.
 *
 * The board is given every move that may be made as a path; what has been chosen so far is a
 * prefix of some of them. Nothing leaves this model until one move is named, so a capture of
 * four jumps is one message, never four.
 */

import type { Square } from './geometry';

/** What moving a knob does to its door. */
export interface Slide {
  readonly knob: string;
  readonly to: string;
  readonly door: Square;
  readonly opens: boolean;
  /** The door is closed in the end. */
  readonly shuts: boolean;
  /** The column that falls through it. */
  readonly falls: string;
}

export interface Choice {
  /** How the move is written; the name under which it is sent. */
  readonly text: string;
  readonly path: readonly Square[];
  readonly captures: readonly Square[];
  /** Other paths with the same result that a player may trace as well. */
  readonly also?: readonly (readonly Square[])[];
  /** For a move that goes along no squares. */
  readonly slide?: Slide | null;
}

/** When the rest of a move is played by itself. */
export type AutoComplete = 'always' | 'forced' | 'never';

export interface Entry {
  readonly prefix: readonly Square[];
  /** Victims the player pointed at, to tell apart captures with the same ends. */
  readonly via: readonly Square[];
  /** Several moves that the input fits equally well: the player picks by number. */
  readonly asking: readonly Choice[];
}

export type Outcome =
  | { readonly kind: 'idle' }
  | { readonly kind: 'selected'; readonly square: Square }
  | { readonly kind: 'extended'; readonly square: Square }
  | { readonly kind: 'undone' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'asking'; readonly choices: readonly Choice[] }
  | { readonly kind: 'complete'; readonly choice: Choice }
  | { readonly kind: 'refused'; readonly squares: readonly Square[] };

export interface Step {
  readonly entry: Entry;
  readonly outcome: Outcome;
}

export const EMPTY: Entry = { prefix: [], via: [], asking: [] };

function paths(choice: Choice): readonly (readonly Square[])[] {
  return choice.also ? [choice.path, ...choice.also] : [choice.path];
}

function startsWith(path: readonly Square[], prefix: readonly Square[]): boolean {
  return prefix.length <= path.length && prefix.every((square, i) => path[i] === square);
}

function last<T>(list: readonly T[]): T | undefined {
  return list[list.length - 1];
}

function same(a: readonly Square[], b: readonly Square[]): boolean {
  return a.length === b.length && startsWith(a, b);
}

/** The moves that what has been entered may still become. */
export function remaining(choices: readonly Choice[], entry: Entry): Choice[] {
  if (entry.prefix.length === 0) return [];
  return choices.filter(
    (choice) =>
      paths(choice).some((path) => startsWith(path, entry.prefix)) &&
      entry.via.every((victim) => choice.captures.includes(victim)),
  );
}

/** Squares from which some move starts. */
export function movable(choices: readonly Choice[]): Set<Square> {
  return new Set(choices.flatMap((choice) => choice.path.slice(0, 1)));
}

/** Where the piece may go next, and where a whole move may end from here. */
export function targets(choices: readonly Choice[], entry: Entry): { next: Set<Square>; final: Set<Square> } {
  const next = new Set<Square>();
  const final = new Set<Square>();
  for (const choice of remaining(choices, entry)) {
    for (const path of paths(choice).filter((one) => startsWith(one, entry.prefix))) {
      const square = path[entry.prefix.length];
      if (square) next.add(square);
      const end = last(path);
      if (end && path.length > entry.prefix.length + 1) final.add(end);
    }
  }
  return { next, final };
}

/** Victims of the hops entered so far: drawn faded until the move is made. */
export function takenSoFar(choices: readonly Choice[], entry: Entry): Square[] {
  const hops = entry.prefix.length - 1;
  const fits = remaining(choices, entry);
  const first = fits.find((choice) => startsWith(choice.path, entry.prefix)) ?? fits[0];
  return first && hops > 0 ? first.captures.slice(0, hops) : [];
}

/** True if the piece may stop where it stands although it could also go on. */
export function mayStop(choices: readonly Choice[], entry: Entry): boolean {
  return entry.prefix.length > 1 && stopping(choices, entry) !== undefined;
}

function stopping(choices: readonly Choice[], entry: Entry): Choice | undefined {
  return remaining(choices, entry).find((choice) => paths(choice).some((path) => same(path, entry.prefix)));
}

function done(choice: Choice): Step {
  return { entry: EMPTY, outcome: { kind: 'complete', choice } };
}

function ask(entry: Entry, choices: readonly Choice[]): Step {
  return { entry: { ...entry, asking: choices }, outcome: { kind: 'asking', choices } };
}

/** The board is to ask which of these moves is meant. */
export function asking(choices: readonly Choice[]): Step {
  return ask({ ...EMPTY, prefix: choices[0]?.path.slice(0, 1) ?? [] }, choices);
}

/** One move that stands for all, if they take the same pieces over the same ends. */
function agreed(choices: readonly Choice[]): Choice | undefined {
  const [first, ...rest] = choices;
  if (!first) return undefined;
  const key = (choice: Choice) => `${choice.path[0]} ${last(choice.path)} ${choice.captures.join(' ')}`;
  return rest.every((other) => key(other) === key(first)) ? first : undefined;
}

function settle(choices: readonly Choice[], entry: Entry, auto: AutoComplete, outcome: Outcome): Step {
  const fits = remaining(choices, entry);
  const only = fits.length === 1 ? fits[0] : undefined;
  if (!only) return { entry, outcome };
  const whole = paths(only).some((path) => same(path, entry.prefix));
  const chosen = entry.prefix.length > 1 || entry.via.length > 0;
  if (whole || (auto === 'forced' && chosen) || auto === 'always') return done(only);
  return { entry, outcome };
}

function select(choices: readonly Choice[], square: Square, auto: AutoComplete): Step {
  const entry: Entry = { ...EMPTY, prefix: [square] };
  return settle(choices, entry, auto, { kind: 'selected', square });
}

/** Goes back one hop; from the first square, lets the piece go. */
export function undo(entry: Entry): Step {
  if (entry.asking.length > 0) return { entry: { ...entry, asking: [] }, outcome: { kind: 'undone' } };
  if (entry.via.length > 0) return { entry: { ...entry, via: entry.via.slice(0, -1) }, outcome: { kind: 'undone' } };
  if (entry.prefix.length > 1) {
    return { entry: { ...entry, prefix: entry.prefix.slice(0, -1) }, outcome: { kind: 'undone' } };
  }
  return { entry: EMPTY, outcome: { kind: entry.prefix.length ? 'cancelled' : 'idle' } };
}

/** Ends a capture here although it could go on, where that may be played. */
export function stop(choices: readonly Choice[], entry: Entry): Step {
  const choice = stopping(choices, entry);
  return choice ? done(choice) : { entry, outcome: { kind: 'refused', squares: entry.prefix } };
}

/** Picks one of the moves the board asked about. */
export function pick(entry: Entry, index: number): Step {
  const choice = entry.asking[index];
  return choice ? done(choice) : { entry, outcome: { kind: 'idle' } };
}

function named(choices: readonly Choice[], entry: Entry): Step | undefined {
  const one = agreed(choices);
  if (one) return done(one);
  return choices.length > 1 ? ask(entry, choices) : undefined;
}

function goOn(choices: readonly Choice[], entry: Entry, square: Square, auto: AutoComplete): Step | undefined {
  if (!targets(choices, entry).next.has(square)) return undefined;
  const longer: Entry = { ...entry, prefix: [...entry.prefix, square] };
  return settle(choices, longer, auto, { kind: 'extended', square });
}

function finish(choices: readonly Choice[], entry: Entry, square: Square): Step | undefined {
  const fits = remaining(choices, entry);
  return named(fits.filter((choice) => last(choice.path) === square), entry);
}

function byVictim(choices: readonly Choice[], entry: Entry, square: Square, auto: AutoComplete): Step | undefined {
  const fits = remaining(choices, entry).filter((choice) => choice.captures.includes(square));
  if (fits.length === 0 || entry.via.includes(square)) return undefined;
  const narrowed: Entry = { ...entry, via: [...entry.via, square] };
  return settle(choices, narrowed, auto, { kind: 'extended', square });
}

/** A tap, click or Enter on a square. */
export function press(choices: readonly Choice[], entry: Entry, square: Square, auto: AutoComplete): Step {
  if (entry.prefix.length === 0) return first(choices, square, auto);
  const here = last(entry.prefix);
  if (square === here) return again(choices, entry);
  return (
    goOn(choices, entry, square, auto) ??
    back(entry, square) ??
    finish(choices, entry, square) ??
    byVictim(choices, entry, square, auto) ??
    elsewhere(choices, entry, square, auto)
  );
}

function first(choices: readonly Choice[], square: Square, auto: AutoComplete): Step {
  if (movable(choices).has(square)) return select(choices, square, auto);
  return { entry: EMPTY, outcome: { kind: 'refused', squares: [square] } };
}

/** A second tap on the piece: stop here if that is a move, otherwise let go. */
function again(choices: readonly Choice[], entry: Entry): Step {
  return mayStop(choices, entry) ? stop(choices, entry) : undo(entry);
}

function back(entry: Entry, square: Square): Step | undefined {
  return square === entry.prefix[entry.prefix.length - 2] ? undo(entry) : undefined;
}

function elsewhere(choices: readonly Choice[], entry: Entry, square: Square, auto: AutoComplete): Step {
  if (entry.prefix.length === 1 && movable(choices).has(square)) return select(choices, square, auto);
  return { entry: { ...entry, asking: [] }, outcome: { kind: 'refused', squares: [...entry.prefix, square] } };
}

function isSubsequence(part: readonly Square[], whole: readonly Square[]): boolean {
  let at = 0;
  for (const square of whole) if (square === part[at]) at += 1;
  return at === part.length;
}

/**
 * A drag: every square the pointer crossed, the starting square first. A move fits if its
 * squares lie on the trail in order; failing that, the square of the drop decides as a tap would.
 */
export function drag(choices: readonly Choice[], entry: Entry, trail: readonly Square[], auto: AutoComplete): Step {
  const start = entry.prefix.length > 0 ? entry : { ...EMPTY, prefix: trail.slice(0, 1) };
  const drop = last(trail);
  if (!drop || drop === last(start.prefix)) return { entry: start, outcome: { kind: 'idle' } };
  const fits = remaining(choices, start);
  if (fits.length === 0) return { entry: EMPTY, outcome: { kind: 'refused', squares: [...start.prefix, drop] } };
  return traced(fits, start, trail, auto) ?? dropped(choices, start, drop, auto);
}

function traced(fits: readonly Choice[], start: Entry, trail: readonly Square[], auto: AutoComplete): Step | undefined {
  const rest = (path: readonly Square[]) => path.slice(start.prefix.length);
  const drop = last(trail);
  const whole = fits.filter((choice) =>
    paths(choice).some((path) => last(path) === drop && isSubsequence(rest(path), trail.slice(1))),
  );
  const longest = Math.max(...whole.map((choice) => choice.path.length));
  const named_ = named(whole.filter((choice) => choice.path.length === longest), start);
  return named_ ?? partly(fits, start, trail, auto);
}

/** The drop is no end of a move but a landing square on the way: keep what was traced. */
function partly(fits: readonly Choice[], start: Entry, trail: readonly Square[], auto: AutoComplete): Step | undefined {
  const drop = last(trail)!;
  for (const path of fits.flatMap((choice) => [...paths(choice)])) {
    const end = path.indexOf(drop, start.prefix.length);
    if (end < 0 || !isSubsequence(path.slice(start.prefix.length, end + 1), trail.slice(1))) continue;
    const entry: Entry = { ...start, prefix: path.slice(0, end + 1) };
    return settle(fits, entry, auto, { kind: 'extended', square: drop });
  }
  return undefined;
}

function dropped(choices: readonly Choice[], start: Entry, drop: Square, auto: AutoComplete): Step {
  const step = finish(choices, start, drop) ?? goOn(choices, start, drop, auto) ?? byVictim(choices, start, drop, auto);
  return step ?? { entry: EMPTY, outcome: { kind: 'refused', squares: [...start.prefix, drop] } };
}
