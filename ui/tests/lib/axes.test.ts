import { beforeEach, describe, expect, it } from 'vitest';
import { language } from '../../src/i18n/index.svelte';
import { valueText } from '../../src/lib/axes';
import type { AxisView } from '../../src/lib/wire';

const text = (en: string) => ({ de: en, nl: en, en });
const axis = (kind: AxisView['kind'], choices: Record<string, string> = {}): AxisView => ({
  name: 'x', group: 'g', kind, title: text('Rule'), help: text(''), group_title: text(''), default: false,
  choices: Object.keys(choices), choice_titles: Object.fromEntries(Object.entries(choices).map(([key, title]) => [key, text(title)])),
  low: 0, high: 99,
});

describe('a rule in a few words', () => {
  beforeEach(() => language.use('en'));

  it('names what is on and leaves out what is off', () => {
    expect(valueText(axis('bool'), true)).toBe('Rule');
    expect(valueText(axis('bool'), false)).toBe('');
    expect(valueText(axis('int'), 0)).toBe('');
    expect(valueText(axis('words'), [])).toBe('');
  });

  it('names choices by their titles', () => {
    expect(valueText(axis('word', { far: 'as far as it likes' }), 'far')).toBe('Rule: as far as it likes');
    expect(valueText(axis('words', { a: 'first', b: 'second' }), ['b', 'a'])).toBe('Rule: second, first');
    expect(valueText(axis('int'), 8)).toBe('Rule: 8');
  });
});
