import { describe, expect, it } from 'vitest';
import { nextMissing } from '../../src/lessons';

describe('the way through a course', () => {
  it('goes on to the first step that is not found', () => {
    expect(nextMissing([], 3)).toBe(0);
    expect(nextMissing([0, 1], 3)).toBe(2);
  });
  it('comes back to what was skipped', () => {
    expect(nextMissing([0, 2], 3, 2)).toBe(1);
  });
  it('ends only when every step was found', () => {
    expect(nextMissing([2, 0, 1], 3)).toBe(3);
  });
});
