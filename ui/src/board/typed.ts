/** The squares that a move's text names: "c3-d4", "c3xe5xg7", "32x14". Which move is meant is for the server to say. */

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
