/**
 * What stands on a square: a column of stones from top to bottom, "wbB".
 * Letters: w b men, W B kings; the top stone owns the column.
 */

export type Side = 'white' | 'black';

export interface Stone {
  readonly side: Side;
  readonly king: boolean;
}

export interface Column {
  readonly owner: Side;
  readonly stones: readonly Stone[];
  /** How many of the owner's stones lie on top, and how many prisoners below. */
  readonly own: number;
  readonly captive: number;
}

export function stone(letter: string): Stone {
  return { side: letter.toLowerCase() === 'w' ? 'white' : 'black', king: letter !== letter.toLowerCase() };
}

export function column(letters: string): Column {
  const stones = [...letters].map(stone);
  const owner = stones[0]?.side ?? 'white';
  const own = stones.filter((one) => one.side === owner).length;
  return { owner, stones, own, captive: stones.length - own };
}

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** Stones beyond this many are drawn closer together, so that a tower stays on its square. */
const TALL = 6;
const LIFT = 15;

/** Height of each stone above the board in user units, bottom stone first. */
export function lifts(height: number): number[] {
  const gap = height <= TALL ? LIFT : (LIFT * (TALL - 1)) / (height - 1);
  return Array.from({ length: height }, (_, i) => Math.round(i * gap * 10) / 10);
}

/** Perceived lightness of a colour such as "#26221f". */
export function isLight(hex: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 125;
}
