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
  | { readonly kind: 'appear' | 'vanish'; readonly square: Square; readonly ms: number }
  /** Everything stands still while the referee is heard. */
  | { readonly kind: 'freeze'; readonly ms: number };

export type Beat = readonly Cue[];

/** How long one quiet move takes; everything else follows from it. */
export interface Pace {
  readonly step: number;
  /** The hops of one capture never take longer than this together. */
  readonly most: number;
}

export const PACE: Pace = { step: 190, most: 640 };

/** Time to read why a piece goes, or a move goes back. A tap ends it. */
export const FREEZE = 1700;

/** How long each hop of a move takes; a long capture is no slower than `most`. */
function hopTime(events: readonly BoardEvent[], pace: Pace): number {
  const hops = events.reduce((sum, event) => sum + (event.kind === 'moved' ? event.path.length - 1 : 0), 0);
  return Math.min(pace.step, Math.round(pace.most / Math.max(hops, 1)));
}

/** Events that are shown on one square. */
const SINGLE = {
  crowned: { kind: 'crown', steps: 1.6 },
  opened: { kind: 'open', steps: 1 },
  closed: { kind: 'close', steps: 1 },
  fell: { kind: 'fall', steps: 2 },
  huffed: { kind: 'huff', steps: 2.4 },
} as const;

type Single = Extract<BoardEvent, { kind: keyof typeof SINGLE }>;

const isSingle = (event: BoardEvent): event is Single => event.kind in SINGLE;

/** Beats under construction. */
class Score {
  readonly beats: Cue[][] = [];

  constructor(
    private readonly ms: number,
    private readonly jump: boolean,
  ) {}

  /** The next hop is made while the victim of the one before is taken off. */
  hops(path: readonly Square[]): void {
    path.slice(1).forEach((to, i) => {
      const cue: Cue = { kind: 'hop', from: path[i]!, to, ms: this.ms, jump: this.jump };
      this.#joinOr(cue, (beat) => beat.every((other) => other.kind === 'take'));
    });
  }

  take(square: Square): void {
    this.#joinOr({ kind: 'take', square, ms: this.ms }, (beat) => beat.every((other) => other.kind === 'take'));
  }

  /** A prisoner travels along under the piece that jumps over it. */
  imprison(square: Square, onto: Square): void {
    const cue: Cue = { kind: 'imprison', square, onto, ms: this.ms };
    this.#joinOr(cue, (beat) => beat.some((other) => other.kind === 'hop' && other.to === onto));
  }

  add(cue: Cue): void {
    this.beats.push([cue]);
  }

  #joinOr(cue: Cue, joins: (beat: Cue[]) => boolean): void {
    const last = this.beats.at(-1);
    if (last && joins(last)) last.push(cue);
    else this.beats.push([cue]);
  }
}

function single({ kind, square }: Single, pace: Pace): Cue {
  const { kind: cue, steps } = SINGLE[kind];
  return { kind: cue, square, ms: pace.step * steps };
}

export function plan(events: readonly BoardEvent[], pace: Pace = PACE): Beat[] {
  const jump = events.some((event) => event.kind === 'lifted' || event.kind === 'stacked');
  const score = new Score(hopTime(events, pace), jump);
  for (const event of events) {
    if (event.kind === 'moved') score.hops(event.path);
    else if (event.kind === 'lifted') score.take(event.square);
    else if (event.kind === 'stacked') score.imprison(event.square, event.onto);
    else if (event.kind === 'taken_back') score.add({ kind: 'freeze', ms: FREEZE });
    else if (isSingle(event)) {
      if (event.kind === 'huffed') score.add({ kind: 'freeze', ms: FREEZE });
      score.add(single(event, pace));
    }
  }
  return score.beats;
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
