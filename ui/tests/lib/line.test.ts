import { expect, it } from 'vitest';
import { moveLine, rounds } from '../../src/lib/line';
import type { Entry, Seat } from '../../src/lib/wire';

let v = 0;
function entry(kind: Entry['kind'], ply: number, by: Seat | null, text = '', action = 'move'): Entry {
  return { v: (v += 1), kind, at: 0, by, ply, text, action, events: [], after: null, clocks: null, squares: [], seed: '', game: '', reason: '' };
}

it('lists moves in rounds, the first side first', () => {
  const { main } = moveLine([entry('started', 0, null), entry('played', 0, 'black', 'c5-d4'), entry('played', 1, 'white', 'e3xc5'), entry('played', 2, 'black', 'b6xd4')]);
  const list = rounds(main, 'black');
  expect(list.map((round) => round.turns.map((turn) => turn.plies.map((p) => p.text).join(' ')))).toEqual([['c5-d4', 'e3xc5'], ['b6xd4']]);
});

it('keeps what was taken back as a branch', () => {
  const { main, branches } = moveLine([
    entry('played', 0, 'white', 'c3-d4'), entry('played', 1, 'black', 'b6-a5'), entry('undone', 0, null), entry('played', 0, 'white', 'e3-f4'),
  ]);
  expect(main.map((p) => p.text)).toEqual(['e3-f4']);
  expect(branches.get(0)?.map((line) => line.map((p) => p.text))).toEqual([['c3-d4', 'b6-a5']]);
});

it('puts a huff and the move after it in one turn, a spin and its slide too', () => {
  const { main } = moveLine([
    entry('played', 0, 'black', 'c5-d4'), entry('played', 1, 'white', 'huff b6', 'huff'), entry('played', 2, 'white', 'c3-b4'),
    entry('played', 3, 'black', 'spin green', 'spin'), entry('played', 4, 'black', 'G1>L'), entry('played', 5, 'white', 'spin black', 'spin'), entry('played', 6, 'white', 'e3-d4'),
  ]);
  const list = rounds(main, 'black');
  expect(list.map((round) => round.turns.map((turn) => turn.plies.length))).toEqual([[1, 2], [2, 2]]);
});

it('leaves out offers and touches', () => {
  const { main } = moveLine([entry('played', 0, 'white', 'touch c3', 'touch'), entry('draw_offered', 0, 'white')]);
  expect(main).toEqual([]);
});
