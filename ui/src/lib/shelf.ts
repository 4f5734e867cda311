/** The rulesets as the server orders them, the same in every language: the rulebooks first, then the most played. */

import { say, t } from '../i18n/index.svelte';
import { settings } from './settings.svelte';
import type { RulesetBrief } from './wire';

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

export function shelve(list: readonly RulesetBrief[]): Shelf {
  return { books: list.filter((one) => one.book), others: list.filter((one) => !one.book) };
}

/** The same by headings: the rulebooks, then a part for each shelf, in the order in which the shelves come. */
export function parts(list: readonly RulesetBrief[]): readonly (readonly [string, readonly RulesetBrief[]])[] {
  const { books, others } = shelve(list);
  const named = others.map((one) => [(one.shelf_title && say(one.shelf_title)) || t().home.standard, one] as const);
  const headings = [...new Set(named.map(([heading]) => heading))];
  const shelves = headings.map((heading) => [heading, named.filter(([own]) => own === heading).map(([, one]) => one)] as const);
  return [[t().home.books, books] as const, ...shelves].filter(([, part]) => part.length > 0);
}

/** The game that was asked for, else the one chosen last, else the first on the shelf. */
export function startWith(list: readonly RulesetBrief[], asked: string | null): string {
  const known = [asked ?? '', settings.game].find((id) => list.some((one) => one.id === id));
  return known ?? list[0]?.id ?? '';
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a game is meant by what was typed: every word begins a word of its names, in any of our languages. */
export function isMeant(one: RulesetBrief, typed: string): boolean {
  const words = plain([one.id, ...Object.values(one.title), say(one.about), `${one.files}x${one.ranks}`].join(' ')).split(/[^\p{L}\p{N}]+/u);
  return plain(typed).split(/\s+/).filter(Boolean).every((part) => words.some((word) => word.startsWith(part)));
}
