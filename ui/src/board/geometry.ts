/** Where squares lie. Knows sizes, colours and names of squares; knows nothing of rules. */

export type Square = string;

export interface Named {
  readonly name: Square;
  readonly file: number;
  readonly rank: number;
  readonly number?: number;
  readonly algebraic?: string;
}

export interface Cell extends Named {
  readonly dark: boolean;
  /** A square that a piece may stand on. */
  readonly playing: boolean;
}

export interface Geometry {
  readonly files: number;
  readonly ranks: number;
  readonly cells: ReadonlyMap<Square, Cell>;
  readonly grid: readonly (readonly Cell[])[];
}

/** User units per square: whole numbers, so that strokes and focus rings stay thin. */
export const UNIT = 100;

const FILES = 'abcdefghijkl';

export function algebraic(file: number, rank: number): string {
  return `${FILES[file]}${rank + 1}`;
}

/** A board from the list of its playing squares. The rest is filled in for the eye. */
export function geometry(files: number, ranks: number, squares: readonly Named[]): Geometry {
  const playing = new Map(squares.map((square) => [square.rank * files + square.file, square]));
  const everywhere = squares.length === files * ranks;
  const grid = Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: files }, (_, file): Cell => {
      const square = playing.get(rank * files + file);
      const dark = everywhere ? (file + rank) % 2 === 0 : square !== undefined;
      return square
        ? { ...square, dark, playing: true }
        : { name: algebraic(file, rank), file, rank, dark, playing: false };
    }),
  );
  const cells = new Map(grid.flat().filter((cell) => cell.playing).map((cell) => [cell.name, cell]));
  return { files, ranks, cells, grid };
}

function cellAt(board: Geometry, file: number, rank: number): Cell | undefined {
  return board.grid[rank]?.[file];
}

/** Rows of cells in reading order (top left first) as the viewer sees them. */
export function rows(board: Geometry, flipped: boolean): Cell[][] {
  if (flipped) return board.grid.map((row) => [...row].reverse());
  return [...board.grid].reverse().map((row) => [...row]);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Centre of a square in user units, as the viewer sees the board. */
export function centre(board: Geometry, square: Square, flipped: boolean): Point {
  const { file, rank } = board.cells.get(square) ?? { file: 0, rank: 0 };
  const column = flipped ? board.files - 1 - file : file;
  const row = flipped ? rank : board.ranks - 1 - rank;
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

function cellUnder(board: Geometry, point: Point, flipped: boolean): Cell | undefined {
  const column = Math.floor(point.x / UNIT);
  const row = Math.floor(point.y / UNIT);
  return cellAt(board, flipped ? board.files - 1 - column : column, flipped ? row : board.ranks - 1 - row);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;

function neighbours(board: Geometry, cell: Cell): Cell[] {
  return AROUND.map(([f, r]) => cellAt(board, cell.file + f, cell.rank + r)).filter((near) => near !== undefined && near.playing) as Cell[];
}

/** A touch this far from the middle of a playing square still means that square. */
const REACH = UNIT * 0.85;

/** The playing square meant by a touch; a finger on a light square means the nearest one. */
export function squareAt(board: Geometry, point: Point, flipped: boolean): Square | undefined {
  const cell = cellUnder(board, point, flipped);
  if (!cell) return undefined;
  if (cell.playing) return cell.name;
  const near = neighbours(board, cell)
    .map((other) => ({ other, d: distance(point, centre(board, other.name, flipped)) }))
    .sort((a, b) => a.d - b.d)[0];
  return near && near.d <= REACH ? near.other.name : undefined;
}

export type Arrow = 'up' | 'down' | 'left' | 'right';

/** The playing square an arrow key leads to, or the same square at the edge. */
export function step(board: Geometry, from: Square, arrow: Arrow, flipped: boolean): Square {
  const at = board.cells.get(from);
  if (!at) return from;
  const sign = (arrow === 'up' || arrow === 'right' ? 1 : -1) * (flipped ? -1 : 1);
  const vertical = arrow === 'up' || arrow === 'down';
  return (vertical ? along(board, at, sign) : across(board, at, sign))?.name ?? from;
}

function across(board: Geometry, at: Cell, direction: number): Cell | undefined {
  for (let file = at.file + direction; file >= 0 && file < board.files; file += direction) {
    const cell = cellAt(board, file, at.rank);
    if (cell?.playing) return cell;
  }
  return undefined;
}

/**
 * Where only every second square plays, up and down zigzag inside one pair of columns, so
 * that up and then down comes back.
 */
function along(board: Geometry, at: Cell, direction: number): Cell | undefined {
  const pair = at.file % 2 === 0 ? at.file + 1 : at.file - 1;
  return [at.file, pair, at.file - 1]
    .map((file) => cellAt(board, file, at.rank + direction))
    .find((cell) => cell?.playing);
}

/** Reads a square as people write it: its own name, its number, or letter and digit. */
export function reader(board: Geometry): (word: string) => Square | undefined {
  const names = new Map<string, Square>();
  for (const cell of board.cells.values()) {
    for (const word of [cell.algebraic, cell.number?.toString(), cell.name]) if (word) names.set(word, cell.name);
  }
  return (word) => names.get(word.toLowerCase());
}
