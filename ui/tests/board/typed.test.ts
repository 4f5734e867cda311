import { describe, expect, it } from 'vitest';
import type { Choice } from '../../src/board/entry';
import { readSquares, typed } from '../../src/board/typed';

const letters = (word: string) => (/^[a-h][1-8]$/.test(word) ? word : undefined);
const numbers = (word: string) => (/^\d+$/.test(word) ? `sq${word}` : undefined);
const choices: Choice[] = [
  { text: 'c3-d4', path: ['c3', 'd4'], captures: [] },
  { text: 'c3xe5xg7', path: ['c3', 'e5', 'g7'], captures: ['d4', 'f6'] },
  { text: 'd1xb3xd5', path: ['d1', 'b3', 'd5'], captures: ['c2', 'c4'] },
  { text: 'd1xf3xd5', path: ['d1', 'f3', 'd5'], captures: ['e2', 'e4'] },
];

describe('typed moves', () => {
  it.each(['c3xe5xg7', 'C3 x E5 x G7', 'c3:e5:g7', 'c3xg7', 'c3 g7', 'c3e5g7', 'c3×g7'])('reads %s', (text) => {
    expect(typed(choices, text, letters).outcome).toMatchObject({ kind: 'complete', choice: choices[1] });
  });

  it('reads numbers where the board has them', () => {
    expect(readSquares('32x23x14', numbers)).toEqual(['sq32', 'sq23', 'sq14']);
  });

  it('asks when a short form fits two moves, and takes the long form', () => {
    expect(typed(choices, 'd1xd5', letters).outcome).toMatchObject({ kind: 'asking' });
    expect(typed(choices, 'd1xf3xd5', letters).outcome).toMatchObject({ choice: choices[3] });
  });

  it('refuses with the squares it understood', () => {
    expect(typed(choices, 'c3-c4', letters).outcome).toEqual({ kind: 'refused', squares: ['c3', 'c4'] });
    expect(typed(choices, 'hello', letters).outcome).toEqual({ kind: 'refused', squares: [] });
  });
});
