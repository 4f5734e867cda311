import { beforeEach, describe, expect, it } from 'vitest';
import { language } from '../../src/i18n/index.svelte';
import { shelve } from '../../src/lib/shelf';
import type { RulesetBrief } from '../../src/lib/wire';

const brief = (id: string, en: string, de: string, book: boolean): RulesetBrief => ({
  id, title: { de, nl: en, en }, about: { de: '', nl: '', en: '' },
  files: 8, ranks: 8, towers: false, doors: false, huffing: 'strict', flying: true, book,
});

const LIST = [brief('a', 'Zebra', 'Ära', true), brief('b', 'Apple', 'Zaun', true), brief('c', 'Moon', 'Mond', false)];

describe('the shelf of rulesets', () => {
  beforeEach(() => language.use('en'));

  it('keeps the rulebooks apart from the other games', () => {
    const { books, others } = shelve(LIST, 'en');
    expect(books.map((one) => one.id)).toEqual(['b', 'a']);
    expect(others.map((one) => one.id)).toEqual(['c']);
  });

  it('sorts by the titles of the language, as the language sorts', async () => {
    await language.use('de');
    expect(shelve(LIST, 'de').books.map((one) => one.id)).toEqual(['a', 'b']);
  });
});
