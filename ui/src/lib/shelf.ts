/** The rulesets in the order a reader looks for them: the rulebooks first, each part by title. */

import { say } from '../i18n/index.svelte';
import type { Lang, RulesetBrief } from './wire';

export interface Shelf {
  readonly books: readonly RulesetBrief[];
  readonly others: readonly RulesetBrief[];
}

export function shelve(list: readonly RulesetBrief[], lang: Lang): Shelf {
  const sorted = [...list].sort((a, b) => say(a.title).localeCompare(say(b.title), lang));
  return { books: sorted.filter((one) => one.book), others: sorted.filter((one) => !one.book) };
}
