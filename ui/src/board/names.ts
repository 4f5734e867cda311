/** What a screen reader hears: squares, pieces and moves in words. */

import type { Messages } from '../i18n/index.svelte';
import { column, other, type Side } from './column';
import type { Slide } from './entry';
import type { Cell, Square } from './geometry';
import type { BoardEvent } from './scene';

export interface Words {
  readonly m: Messages;
  readonly side: (side: Side) => string;
}

export interface SquareState {
  readonly selected: boolean;
  readonly movable: boolean;
  readonly target: boolean;
  readonly door: 'open' | 'closed' | undefined;
  /** What pressing this door would do. */
  readonly slide: Slide | undefined;
  readonly picking: boolean;
}

function pieceName(words: Words, letters: string): string {
  const { m, side } = words;
  const what = column(letters);
  const rank = what.stones[0]?.king ? m.piece.king : m.piece.man;
  if (what.stones.length === 1) return m.piece.single(side(what.owner), rank);
  return m.piece.tower(side(what.owner), rank, what.own, side(other(what.owner)), what.captive);
}

/** The stones of a column from top to bottom, for the inspector. */
export function stoneNames(words: Words, letters: string): string[] {
  return column(letters).stones.map((one) => words.m.piece.single(words.side(one.side), one.king ? words.m.piece.king : words.m.piece.man));
}

export function slideName(m: Messages, slide: Slide): string {
  if (!slide.opens) return m.square.closes;
  return slide.falls ? m.square.drops : m.square.opens;
}

export function squareName(words: Words, cell: Cell, letters: string | undefined, state: SquareState): string {
  const { m } = words;
  const parts = [cell.name, letters ? pieceName(words, letters) : m.square.empty];
  if (state.door) parts.push(state.door === 'open' ? m.square.doorOpen : m.square.doorClosed);
  if (state.slide) parts.push(slideName(m, state.slide));
  if (state.picking) parts.push(m.square.mayPick);
  if (state.target) parts.push(m.square.target);
  else if (state.movable && !state.selected) parts.push(m.square.canMove);
  if (state.selected) parts.push(m.square.selected);
  return parts.join(', ');
}

const victimsOf = (events: readonly BoardEvent[]) =>
  events.flatMap((event) => (event.kind === 'lifted' || event.kind === 'stacked' ? [event.square] : []));

function list(squares: readonly Square[], word: string): string {
  if (squares.length < 2) return squares.join('');
  return `${squares.slice(0, -1).join(', ')} ${word} ${squares.at(-1)}`;
}

/** One of these squares: "c3 or e3". */
export const either = (m: Messages, squares: readonly Square[]): string => list(squares, m.or);

function travelled(m: Messages, path: readonly Square[], victims: readonly Square[]): string {
  const [from, to] = [path[0] ?? '', path.at(-1) ?? ''];
  return victims.length > 0 ? m.spoken.takes(from, list(victims, m.and), to) : m.spoken.moves(from, to);
}

/** One sentence for what an action did: "c3 takes d4 and f6, lands on g7, becomes king." */
export function spoken(words: Words, events: readonly BoardEvent[]): string {
  const { m } = words;
  const victims = victimsOf(events);
  const path = events.flatMap((event) => (event.kind === 'moved' ? event.path : []));
  const said: string[] = path.length > 0 ? [travelled(m, path, victims)] : [];
  for (const event of events) {
    if (event.kind === 'crowned') said.push(m.spoken.crowned);
    else if (event.kind === 'opened') said.push(m.spoken.opened(event.square));
    else if (event.kind === 'closed') said.push(m.spoken.closed(event.square));
    else if (event.kind === 'fell') said.push(m.spoken.fell(event.square));
    else if (event.kind === 'huffed') said.push(m.spoken.huffed(event.square));
    else if (event.kind === 'taken_back') said.push(m.spoken.takenBack);
    else if (event.kind === 'spun') said.push(m.spoken.spun(m.spinner.result(event.result)));
  }
  return said.join(', ');
}
