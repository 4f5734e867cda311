import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Hand, LONG_PRESS, type Touch } from '../../src/board/hand';
import { command, NameTyper } from '../../src/board/keys';

const at = (x: number, y = 0, type = 'touch'): Touch => ({ pointer: 1, type, client: { x, y } });

describe('a hand on the board', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('taps, wobble included', () => {
    const hand = new Hand(() => undefined);
    hand.down(at(0), 'c3', false, false);
    expect(hand.move(at(6), undefined, () => true)).toBe(false);
    expect(hand.up(at(6), 'c3')).toEqual({ kind: 'tap', square: 'c3', again: false });
  });

  it('drags a piece over squares', () => {
    const hand = new Hand(() => undefined);
    hand.down(at(0), 'c3', false, false);
    expect(hand.move(at(40), 'd4', () => true)).toBe(true);
    hand.move(at(41), 'd4', () => true);
    hand.move(at(80), undefined, () => true);
    expect(hand.up(at(90), 'e5')).toEqual({ kind: 'drag', trail: ['c3', 'd4', 'e5'] });
  });

  it('drops off the board', () => {
    const hand = new Hand(() => undefined);
    hand.down(at(0), 'c3', false, false);
    hand.move(at(40), undefined, () => true);
    expect(hand.up(at(400), undefined)).toEqual({ kind: 'dropped-off' });
  });

  it('does nothing when it slides over what cannot be carried', () => {
    const hand = new Hand(() => undefined);
    hand.down(at(0), 'c3', false, false);
    expect(hand.move(at(40), 'd4', () => false)).toBe(false);
    expect(hand.up(at(40), 'd4')).toEqual({ kind: 'none' });
  });

  it('looks closer at a tower that is held', () => {
    const seen: string[] = [];
    const hand = new Hand((square) => seen.push(square));
    hand.down(at(0), 'c3', false, true);
    vi.advanceTimersByTime(LONG_PRESS);
    expect(seen).toEqual(['c3']);
    expect(hand.up(at(0), 'c3')).toEqual({ kind: 'none' });
  });

  it('forgets the long press once it moves, and ignores a second finger', () => {
    const seen: string[] = [];
    const hand = new Hand((square) => seen.push(square));
    hand.down(at(0), 'c3', false, true);
    hand.move(at(50), undefined, () => true);
    vi.advanceTimersByTime(LONG_PRESS * 2);
    expect(seen).toEqual([]);
    expect(hand.up({ ...at(0), pointer: 2 }, 'c3')).toEqual({ kind: 'none' });
  });
});

describe('keys', () => {
  it('mean what they say', () => {
    expect(command('ArrowUp', false)).toEqual({ kind: 'arrow', arrow: 'up' });
    expect(command('2', true)).toEqual({ kind: 'pick', index: 1 });
    expect(command('2', false)).toEqual({ kind: 'name', character: '2' });
    expect(command('C', false)).toEqual({ kind: 'name', character: 'c' });
    expect(command('t', false)).toEqual({ kind: 'letter', letter: 't' });
    expect(command('F5', false)).toBeUndefined();
    expect(command('Tab', false)).toBeUndefined();
  });

  it('spell the names of squares', () => {
    const read = (word: string) => (['c3', '3', '32', '5', '50'].includes(word) ? word : undefined);
    const typer = new NameTyper();
    expect([typer.type('c', 0, read), typer.type('3', 100, read)]).toEqual([undefined, 'c3']);
    expect([typer.type('3', 5000, read), typer.type('2', 5100, read)]).toEqual(['3', '32']);
    expect(typer.type('5', 5200, read)).toBe('5');
  });
});
