import { expect, test } from 'vitest';
import { ARROWS, areWays, toggled } from '../../src/lib/ways';

const CHOICES = ['forward', 'forward_left', 'forward_right', 'left', 'right', 'back', 'back_left', 'back_right'];

test('every direction has its arrow, and only directions are shown by arrows', () => {
  expect(ARROWS.map(([way]) => way).filter(Boolean).sort()).toEqual([...CHOICES].sort());
  expect(areWays(CHOICES)).toBe(true);
  expect(areWays(['most', 'with_king'])).toBe(false);
  expect(areWays([])).toBe(false);
});

test('a press adds or takes away a direction, in the order of the axis', () => {
  expect(toggled(CHOICES, ['left', 'forward'], 'back')).toEqual(['forward', 'left', 'back']);
  expect(toggled(CHOICES, ['left', 'forward'], 'left')).toEqual(['forward']);
  expect(toggled(CHOICES, ['left'], 'left')).toEqual([]);
});
