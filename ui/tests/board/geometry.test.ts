import { describe, expect, it } from 'vitest';
import { centre, reader, rows, squareAt, step } from '../../src/board/geometry';
import { board } from './boards';

const EIGHT = board(8, 8);
const ITALIAN = board(8, 8, 'dark', 'right');
const TURKISH = board(8, 8, 'all');
const LASCA = board(7, 7);
const WIDE = board(10, 8);

describe('squares', () => {
  it('has the dark corner where the rulebook puts it', () => {
    expect(EIGHT.grid[0]![0]!.dark).toBe(true);
    expect(ITALIAN.grid[0]![0]!.dark).toBe(false);
    expect(ITALIAN.grid[0]![7]!.dark).toBe(true);
    expect(TURKISH.grid[0]![0]!.dark).toBe(true);
    expect(TURKISH.grid[0]![1]!.dark).toBe(false);
  });

  it('reads from the top left of whoever looks', () => {
    expect(rows(EIGHT, false)[0]![0]!.name).toBe('a8');
    expect(rows(EIGHT, true)[0]![0]!.name).toBe('h1');
    expect(rows(WIDE, false).flat()).toHaveLength(80);
    expect(rows(LASCA, false).flat().filter((c) => c.playing)).toHaveLength(25);
    expect(rows(TURKISH, false).flat().filter((c) => c.playing)).toHaveLength(64);
  });

  it('puts the same square at opposite places when flipped', () => {
    expect(centre(EIGHT, 'a1', false)).toEqual({ x: 50, y: 750 });
    expect(centre(EIGHT, 'a1', true)).toEqual({ x: 750, y: 50 });
  });
});

describe('pointing', () => {
  it.each([false, true])('finds every playing square by its centre (flipped %s)', (flipped) => {
    for (const cell of rows(WIDE, flipped).flat().filter((c) => c.playing)) {
      expect(squareAt(WIDE, centre(WIDE, cell.name, flipped), flipped)).toBe(cell.name);
    }
  });

  it('snaps a touch on a light square to the nearest playing square', () => {
    expect(squareAt(EIGHT, { x: 110, y: 750 }, false)).toBe('a1');
    expect(squareAt(EIGHT, { x: 150, y: 705 }, false)).toBe('b2');
  });

  it('is nothing outside the board', () => {
    expect(squareAt(EIGHT, { x: -3, y: 10 }, false)).toBeUndefined();
    expect(squareAt(EIGHT, { x: 10, y: 801 }, false)).toBeUndefined();
  });
});

describe('arrow keys', () => {
  it('go to the next playing square', () => {
    expect(step(EIGHT, 'a1', 'right', false)).toBe('c1');
    expect(step(EIGHT, 'a1', 'up', false)).toBe('b2');
    expect(step(EIGHT, 'b2', 'up', false)).toBe('a3');
    expect(step(EIGHT, 'a1', 'left', false)).toBe('a1');
    expect(step(TURKISH, 'a1', 'right', false)).toBe('b1');
    expect(step(TURKISH, 'a1', 'up', false)).toBe('a2');
  });

  it('follow the eye when the board is flipped', () => {
    expect(step(EIGHT, 'c3', 'right', true)).toBe('a3');
    expect(step(EIGHT, 'h8', 'up', true)).toBe('g7');
  });

  it.each([EIGHT, ITALIAN, LASCA, WIDE])('reach every playing square', (geometry) => {
    const cells = rows(geometry, false).flat().filter((c) => c.playing).map((c) => c.name);
    const seen = new Set([cells[0]!]);
    const queue = [cells[0]!];
    while (queue.length) {
      const at = queue.pop()!;
      for (const arrow of ['up', 'down', 'left', 'right'] as const) {
        const next = step(geometry, at, arrow, false);
        if (!seen.has(next)) queue.push(next);
        seen.add(next);
      }
    }
    expect(seen.size).toBe(cells.length);
  });
});

it('reads names, numbers and letters', () => {
  const read = reader(EIGHT);
  expect(read('C3')).toBe('c3');
  expect(read('1')).toBe('b8');
  expect(read('32')).toBe('g1');
  expect(read('33')).toBeUndefined();
  expect(read('b1')).toBeUndefined();
});
