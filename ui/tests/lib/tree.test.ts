import { describe, expect, it } from 'vitest';
import { expectation, loss, Node, Tree } from '../../src/lib/tree.svelte';
import type { Line, PositionView } from '../../src/lib/wire';

const line = (win: number, spin: string | null = null): Line => ({ score: 0, win, text: '', moves: [], decided: false, spin });
const view = (turn: 'white' | 'black') => ({ at: { turn }, choices: [], outcome: null }) as unknown as PositionView;

describe('chances', () => {
  it('are those of the best line', () => expect(expectation([line(0.7), line(0.2)], {})).toBe(0.7));

  it('are weighed where a wheel decides', () => {
    const lines = [line(0.8, 'black'), line(0.1, 'black'), line(0.4, 'green'), line(0.2, 'orange')];
    expect(expectation(lines, { black: 2, green: 1, orange: 1 })).toBeCloseTo((2 * 0.8 + 0.4 + 0.2) / 4);
  });

  it('are unknown without lines', () => expect(expectation([], {})).toBeUndefined());

  it('show how much a move lost its maker', () => {
    const root = new Node('', undefined);
    const child = new Node('c3-d4', root);
    [root.view, root.win, child.view, child.win] = [view('white'), 0.6, view('black'), 0.7];
    expect(loss(child)).toBeCloseTo(0.3);
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
