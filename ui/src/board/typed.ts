/** Moves written on the keyboard: "c3-d4", "c3xe5xg7", "32x14", "c3 g7". */

import { EMPTY, type Choice, type Step } from './entry';
import type { Square } from './geometry';

/** Square names as written (numbers or letters) to the board's own names. */
export type Reader = (word: string) => Square | undefined;

const SEPARATORS = /[\s\-–x×:*>,]+/i;

export function readSquares(text: string, reader: Reader): Square[] | undefined {
  const words = spread(text.trim().toLowerCase()).split(SEPARATORS).filter(Boolean);
  const squares = words.map(reader);
  return squares.length > 0 && squares.every((s): s is Square => s !== undefined) ? squares : undefined;
}

/** "c3d4" without a separator is two squares. */
function spread(text: string): string {
  return text.replace(/([a-l]\d{1,2})(?=[a-l]\d)/g, '$1-');
}

function contains(path: readonly Square[], wanted: readonly Square[]): boolean {
  let at = 1;
  for (const square of path.slice(1, -1)) if (square === wanted[at]) at += 1;
  return at >= wanted.length - 1;
}

function fitting(choices: readonly Choice[], squares: readonly Square[]): Choice[] {
  const [from] = squares;
  const to = squares[squares.length - 1];
  const ends = choices.filter((c) => c.path[0] === from && c.path[c.path.length - 1] === to);
  const exact = ends.filter((c) => c.path.join() === squares.join());
  return exact.length > 0 ? exact : ends.filter((c) => contains(c.path, squares));
}

/** The move that was typed, the moves it may mean, or a refusal that the referee explains. */
export function typed(choices: readonly Choice[], text: string, reader: Reader): Step {
  const squares = readSquares(text, reader);
  if (!squares || squares.length < 2) return { entry: EMPTY, outcome: { kind: 'refused', squares: squares ?? [] } };
  const fits = fitting(choices, squares);
  const [only] = fits;
  if (only && fits.length === 1) return { entry: EMPTY, outcome: { kind: 'complete', choice: only } };
  if (only) return { entry: { ...EMPTY, prefix: [squares[0]!], asking: fits }, outcome: { kind: 'asking', choices: fits } };
  return { entry: EMPTY, outcome: { kind: 'refused', squares } };
}
