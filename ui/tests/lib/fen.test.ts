import { expect, it } from 'vitest';
import { fenOf } from '../../src/lib/fen';
import { clockName, timeText } from '../../src/lib/clock';
import { en } from '../../src/i18n/en';

const squares = ['a1', 'c3', 'd4', 'f6', 'h8'].map((name, i) => ({ name, file: i, rank: i, number: i, algebraic: name }));
const slider = { name: 'G1', colour: 'green', left: 'c3', right: 'f6' };
const at = { board: { c3: 'wbB', d4: 'W', f6: 'b', h8: 'Bw' }, turn: 'white' as const, knobs: 'L', spin: null };

it('writes men, kings and towers', () => {
  expect(fenOf({ squares, sliders: [] }, at)).toBe('W:Wc3[wbB],Kd4:Bf6,h8[Bw]');
  expect(fenOf({ squares, sliders: [] }, { ...at, board: {}, turn: 'black' })).toBe('B:W:B');
});

it('writes sliders and a spin', () => {
  expect(fenOf({ squares, sliders: [slider] }, { ...at, board: { a1: 'w' }, spin: 'green' })).toBe('W:Wa1:B:SL:Xgreen');
});

it('writes times as clocks do', () => {
  expect(timeText(247_000)).toBe('4:07');
  expect(timeText(9_940)).toBe('0:09.9');
  expect(timeText(3_750_000)).toBe('1:02:30');
  expect(timeText(5 * 86_400_000)).toBe('5 d 0 h');
  expect(clockName({ kind: 'fischer', base: 300_000, step: 3000 }, en.home)).toBe('5 min + 3 s');
  expect(clockName({ kind: 'none', base: 0, step: 0 }, en.home)).toBe('none');
});
