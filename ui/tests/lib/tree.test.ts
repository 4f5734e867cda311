import { describe, expect, it } from 'vitest';
import { expectation, note, Tree } from '../../src/lib/tree.svelte';
import type { JudgedMove, Line } from '../../src/lib/wire';

const line = (win: number, spin: string | null = null): Line => ({ score: 0, win, text: '', moves: [], decided: false, spin });

describe('chances', () => {
  it('are those of the best line', () => expect(expectation([line(0.7), line(0.2)], {})).toBe(0.7));

  it('are weighed where a wheel decides', () => {
    const lines = [line(0.8, 'black'), line(0.1, 'black'), line(0.4, 'green'), line(0.2, 'orange')];
    expect(expectation(lines, { black: 2, green: 1, orange: 1 })).toBeCloseTo((2 * 0.8 + 0.4 + 0.2) / 4);
  });

  it('are unknown without lines', () => expect(expectation([], {})).toBeUndefined());

  it('and marks come from the review, each to its own move of the main line', () => {
    const tree = new Tree({ id: 'x' }, undefined);
    const end = tree.append(tree.root, ['c3-d4', 'spin green', 'f6-e5']);
    const judged = (ply: number, by: 'white' | 'black', move: string, before: number, after: number, mark: JudgedMove['mark']) => ({ ply, by, move, best: '', before, after, mark });
    note(tree.root, [judged(0, 'white', 'c3-d4', 0.6, 0.2, '??'), judged(2, 'black', 'f6-e5', 0.8, 0.75, ''), judged(1, 'white', 'other', 0, 0, '?')]);
    expect(tree.root.mainLine.map((node) => node.mark)).toEqual(['??', '', '']);
    expect(tree.root.white).toBe(0.6);
    expect(end.white).toBeCloseTo(0.25);
  });
});

describe('a game with branches', () => {
  it('keeps one branch per move and can put another one first', () => {
    const tree = new Tree({ id: 'x' }, undefined);
    const end = tree.append(tree.root, ['a', 'b']);
    expect(tree.append(tree.root, ['a', 'b'])).toBe(end);
    const other = tree.append(tree.root, ['a', 'c']);
    expect(tree.root.mainLine.map((node) => node.text)).toEqual(['a', 'b']);
    tree.promote(other);
    expect(tree.root.mainLine.map((node) => node.text)).toEqual(['a', 'c']);
    expect(other.moves).toEqual(['a', 'c']);
  });

  it('steps back when the place it stands on is removed', () => {
    const tree = new Tree({ id: 'x' }, undefined);
    const node = tree.append(tree.root, ['a', 'b']);
    tree.at = node;
    tree.remove(node.parent!);
    expect(tree.at).toBe(tree.root);
    expect(tree.root.children).toEqual([]);
  });
});
