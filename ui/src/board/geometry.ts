/** Where squares lie. Knows sizes, colours and names of squares; knows nothing of rules. */

export type Square = string;

export interface Geometry {
  readonly files: number;
  readonly ranks: number;
  readonly squares: 'dark' | 'all';
  /** The corner at White's left is dark, or the one at the right. */
  readonly darkCorner: 'left' | 'right';
}

export interface Cell {
  readonly name: Square;
  readonly file: number;
  readonly rank: number;
  readonly dark: boolean;
  /** A square that a piece may stand on. */
  readonly playing: boolean;
}

/** User units per square: whole numbers, so that strokes and focus rings stay thin. */
export const UNIT = 100;

const FILES = 'abcdefghijkl';

export function squareName(file: number, rank: number): Square {
  return `${FILES[file]}${rank + 1}`;
}

export function parseSquare(name: Square): { file: number; rank: number } {
  return { file: FILES.indexOf(name.charAt(0)), rank: Number(name.slice(1)) - 1 };
}

export function isDark(geometry: Geometry, file: number, rank: number): boolean {
  const left = (file + rank) % 2 === 0;
  return geometry.darkCorner === 'left' ? left : (geometry.files - 1 - file + rank) % 2 === 0;
}

export function cellAt(geometry: Geometry, file: number, rank: number): Cell {
  const dark = isDark(geometry, file, rank);
  const playing = geometry.squares === 'all' || dark;
  return { name: squareName(file, rank), file, rank, dark, playing };
}

export function onBoard(geometry: Geometry, file: number, rank: number): boolean {
  return file >= 0 && file < geometry.files && rank >= 0 && rank < geometry.ranks;
}

/** Rows of cells in reading order (top left first) as the viewer sees them. */
export function rows(geometry: Geometry, flipped: boolean): Cell[][] {
  const ranks = Array.from({ length: geometry.ranks }, (_, i) => (flipped ? i : geometry.ranks - 1 - i));
  const files = Array.from({ length: geometry.files }, (_, i) => (flipped ? geometry.files - 1 - i : i));
  return ranks.map((rank) => files.map((file) => cellAt(geometry, file, rank)));
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Centre of a square in user units, as the viewer sees the board. */
export function centre(geometry: Geometry, square: Square, flipped: boolean): Point {
  const { file, rank } = parseSquare(square);
  const column = flipped ? geometry.files - 1 - file : file;
  const row = flipped ? rank : geometry.ranks - 1 - rank;
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

function cellUnder(geometry: Geometry, point: Point, flipped: boolean): Cell | undefined {
  const column = Math.floor(point.x / UNIT);
  const row = Math.floor(point.y / UNIT);
  const file = flipped ? geometry.files - 1 - column : column;
  const rank = flipped ? row : geometry.ranks - 1 - row;
  return onBoard(geometry, file, rank) ? cellAt(geometry, file, rank) : undefined;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The playing square meant by a touch. A finger that lands on a light square means the
 * nearest playing square, if that is no further than most of a square away.
 */
export function squareAt(geometry: Geometry, point: Point, flipped: boolean): Square | undefined {
  const cell = cellUnder(geometry, point, flipped);
  if (!cell) return undefined;
  if (cell.playing) return cell.name;
  const near = neighbours(geometry, cell)
    .map((other) => ({ other, d: distance(point, centre(geometry, other.name, flipped)) }))
    .sort((a, b) => a.d - b.d)[0];
  return near && near.d <= UNIT * 0.85 ? near.other.name : undefined;
}

function neighbours(geometry: Geometry, cell: Cell): Cell[] {
  const steps: [number, number][] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  return steps
    .filter(([f, r]) => onBoard(geometry, cell.file + f, cell.rank + r))
    .map(([f, r]) => cellAt(geometry, cell.file + f, cell.rank + r))
    .filter((other) => other.playing);
}

export type Arrow = 'up' | 'down' | 'left' | 'right';

const STEP: Record<Arrow, [number, number]> = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/**
 * The playing square an arrow key leads to. Where only every second square plays, up and
 * down zigzag inside one pair of columns, so that up and then down comes back.
 */
export function step(geometry: Geometry, from: Square, arrow: Arrow, flipped: boolean): Square {
  const at = parseSquare(from);
  const sign = flipped ? -1 : 1;
  const [df, dr] = STEP[arrow];
  const target = dr === 0 ? across(geometry, at, df * sign) : along(geometry, at, dr * sign);
  return target ?? from;
}

interface At {
  file: number;
  rank: number;
}

function across(geometry: Geometry, at: At, direction: number): Square | undefined {
  for (let file = at.file + direction; file >= 0 && file < geometry.files; file += direction) {
    const cell = cellAt(geometry, file, at.rank);
    if (cell.playing) return cell.name;
  }
  return undefined;
}

function along(geometry: Geometry, at: At, direction: number): Square | undefined {
  const rank = at.rank + direction;
  const pair = at.file % 2 === 0 ? at.file + 1 : at.file - 1;
  for (const file of [at.file, pair, at.file - 1]) {
    if (!onBoard(geometry, file, rank)) continue;
    const cell = cellAt(geometry, file, rank);
    if (cell.playing) return cell.name;
  }
  return undefined;
}
