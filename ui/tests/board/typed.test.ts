import { expect, it } from 'vitest';
import { readSquares } from '../../src/board/typed';

const letters = (word: string) => (/^[a-h][1-8]$/.test(word) ? word : undefined);
const numbers = (word: string) => (/^\d+$/.test(word) ? `sq${word}` : undefined);

it.each(['c3xe5xg7', 'C3 x E5 x G7', 'c3:e5:g7', 'c3e5g7', 'c3×e5×g7'])('reads the squares of %s', (text) => {
  expect(readSquares(text, letters)).toEqual(['c3', 'e5', 'g7']);
});

it('reads numbers where the board has them', () => expect(readSquares('32x23x14', numbers)).toEqual(['sq32', 'sq23', 'sq14']));

it('finds no squares in words', () => expect(readSquares('hello', letters)).toBeUndefined());
