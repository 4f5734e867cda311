import { describe, expect, it } from 'vitest';
import { de } from '../../src/i18n/de';
import { en } from '../../src/i18n/en';
import { moveSaid, moveWords } from '../../src/lib/movewords';
import type { Event } from '../../src/lib/wire';

const opened: Event = { kind: 'opened', square: 'f6', knob: 'G2' };
const fell = { kind: 'fell', square: 'f6' } as Event;

describe('the words of the move list', () => {
  it('keeps plain moves as they are written', () => {
    expect(moveWords('c3-d4', [{ kind: 'moved', path: ['c3', 'd4'] }], de)).toBe('c3-d4');
  });

  it('says what a slider did, and a drop once', () => {
    expect(moveWords('G2>R', [opened], de)).toBe('f6 öffnet');
    expect(moveWords('G2>R', [opened, fell], de)).toBe('f6 fällt');
    expect(moveWords('G2>M', [{ kind: 'closed', square: 'f6', knob: 'G2' }], en)).toBe('f6 closes');
  });

  it('tells that a piece moved onto an open door', () => {
    expect(moveWords('d2xf4', [{ kind: 'moved', path: ['d2', 'f4'] }, { ...fell, square: 'f4' } as Event], de)).toBe('d2xf4, f4 fällt');
  });

  it('has a sign for the wheel, and a word for who hears it', () => {
    expect(moveWords('spin green', [], en)).toBe('■');
    expect(moveSaid('spin green', [], en)).toBe('green');
  });
});
