import { describe, expect, it } from 'vitest';
import { chosenSide, sideOf } from '../../src/lib/order.svelte';

describe('the colours of a new game', () => {
  it('are drawn where the rules draw lots', () => {
    expect(sideOf('rules', 'lot')).toBe('random');
    expect(sideOf('rules', 'turns')).toBe('first');
    expect(sideOf('rules', 'colour')).toBe('first');
  });

  it('are those that somebody chose', () => {
    expect(sideOf('first', 'lot')).toBe('first');
    expect(sideOf('second', 'colour')).toBe('second');
  });

  it('are left to the rules by who chooses what they say', () => {
    expect(chosenSide('first', 'colour')).toBe('rules');
    expect(chosenSide('random', 'lot')).toBe('rules');
    expect(chosenSide('first', 'lot')).toBe('first');
  });
});
