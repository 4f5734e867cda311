import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { Sketch } from '../../src/board/sketch.svelte';
import { grain, tone } from '../../src/board/wood';

describe('what a viewer draws', () => {
  it('is an arrow between two squares and a ring on one, and gone when drawn again', () => {
    const sketch = new Sketch();
    const drawn = (from: string, to: string) => {
      sketch.start(from);
      sketch.end(to);
      flushSync();
    };
    drawn('c3', 'e5');
    drawn('d4', 'd4');
    expect(sketch.arrows.map((one) => one.path)).toEqual([['c3', 'e5']]);
    expect(sketch.ringed).toEqual(['d4']);
    drawn('c3', 'e5');
    drawn('d4', 'd4');
    expect([sketch.arrows, sketch.ringed]).toEqual([[], []]);
  });

  it('is seen while it is drawn, and not kept when it leaves the board', () => {
    const sketch = new Sketch();
    sketch.start('c3');
    sketch.point('d4');
    flushSync();
    expect(sketch.arrows).toEqual([{ path: ['c3', 'd4'], kind: 'drawn' }]);
    sketch.end(undefined);
    flushSync();
    expect(sketch.arrows).toEqual([]);
  });

  it('begins and ends with the same key', () => {
    const sketch = new Sketch();
    for (const square of ['a1', 'b2', 'c3', 'c3']) sketch.mark(square);
    flushSync();
    expect(sketch.arrows).toHaveLength(1);
    expect(sketch.ringed).toEqual(['c3']);
  });
});

describe('wood', () => {
  const seeds = Array.from({ length: 144 }, (_, i) => i);

  it('differs from square to square, and stays the same from day to day', () => {
    expect(new Set(seeds.map((seed) => grain(100, 100, seed))).size).toBe(144);
    expect(new Set(seeds.map(tone)).size).toBeGreaterThan(12);
    expect(grain(100, 100, 7)).toBe(grain(100, 100, 7));
  });

  it('stays on its square', () => {
    const heights = seeds.flatMap((seed) => [...grain(100, 80, seed).matchAll(/,(-?[\d.]+)/g)].map((found) => Number(found[1])));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...heights)).toBeLessThanOrEqual(80);
  });
});
