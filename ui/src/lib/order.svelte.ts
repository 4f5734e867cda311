/** How the last game was ordered: against whom, how strong, with which clock. The next one starts from it. */

import type { OwnClock } from './clock';
import type { NewGame, Policy, RulesView } from './wire';

export interface Order {
  kind: NewGame['kind'];
  level: number;
  /** `rules`: as the game's own rules give them. */
  colours: 'rules' | 'first' | 'second' | 'random';
  /** Place in the list of clocks, or `own`. */
  clock: string;
  own: OwnClock;
  policy: Policy;
  chat: boolean;
  rated: boolean;
  public: boolean;
}

const USUAL: Order = { kind: 'computer', level: 3, colours: 'rules', clock: '0', own: { kind: 'fischer', time: 15, unit: 'minutes', step: 10 }, policy: 'pointed_out', chat: false, rated: false, public: false };
const WORDS: Partial<Record<keyof Order, readonly unknown[]>> = {
  kind: ['computer', 'hotseat', 'friend'],
  colours: ['rules', 'first', 'second', 'random'],
  policy: ['pointed_out', 'silent', 'strict'],
  level: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
};
const KEY = 'crowned.order';

/** Only what is known and of the right kind: an old or foreign entry must not break the form. */
function sane(found: Readonly<Record<string, unknown>>): Order {
  const result: Record<string, unknown> = { ...USUAL };
  for (const [key, usual] of Object.entries(USUAL)) {
    const value = found[key];
    const fits = WORDS[key as keyof Order]?.includes(value) ?? typeof value === typeof usual;
    if (fits) result[key] = value;
  }
  return result as unknown as Order;
}

function stored(): Order {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>);
  } catch {
    return { ...USUAL }; // no storage, or not ours
  }
}

export const order = $state<Order>(stored());

export type Side = Exclude<Order['colours'], 'rules'>;

/** What the rules give who chooses nothing. */
export const usualSide = (firstBy: RulesView['first_by']): Side => (firstBy === 'lot' ? 'random' : 'first');

export const sideOf = (colours: Order['colours'], firstBy: RulesView['first_by']): Side => (colours === 'rules' ? usualSide(firstBy) : colours);

/** Who wants what the rules give anyway leaves it to the rules of the next game, too. */
export const chosenSide = (side: Side, firstBy: RulesView['first_by']): Order['colours'] => (side === usualSide(firstBy) ? 'rules' : side);

export function keepOrder(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // no storage: it holds until the page is closed
  }
}
