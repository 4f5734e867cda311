import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardModel, type Screen } from '../../src/board/model.svelte';
import type { Choice } from '../../src/board/entry';
import type { BoardProps } from '../../src/board/props';
import type { Look, Scene } from '../../src/board/scene';
import { en } from '../../src/i18n/en';
import { board } from './boards';

const LOOK: Look = {
  sides: { white: { colour: '#fff', kingColour: '#fff' }, black: { colour: '#000', kingColour: '#000' } },
  mark: 'double', towers: false, sliders: [{ name: 'G1', colour: 'green', left: 'c3', right: 'g3' }],
};
const scene = (placed: Record<string, string>, key = 1, knobs = 'M'): Scene => ({ key, placement: { board: placed, knobs }, events: [] });
const move = (text: string, captures = ''): Choice => ({ text, path: text.split(/[x-]/), captures: captures.split(' ').filter(Boolean) });
const slide = (to: string, door: string, more: object = {}): Choice => ({
  text: `G1>${to}`, path: [], captures: [], slide: { knob: 'G1', to, door, opens: true, shuts: false, falls: '', ...more },
});
const finger = { pointer: 1, type: 'mouse', client: { x: 0, y: 0 } };

let given: BoardProps;
let done: string[];
let focused: string[];
let model: BoardModel;
const screen: Screen = {
  travel: async () => undefined, effect: async () => undefined, wait: async () => undefined, focus: (square) => void focused.push(square),
};

function start(more: Partial<BoardProps>): void {
  done = [];
  focused = [];
  given = {
    geometry: board(8, 8), look: LOOK, scene: scene({ c3: 'w', e3: 'w', d4: 'b', f6: 'b' }), words: { m: en, side: (side) => side }, name: 'board', active: true,
    onmove: (choice) => done.push(choice.text),
    onattempt: (squares) => done.push(`? ${squares.join(' ')}`),
    onshown: (key) => done.push(`shown ${key}`),
    ...more,
  };
  model = new BoardModel(() => given, screen);
  model.arrive(given.scene);
  flushSync();
}

describe('a board without a screen', () => {
  beforeEach(() => start({ choices: [move('c3xe5xg7', 'd4 f6'), move('c3xe5xc7', 'd4 d6'), move('e3-f4')] }));

  it('names a move by its squares, one after the other', () => {
    model.press('c3');
    expect(model.selected).toBe('c3');
    expect(model.targets).toEqual([{ square: 'e5', kind: 'jump' }, { square: 'g7', kind: 'final' }, { square: 'c7', kind: 'final' }]);
    model.press('e5');
    expect(model.targets.map((target) => target.square)).toEqual(['g7', 'c7']);
    model.press('g7');
    expect(done).toContain('c3xe5xg7');
    expect(model.entry.prefix).toEqual([]);
  });

  it('is played by dragging, too', () => {
    model.down(finger, 'e3');
    expect(model.lifted).toBe('e3');
    model.move({ ...finger, client: { x: 90, y: 90 } }, { x: 5, y: 5 }, 'f4', 'f4');
    expect(model.carried?.point).toEqual({ x: 5, y: 5 });
    model.up({ ...finger, client: { x: 90, y: 90 } }, 'f4');
    expect(done).toContain('e3-f4');
    expect(model.carried).toBeUndefined();
  });

  it('asks the referee about anything else', () => {
    model.press('e3');
    model.press('h6');
    expect(done).toContain('? e3 h6');
  });

  it('takes another own piece for what it is: a new beginning', () => {
    model.press('e3');
    model.press('c3');
    expect(model.selected).toBe('c3');
    expect(done.filter((one) => one.startsWith('?'))).toEqual([]);
  });

  it('is walked with keys, and names every square', () => {
    model.obey({ kind: 'name', character: 'c' });
    model.obey({ kind: 'name', character: '3' });
    expect(focused.at(-1)).toBe('c3');
    model.obey({ kind: 'press' });
    expect(model.labelOf('e5')).toBe('e5, empty, possible move');
    model.obey({ kind: 'undo' });
    expect(model.selected).toBeUndefined();
    expect(model.labelOf('c3')).toBe('c3, white man, closed trapdoor, can move');
  });

  it('lets go of what was entered when the scene changes', async () => {
    model.press('c3');
    given = { ...given, scene: scene({ c3: 'w' }, 2) };
    model.arrive(given.scene);
    expect(model.entry.prefix).toEqual([]);
    await vi.waitFor(() => expect(done.at(-1)).toBe('shown 2'));
  });
});

describe('doors', () => {
  it('say beforehand what a press does to them', () => {
    start({ choices: [slide('L', 'c3', { falls: 'w' }), slide('R', 'g3')] });
    expect(model.targets).toEqual([{ square: 'c3', kind: 'drop' }, { square: 'g3', kind: 'open' }]);
    expect(model.labelOf('c3')).toContain(en.square.drops);
    model.press('g3');
    expect(done).toContain('G1>R');
  });

  it('show what a knob does before it is done', () => {
    start({ choices: [slide('L', 'c3', { falls: 'w' }), slide('R', 'g3')] });
    model.hovered = 'c3';
    expect(model.preview.map((one) => one.door)).toEqual(['c3']);
    model.hovered = undefined;
    model.grab('G1', { x: 0, y: 0 });
    model.release();
    expect(model.preview.map((one) => one.door)).toEqual(['c3', 'g3']);
    expect(done).toEqual([]);
  });

  it('follow a knob that is pulled, and go back with it', () => {
    start({ choices: [slide('L', 'c3'), slide('R', 'g3')] });
    model.grab('G1', { x: 0, y: 0 });
    model.pull({ x: 30, y: 0 });
    expect(model.preview.map((one) => one.door)).toEqual(['g3']);
    model.pull({ x: 3, y: 0 });
    model.release();
    expect(done).toEqual([]);
    model.grab('G1', { x: 0, y: 0 });
    model.pull({ x: -30, y: 0 });
    model.release();
    expect(done).toContain('G1>L');
  });

  it('are seen from the other side too', () => {
    start({ flipped: true, choices: [slide('L', 'c3'), slide('R', 'g3')] });
    model.grab('G1', { x: 0, y: 0 });
    model.pull({ x: 30, y: 0 });
    model.release();
    expect(done).toContain('G1>L');
  });

  it('do with a second tap what only one thing can be done', () => {
    start({ scene: scene({}, 1, 'L'), choices: [slide('M', 'c3', { opens: false, shuts: true })] });
    model.grab('G1', { x: 0, y: 0 });
    model.release();
    expect(done).toEqual([]);
    model.grab('G1', { x: 0, y: 0 });
    model.release();
    expect(done).toContain('G1>M');
  });

  it('can be closed where they stand open', () => {
    start({ scene: scene({}, 1, 'L'), choices: [slide('M', 'c3', { opens: false, shuts: true })] });
    expect(model.targets).toEqual([{ square: 'c3', kind: 'close' }]);
    expect(model.labelOf('c3')).toContain(en.square.closes);
  });
});
