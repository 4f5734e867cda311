import { describe, expect, it } from 'vitest';
import { de } from '../../src/i18n/de';
import { en } from '../../src/i18n/en';
import { browserLang, inWordsOf, type Messages } from '../../src/i18n/index.svelte';
import { nl } from '../../src/i18n/nl';

type Tree = Record<string, unknown>;

/** Every leaf as "path: text", functions called with telling arguments. */
function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (key === 'books') continue; // a language has them only where its books differ
    const here = path ? `${path}.${key}` : key;
    if (typeof value === 'string') found.set(here, value);
    else if (typeof value === 'function') found.set(here, String((value as (...args: unknown[]) => string)(...samples(here, value.length))));
    else for (const [inner, text] of leaves(value as Tree, here)) found.set(inner, text);
  }
  return found;
}

const WORDS: Record<string, unknown> = { 'spinner.result': 'green', 'spinner.short': 'green', 'house.group': 'kings', 'home.levelName': 3, 'game.task': ['White', 'Spin'] };
const samples = (path: string, count: number) => (path in WORDS ? [WORDS[path]].flat() : Array.from({ length: count }, (_, i) => i + 2));

const catalogues = { de, nl, en };
const english = leaves(en);

describe.each(Object.keys(catalogues) as (keyof typeof catalogues)[])('%s', (lang) => {
  const texts = leaves(catalogues[lang] as unknown as Tree);

  it('says everything', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) expect(text.trim(), path).not.toBe('');
  });

  it('uses every argument that English uses', () => {
    for (const [path, text] of english) {
      const digits = (value: string) => [...value.replace(/\b8\b/g, '').matchAll(/\d+/g)].map(String).sort().join();
      expect(digits(texts.get(path)!), path).toBe(digits(text));
    }
  });

  it('counts in words that fit one and many', () => {
    const messages = catalogues[lang];
    for (const count of [messages.archive.plies, messages.game.watchers, messages.account.games, messages.board.captives]) {
      expect(count(1)).toContain('1 ');
      expect(count(5)).toContain('5 ');
    }
  });
});

it('is not English in disguise', () => {
  const same = (tree: Tree) => [...leaves(tree)].filter(([path, text]) => english.get(path) === text && /[a-z]{4}/.test(text)).map(([path]) => path);
  expect(same(de as unknown as Tree).length).toBeLessThan(english.size * 0.05);
  expect(same(nl as unknown as Tree).length).toBeLessThan(english.size * 0.05);
});

describe('the language of the browser', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'nl-BE', 'en'], 'nl'],
    [['fr-FR'], 'en'],
    [['en-GB', 'de'], 'en'],
    [[], 'en'],
  ])('%j is %s', (wanted, lang) => expect(browserLang(wanted)).toBe(lang));
});

describe('the words of a book', () => {
  const koenig = { king_name: 'king', huff_name: 'huff' };
  const blasen = { king_name: 'dame', huff_name: 'blow' };

  it('take the place of the usual ones', () => {
    const m = inWordsOf(koenig, de as unknown as Messages);
    expect(m.piece.king).toBe('König');
    expect(m.piece.man).toBe('Stein');
    expect(m.list.huffed('c3')).toBe('gehufft c3');
    expect(m.huff.huffSquare('c3')).toBe('c3 huffen');
    expect(m.huff.takeback).toBe(de.huff.takeback);
    const said = [...leaves({ huff: m.huff, list: m.list, spoken: m.spoken }).values()].join(' ');
    expect(said).not.toMatch(/blas|Dame/i);
  });

  it('are left alone where the book has the usual ones', () => {
    expect(inWordsOf(blasen, de as unknown as Messages)).toBe(de);
    expect(inWordsOf(koenig, en)).toBe(en);
  });
});
