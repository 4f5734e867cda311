/**
 * From what happened to what is seen: events become beats, each a set of cues that run together.
 * Pure, so that the order of things can be tested without a screen.
 */

import type { Square } from './geometry';
import type { BoardEvent, Placement } from './scene';

export type Cue =
  | { readonly kind: 'hop'; readonly from: Square; readonly to: Square; readonly ms: number; readonly jump: boolean }
  | { readonly kind: 'take'; readonly square: Square; readonly ms: number }
  | { readonly kind: 'imprison'; readonly square: Square; readonly onto: Square; readonly ms: number }
  | { readonly kind: 'crown'; readonly square: Square; readonly ms: number }
  | { readonly kind: 'open' | 'close'; readonly square: Square; readonly ms: number }
  | { readonly kind: 'fall'; readonly square: Square; readonly ms: number }
  | { readonly kind: 'huff'; readonly square: Square; readonly ms: number }
  | { readonly kind: 'slide'; readonly from: Square; readonly to: Square; readonly ms: number }
  | { readonly kind: 'appear' | 'vanish'; readonly square: Square; readonly ms: number };

export type Beat = readonly Cue[];

/** How long one quiet move takes; everything else follows from it. */
export interface Pace {
  readonly step: number;
  /** The hops of one capture never take longer than this together. */
  readonly most: number;
}

export const PACE: Pace = { step: 190, most: 640 };

function hopTime(hops: number, pace: Pace): number {
  return Math.min(pace.step, Math.round(pace.most / hops));
}

const isVictim = (event: BoardEvent) => event.kind === 'lifted' || event.kind === 'stacked';

function victimCue(event: BoardEvent, ms: number, landing: Square): Cue {
  if (event.kind === 'lifted') return { kind: 'take', square: event.square, ms };
  return { kind: 'imprison', square: event.square, onto: event.onto || landing, ms };
}

/**
 * One move. A lifted victim goes while the next hop is made, the last one after it; a prisoner
 * travels along under the piece that jumps over it.
 */
function moveBeats(move: BoardEvent, victims: readonly BoardEvent[], pace: Pace): Beat[] {
  const hops = move.path.length - 1;
  const ms = hopTime(hops, pace);
  const each = victims.length === hops;
  const beats: Cue[][] = [];
  for (let i = 0; i < hops; i += 1) {
    const landing = move.path[i + 1]!;
    (beats[i] ??= []).push({ kind: 'hop', from: move.path[i]!, to: landing, ms, jump: victims.length > 0 });
    const due = each ? victims.slice(i, i + 1) : i === hops - 1 ? victims : [];
    for (const event of due) (beats[event.kind === 'stacked' ? i : i + 1] ??= []).push(victimCue(event, ms, landing));
  }
  return beats.filter((beat) => beat.length > 0);
}

const SINGLE: Record<string, (square: Square, pace: Pace) => Cue> = {
  crowned: (square, pace) => ({ kind: 'crown', square, ms: pace.step * 1.6 }),
  opened: (square, pace) => ({ kind: 'open', square, ms: pace.step }),
  closed: (square, pace) => ({ kind: 'close', square, ms: pace.step }),
  fell: (square, pace) => ({ kind: 'fall', square, ms: pace.step * 2 }),
  huffed: (square, pace) => ({ kind: 'huff', square, ms: pace.step * 2.4 }),
};

export function plan(events: readonly BoardEvent[], pace: Pace = PACE): Beat[] {
  const beats: Beat[] = [];
  const victims = events.filter(isVictim);
  for (const event of events) {
    if (event.kind === 'moved' && event.path.length > 1) beats.push(...moveBeats(event, victims, pace));
    const single = SINGLE[event.kind];
    if (single) beats.push([single(event.square, pace)]);
  }
  return beats;
}

function changed(before: Placement, after: Placement): { gone: Square[]; come: Square[] } {
  const gone = Object.keys(before.board).filter((square) => !(square in after.board));
  const come = Object.keys(after.board).filter((square) => !(square in before.board));
  return { gone, come };
}

const owner = (column: string | undefined) => column?.charAt(0).toLowerCase();

/** From one placement to another with nothing told: for replay, take-back and the editor. */
export function difference(before: Placement, after: Placement, pace: Pace = PACE): Beat[] {
  const { gone, come } = changed(before, after);
  const cues: Cue[] = [];
  const left = new Set(gone);
  for (const to of come) {
    const from = gone.find((square) => left.has(square) && owner(before.board[square]) === owner(after.board[to]));
    if (from && come.length <= 2) {
      left.delete(from);
      cues.push({ kind: 'slide', from, to, ms: pace.step });
    } else cues.push({ kind: 'appear', square: to, ms: pace.step });
  }
  for (const square of left) cues.push({ kind: 'vanish', square, ms: pace.step });
  return cues.length > 0 ? [cues] : [];
}
