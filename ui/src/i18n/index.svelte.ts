/** The language of everything a player reads. One catalogue per language; the compiler finds gaps. */

import type { Lang } from '../lib/wire';
import type { BookWords, en } from './en';

export type Messages = typeof en;
type Overlay = BookWords[string];

export const LANGS: readonly Lang[] = ['de', 'nl', 'en'];
export const LANG_NAMES: Record<Lang, string> = { de: 'Deutsch', nl: 'Nederlands', en: 'English' };

const LOADERS: Record<Lang, () => Promise<Messages>> = {
  de: async () => (await import('./de')).de,
  nl: async () => (await import('./nl')).nl,
  en: async () => (await import('./en')).en,
};

class Language {
  lang = $state<Lang>('en');
  messages = $state.raw<Messages | undefined>(undefined);

  async use(lang: Lang): Promise<void> {
    this.messages = await LOADERS[lang]();
    this.lang = lang;
    document.documentElement.lang = lang;
  }
}

export const language = new Language();

/** The catalogue in use. Read inside markup it follows a change of language. */
export function t(): Messages {
  if (!language.messages) throw new Error('no language has been chosen yet');
  return language.messages;
}

/** A catalogue in which a book's own words have taken the place of the usual ones. */
export function inWordsOf(book: { readonly king_name: string; readonly huff_name: string }, m: Messages = t()): Messages {
  const own = [m.books[book.king_name], m.books[book.huff_name]];
  return own.reduce<Messages>((said, words) => (words ? replaced(said, words) : said), m);
}

function replaced(m: Messages, words: Overlay): Messages {
  const parts = Object.entries(words).map(([name, part]) => [name, { ...(m[name as keyof Overlay] as object), ...part }]);
  return { ...m, ...Object.fromEntries(parts) };
}

/** A text that the server gave in all languages. */
export function say(text: Partial<Record<Lang, string>> | undefined): string {
  return text?.[language.lang] ?? text?.en ?? Object.values(text ?? {})[0] ?? '';
}

/** The first language of the browser that we speak. */
export function browserLang(wanted: readonly string[]): Lang {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGS.find((lang) => lang === codes.find((code) => (LANGS as readonly string[]).includes(code))) ?? 'en';
}
