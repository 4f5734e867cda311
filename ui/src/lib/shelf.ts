/** The rulesets in the order a reader looks for them: the rulebooks first, each part by title. */

import { say } from '../i18n/index.svelte';
import type { Lang, RulesetBrief } from './wire';

const parentOf = (list: readonly RulesetBrief[], one: RulesetBrief) => list.find((other) => other.id === one.extends);

/** The game that a variant of a rulebook varies. The standard games, whatever they are derived from, stand alone. */
export function rootOf(list: readonly RulesetBrief[], one: RulesetBrief): RulesetBrief {
  const parent = one.book ? parentOf(list, one) : undefined;
  return parent?.book ? rootOf(list, parent) : one;
}

export interface Shelf {
  readonly books: readonly RulesetBrief[];
  readonly others: readonly RulesetBrief[];
}

export function shelve(list: readonly RulesetBrief[], lang: Lang): Shelf {
  const sorted = [...list].sort((a, b) => say(a.title).localeCompare(say(b.title), lang));
  return { books: sorted.filter((one) => one.book), others: sorted.filter((one) => !one.book) };
}
