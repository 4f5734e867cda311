/** The language of everything a player reads. One catalogue per language; the compiler finds gaps. */

import type { Lang } from '../lib/wire';
import type { en } from './en';

export type Messages = typeof en;

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

/** A text that the server gave in all languages. */
export function say(text: Partial<Record<Lang, string>> | undefined): string {
  return text?.[language.lang] ?? text?.en ?? Object.values(text ?? {})[0] ?? '';
}

/** The first language of the browser that we speak. */
export function browserLang(wanted: readonly string[]): Lang {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGS.find((lang) => lang === codes.find((code) => (LANGS as readonly string[]).includes(code))) ?? 'en';
}
