import { describe, expect, it } from 'vitest';
import {
  drag, EMPTY, mayStop, movable, pick, press, remaining, stop, takenSoFar, targets, undo,
  type AutoComplete, type Choice, type Entry, type Step,
} from '../../src/board/entry';

function move(text: string, captures = ''): Choice {
  return { text, path: text.split(/[x-]/), captures: captures.split(' ').filter(Boolean) };
}

function clicks(choices: Choice[], squares: string, auto: AutoComplete = 'forced'): Step {
  let step: Step = { entry: EMPTY, outcome: { kind: 'idle' } };
  for (const square of squares.split(' ')) step = press(choices, step.entry, square, auto);
  return step;
}

const QUIET = [move('c3-d4'), move('c3-b4'), move('e3-f4')];
const FOUR = [move('a1xc3xe5xg7xe9', 'b2 d4 f6 f8'), move('a1xc3xa5', 'b2 b4')];
// A flying king takes two ways round to the same square.
const RING = [move('d1xh5xd9', 'f3 f7'), move('d1xa4xd9', 'b3 b6'), move('d1xa4xc6', 'b3 b5')];

describe('quiet moves', () => {
  it('are two clicks', () => {
    expect(clicks(QUIET, 'c3 d4').outcome).toMatchObject({ kind: 'complete', choice: { text: 'c3-d4' } });
  });

  it('are not played by touching a piece that has only one', () => {
    expect(clicks(QUIET, 'e3').outcome).toEqual({ kind: 'selected', square: 'e3' });
    expect(clicks(QUIET, 'e3', 'always').outcome).toMatchObject({ kind: 'complete', choice: { text: 'e3-f4' } });
  });

  it('change the piece without a refusal', () => {
    expect(clicks(QUIET, 'c3 e3').outcome).toEqual({ kind: 'selected', square: 'e3' });
  });

  it('let go on a second click', () => {
    expect(clicks(QUIET, 'c3 c3')).toEqual({ entry: EMPTY, outcome: { kind: 'cancelled' } });
  });

  it('hand a refused attempt over with all its squares', () => {
    expect(clicks(QUIET, 'a1').outcome).toEqual({ kind: 'refused', squares: ['a1'] });
    expect(clicks(QUIET, 'c3 c5').outcome).toEqual({ kind: 'refused', squares: ['c3', 'c5'] });
    expect(clicks(QUIET, 'c3 c5').entry.prefix).toEqual(['c3']);
  });
});

describe('a capture of several jumps', () => {
  it('is entered hop by hop and completed when one move is left', () => {
    expect(clicks(FOUR, 'a1 c3').outcome).toEqual({ kind: 'extended', square: 'c3' });
    expect(clicks(FOUR, 'a1 c3 e5').outcome).toMatchObject({ kind: 'complete', choice: FOUR[0] });
  });

  it('wants every hop when that is set', () => {
    expect(clicks(FOUR, 'a1 c3 e5 g7', 'never').outcome.kind).toBe('extended');
    expect(clicks(FOUR, 'a1 c3 e5 g7 e9', 'never').outcome.kind).toBe('complete');
  });

  it('is named by its last square alone', () => {
    expect(clicks(FOUR, 'a1 e9').outcome).toMatchObject({ kind: 'complete', choice: FOUR[0] });
    expect(clicks(FOUR, 'a1 a5').outcome).toMatchObject({ kind: 'complete', choice: FOUR[1] });
  });

  it('is named by a victim', () => {
    expect(clicks(FOUR, 'a1 f6').outcome).toMatchObject({ kind: 'complete', choice: FOUR[0] });
    expect(clicks(FOUR, 'a1 b2').outcome).toEqual({ kind: 'extended', square: 'b2' });
  });

  it('shows victims taken so far and where it may go', () => {
    const { entry } = clicks(FOUR, 'a1 c3');
    expect(takenSoFar(FOUR, entry)).toEqual(['b2']);
    expect([...targets(FOUR, entry).next].sort()).toEqual(['a5', 'e5']);
    expect([...targets(FOUR, entry).final]).toEqual(['e9']);
  });

  it('goes back one hop at a time', () => {
    const step = clicks(FOUR, 'a1 c3 e5', 'never');
    expect(undo(step.entry).entry.prefix).toEqual(['a1', 'c3']);
    expect(press(FOUR, step.entry, 'c3', 'never').entry.prefix).toEqual(['a1', 'c3']);
    expect(undo(undo(undo(step.entry).entry).entry)).toEqual({ entry: EMPTY, outcome: { kind: 'cancelled' } });
  });
});

describe('the same ends over different pieces', () => {
  it('ask for a choice', () => {
    const step = clicks(RING, 'd1 d9');
    expect(step.outcome).toMatchObject({ kind: 'asking', choices: [RING[0], RING[1]] });
    expect(pick(step.entry, 1).outcome).toMatchObject({ kind: 'complete', choice: RING[1] });
    expect(pick(step.entry, 7).outcome.kind).toBe('idle');
  });

  it('are told apart by a victim or a landing square', () => {
    expect(clicks(RING, 'd1 f7').outcome).toMatchObject({ kind: 'complete', choice: RING[0] });
    expect(clicks(RING, 'd1 h5').outcome).toMatchObject({ kind: 'complete', choice: RING[0] });
    expect(clicks(RING, 'd1 a4 d9').outcome).toMatchObject({ kind: 'complete', choice: RING[1] });
  });

  it('do not matter if the victims are the same', () => {
    const twice = [move('d1xf3xd9', 'e2 e8'), move('d1xg4xd9', 'e2 e8')];
    expect(clicks(twice, 'd1 d9').outcome.kind).toBe('complete');
  });

  it('take the question back', () => {
    const asked = clicks(RING, 'd1 d9').entry;
    expect(undo(asked).entry).toEqual({ prefix: ['d1'], via: [], asking: [] });
  });
});

describe('a capture that may be stopped early', () => {
  const SHORT = [move('c3xe5', 'd4'), move('c3xe5xg7', 'd4 f6')];

  it('waits for the player to say so', () => {
    const step = clicks(SHORT, 'c3 e5');
    expect(step.outcome).toEqual({ kind: 'extended', square: 'e5' });
    expect(mayStop(SHORT, step.entry)).toBe(true);
    expect(stop(SHORT, step.entry).outcome).toMatchObject({ kind: 'complete', choice: SHORT[0] });
    expect(press(SHORT, step.entry, 'e5', 'forced').outcome).toMatchObject({ choice: SHORT[0] });
    expect(press(SHORT, step.entry, 'g7', 'forced').outcome).toMatchObject({ choice: SHORT[1] });
  });

  it('is refused where it may not', () => {
    expect(stop(FOUR, clicks(FOUR, 'a1 c3').entry).outcome.kind).toBe('refused');
  });
});

describe('a round trip', () => {
  const ROUND = [move('c1xe3xg1xc1', 'd2 f2 e1')];
  it('may come back to where it began', () => {
    expect(clicks(ROUND, 'c1 e3 g1 c1', 'never').outcome).toMatchObject({ kind: 'complete', choice: ROUND[0] });
  });
});

describe('other paths with the same result', () => {
  const TWO: Choice[] = [{ ...move('d1xb3xd5', 'c2 c4'), also: [['d1', 'f3', 'd5']] }, move('d1xf3xh5', 'e2 g4')];
  it('may be traced as well', () => {
    expect([...targets(TWO, clicks(TWO, 'd1').entry).next].sort()).toEqual(['b3', 'f3']);
    expect(clicks(TWO, 'd1 f3 d5').outcome).toMatchObject({ kind: 'complete', choice: TWO[0] });
    expect(clicks(TWO, 'd1 f3 h5').outcome).toMatchObject({ kind: 'complete', choice: TWO[1] });
  });
});

describe('dragging', () => {
  const go = (choices: Choice[], trail: string, entry: Entry = EMPTY) =>
    drag(choices, entry, trail.split(' '), 'forced');

  it('drops on a target', () => {
    expect(go(QUIET, 'c3 d4').outcome).toMatchObject({ kind: 'complete', choice: QUIET[0] });
  });

  it('follows the squares it crosses', () => {
    expect(go(RING, 'd1 e2 f3 h5 g6 d9').outcome).toMatchObject({ choice: RING[0] });
    expect(go(RING, 'd1 a4 b6 d9').outcome).toMatchObject({ choice: RING[1] });
  });

  it('asks if the trail names no path', () => {
    expect(go(RING, 'd1 d5 d9').outcome).toMatchObject({ kind: 'asking', choices: [RING[0], RING[1]] });
  });

  it('keeps a part of the way', () => {
    const step = go(FOUR, 'a1 b2 c3');
    expect(step.entry.prefix).toEqual(['a1', 'c3']);
    expect(go(FOUR, 'c3 d4 e5', step.entry).outcome).toMatchObject({ choice: FOUR[0] });
  });

  it('passes over landing squares of a flying king without stopping there', () => {
    const flying = [move('a1xc3', 'b2'), move('a1xd4', 'b2'), move('a1xe5', 'b2')];
    expect(go(flying, 'a1 b2 c3 d4 e5').outcome).toMatchObject({ choice: flying[2] });
  });

  it('puts the piece back where it came from', () => {
    expect(go(QUIET, 'c3 d4 c3').outcome.kind).toBe('idle');
    expect(go(QUIET, 'a1 b2').outcome).toEqual({ kind: 'refused', squares: ['a1', 'b2'] });
    expect(go(QUIET, 'c3 c5').outcome).toEqual({ kind: 'refused', squares: ['c3', 'c5'] });
  });
});

it('lists what may move and what is left', () => {
  expect([...movable(QUIET)]).toEqual(['c3', 'e3']);
  expect(remaining(QUIET, EMPTY)).toEqual([]);
});
