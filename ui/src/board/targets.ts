/** The squares that a press would use, and what it would do on each. */

import { mayStop, remaining, targets, type Choice, type Entry } from './entry';
import type { Square } from './geometry';

export interface Target {
  readonly square: Square;
  readonly kind: 'step' | 'jump' | 'final' | 'fall' | 'stop' | 'open' | 'close' | 'drop';
}

/** `slides`: what knobs may do, by door; `open`: the doors that stand open. */
export function targetsFor(paths: readonly Choice[], entry: Entry, slides: ReadonlyMap<Square, Choice>, open: ReadonlySet<Square>): Target[] {
  const { next, final } = targets(paths, entry);
  const list: Target[] = [...next].map((square) => ({ square, kind: kindOf(square, paths, entry, open) }));
  for (const square of final) if (!next.has(square)) list.push({ square, kind: 'final' });
  if (mayStop(paths, entry)) list.push({ square: entry.prefix.at(-1)!, kind: 'stop' });
  if (entry.prefix.length === 0) for (const [square, choice] of slides) list.push({ square, kind: slideKind(choice) });
  return list;
}

function kindOf(square: Square, paths: readonly Choice[], entry: Entry, open: ReadonlySet<Square>): Target['kind'] {
  const at = entry.prefix.length;
  const through = remaining(paths, entry).filter((choice) => choice.path[at] === square);
  const ends = through.some((choice) => choice.path.length === at + 1);
  if (ends && open.has(square)) return 'fall';
  return through.some((choice) => choice.captures.length > 0) ? 'jump' : 'step';
}

function slideKind({ slide }: Choice): Target['kind'] {
  if (slide?.falls) return 'drop';
  return slide?.opens ? 'open' : 'close';
}
