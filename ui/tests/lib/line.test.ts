import { expect, it } from 'vitest';
import { moveLine, rounds } from '../../src/lib/line';
import type { BoardAction, Entry, Placement, Seat } from '../../src/lib/wire';

const after: Placement = { board: {}, turn: 'white', knobs: '', spin: null };

let v = 0;
function played(ply: number, by: Seat, text: string, action: BoardAction = 'move'): Entry {
  return { kind: 'played', v: (v += 1), at: 0, by, ply, text, action, events: [], after, clocks: null, offence: null };
}
const undone = (ply: number): Entry => ({ kind: 'undone', v: (v += 1), at: 0, by: 'white', ply, after });

it('lists moves in rounds, the first side first', () => {
  const { main } = moveLine([{ kind: 'started', v: 0, at: 0 }, played(0, 'black', 'c5-d4'), played(1, 'white', 'e3xc5'), played(2, 'black', 'b6xd4')]);
  const list = rounds(main, 'black');
  expect(list.map((round) => round.turns.map((turn) => turn.plies.map((p) => p.text).join(' ')))).toEqual([['c5-d4', 'e3xc5'], ['b6xd4']]);
});

it('keeps what was taken back as a branch', () => {
  const { main, branches } = moveLine([
    played(0, 'white', 'c3-d4'), played(1, 'black', 'b6-a5'), undone(0), played(0, 'white', 'e3-f4'),
  ]);
  expect(main.map((p) => p.text)).toEqual(['e3-f4']);
  expect(branches.get(0)?.map((line) => line.map((p) => p.text))).toEqual([['c3-d4', 'b6-a5']]);
});

it('puts a huff and the move after it in one turn, a spin and its slide too', () => {
  const { main } = moveLine([
    played(0, 'black', 'c5-d4'), played(1, 'white', 'huff b6', 'huff'), played(2, 'white', 'c3-b4'),
    played(3, 'black', 'spin green', 'spin'), played(4, 'black', 'G1>L'), played(5, 'white', 'spin black', 'spin'), played(6, 'white', 'e3-d4'),
  ]);
  const list = rounds(main, 'black');
  expect(list.map((round) => round.turns.map((turn) => turn.plies.length))).toEqual([[1, 2], [2, 2]]);
});

it('leaves out offers and touches', () => {
  const { main } = moveLine([played(0, 'white', 'touch c3', 'touch'), { kind: 'draw_offered', v: 0, at: 0, by: 'white' }]);
  expect(main).toEqual([]);
});
