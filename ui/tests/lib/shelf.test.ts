import { beforeEach, describe, expect, it } from 'vitest';
import { language } from '../../src/i18n/index.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { isMeant, parts, rootOf, shelve, startWith } from '../../src/lib/shelf';
import type { RulesetBrief } from '../../src/lib/wire';

const brief = (id: string, en: string, de: string, book: boolean, parent: string | null = null): RulesetBrief => ({
  id, title: { de, nl: en, en }, about: { de: '', nl: '', en: '' },
  files: 8, ranks: 8, towers: false, doors: false, huffing: 'strict', king_name: 'dame', huff_name: 'blow', flying: true, book, extends: parent,
  shelf: 'family', shelf_title: { de: '', nl: '', en: '' },
});

const LIST = [brief('a', 'Zebra', 'Ära', true), brief('b', 'Apple', 'Zaun', true), brief('c', 'Moon', 'Mond', false)];

describe('families', () => {
  const list = [
    brief('book', '', '', true), brief('short', '', '', true, 'book'), brief('shorter', '', '', true, 'short'),
    brief('big', '', '', false), brief('small', '', '', false, 'big'), brief('own', '', '', true, 'big'),
  ];
  const root = (id: string) => rootOf(list, list.find((one) => one.id === id)!).id;

  it('are a rulebook and its variants, whatever they are called', () => {
    expect(['book', 'short', 'shorter'].map(root)).toEqual(['book', 'book', 'book']);
  });

  it('leave standard games alone, and a book that was derived from one', () => {
    expect(['big', 'small', 'own'].map(root)).toEqual(['big', 'small', 'own']);
  });
});

describe('the shelf of rulesets', () => {
  beforeEach(() => language.use('en'));

  it('keeps the rulebooks apart from the other games, in the order they came', async () => {
    await language.use('de');
    const { books, others } = shelve(LIST);
    expect(books.map((one) => one.id)).toEqual(['a', 'b']);
    expect(others.map((one) => one.id)).toEqual(['c']);
  });

  it('parts the other games by their shelves, in the order in which these come', () => {
    const on = (id: string, shelf: string) => ({ ...brief(id, id, id, false), shelf, shelf_title: { de: shelf, nl: shelf, en: shelf } });
    const found = parts([...LIST, on('d', 'Towers'), on('e', 'Aims'), on('f', 'Towers')]);
    expect(found.map(([, games]) => games.map((one) => one.id))).toEqual([['a', 'b'], ['c'], ['d', 'f'], ['e']]);
    expect(found.slice(2).map(([label]) => label)).toEqual(['Towers', 'Aims']);
  });

  it('starts with what was asked for, else with what was chosen last', () => {
    settings.game = 'c';
    expect(startWith(LIST, 'b')).toBe('b');
    expect(startWith(LIST, null)).toBe('c');
    settings.game = 'gone';
    expect(startWith(LIST, 'nonsense')).toBe('a');
  });

  it('finds a game by any of its names, whatever its accents', () => {
    expect(LIST.filter((one) => isMeant(one, 'ara')).map((one) => one.id)).toEqual(['a']);
    expect(LIST.filter((one) => isMeant(one, 'moo 8')).map((one) => one.id)).toEqual(['c']);
    expect(LIST.filter((one) => isMeant(one, ''))).toHaveLength(3);
    expect(LIST.filter((one) => isMeant(one, 'oon'))).toEqual([]);
  });
});
