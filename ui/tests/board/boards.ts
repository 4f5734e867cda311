import { algebraic, geometry, type Geometry, type Named } from '../../src/board/geometry';

/** A board of any size, numbered from the top left as most rulebooks do. */
export function board(files: number, ranks: number, squares = 'dark', corner = 'left'): Geometry {
  const list: Named[] = [];
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    for (let file = 0; file < files; file += 1) {
      const dark = (corner === 'left' ? file + rank : files - 1 - file + rank) % 2 === 0;
      const name = algebraic(file, rank);
      if (dark || squares === 'all') list.push({ name, file, rank, number: list.length + 1, algebraic: name });
    }
  }
  return geometry(files, ranks, list);
}
