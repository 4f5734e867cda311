import { expect, it } from 'vitest';
import { retell } from '../../src/board/retell';
import type { Look } from '../../src/board/scene';

const side = { colour: '#fff', kingColour: '#fff' };
const flat: Look = { sides: { white: side, black: side }, mark: 'double', towers: false, sliders: [{ name: 'G1', colour: 'green', left: 'c3', right: 'g3' }] };
const kinds = (events: { kind: string; square: string }[]) => events.map((event) => `${event.kind} ${event.square}`.trim());

it('tells a capture hop by hop', () => {
  const move = { text: 'c3xe5xg7', path: ['c3', 'e5', 'g7'], captures: ['d4', 'f6'], crowns: true };
  expect(kinds(retell(move, flat, { board: { c3: 'w' }, knobs: 'M' }))).toEqual(['moved', 'lifted d4', 'moved', 'lifted f6', 'crowned g7']);
  expect(kinds(retell(move, { ...flat, towers: true }, { board: {}, knobs: 'M' }))).toContain('stacked d4');
});

it('lets a piece fall', () => {
  expect(kinds(retell({ text: 'd2xf4', path: ['d2', 'f4'], captures: ['e3'], falls: true }, flat, { board: {}, knobs: 'M' }))).toEqual(['moved', 'lifted e3', 'fell f4']);
});

it('opens and closes doors', () => {
  const open = { text: 'G1>L', path: [], captures: [] };
  expect(kinds(retell(open, flat, { board: { c3: 'b' }, knobs: 'M' }))).toEqual(['opened c3', 'fell c3']);
  expect(kinds(retell(open, flat, { board: {}, knobs: 'M' }))).toEqual(['opened c3']);
  expect(kinds(retell({ ...open, text: 'G1>M' }, flat, { board: {}, knobs: 'R' }))).toEqual(['closed g3']);
});
