/** House rules in the making: a base, the changes to it, and what the server thinks of them. */

import { language } from '../i18n/index.svelte';
import { api } from './api';
import type { AxisView, Checked, DifferenceView, RulesChoice, RulesetPage } from './wire';

export type Value = AxisView['default'];

const PAUSE = 250;

export class HouseRules {
  base = $state.raw<{ choice: RulesChoice; page: RulesetPage } | undefined>();
  changes = $state.raw<Readonly<Record<string, Value>>>({});
  checked = $state.raw<Checked | undefined>();
  differences = $state.raw<readonly DifferenceView[]>([]);
  busy = $state(false);
  #abort: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What the players call these rules; without a name they are called after the game they come from. */
  title = $state('');

  get choice(): RulesChoice {
    const start = this.base?.choice ?? {};
    const options = { ...start.options, ...this.changes };
    const title = this.title.trim();
    const named = title || this.count > 0 ? { title } : {};
    return { ...start, ...(Object.keys(options).length > 0 ? { options } : {}), ...named };
  }

  get count(): number {
    return Object.keys(this.changes).length;
  }

  bookValue(axis: AxisView): Value {
    return this.base?.page.axes.find((one) => one.name === axis.name)?.value ?? axis.default;
  }

  /** False where the other rules, as they stand now, leave this one without effect. */
  applies(axis: AxisView): boolean {
    const page = this.checked?.page ?? this.base?.page;
    return page?.axes.find((one) => one.name === axis.name)?.applies ?? true;
  }

  value(axis: AxisView): Value {
    return this.changes[axis.name] ?? this.bookValue(axis);
  }

  /** Starts from a shipped ruleset, with changes that were saved or shared. */
  async start(id: string, options: Readonly<Record<string, Value>> = {}): Promise<void> {
    this.base = { choice: { id }, page: await api.ruleset(id) };
    this.changes = options;
    this.check();
  }

  /** Starts from the text of a ruleset file. Returns what is wrong with it. */
  async startText(toml: string, changes: Readonly<Record<string, Value>> = {}): Promise<readonly string[]> {
    const checked = await api.check({ rules: { toml }, lang: language.lang });
    if (!checked.page) return checked.faults.map((fault) => fault.text);
    this.base = { choice: { toml }, page: checked.page };
    this.changes = changes;
    this.checked = checked;
    if (this.count > 0) this.check();
    return [];
  }

  set(axis: AxisView, value: Value): void {
    const next: Record<string, Value> = { ...this.changes, [axis.name]: value };
    if (JSON.stringify(value) === JSON.stringify(this.bookValue(axis))) delete next[axis.name];
    this.changes = next;
    this.check();
  }

  reset(): void {
    this.changes = {};
    this.check();
  }

  /** Asks the server a moment after the last change; an answer to an older question is dropped. */
  check(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    this.busy = true;
    this.#timer = setTimeout(() => void this.#ask(abort.signal), PAUSE);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      const checked = await api.check({ rules: this.choice, lang: language.lang }, signal);
      if (signal.aborted) return;
      this.checked = checked;
      this.busy = false;
      const apart = checked.page && this.count > 0 && this.base ? await api.differences({ a: this.base.choice, b: this.choice, lang: language.lang }) : undefined;
      if (!signal.aborted) this.differences = apart?.differences ?? [];
    } catch (error) {
      if (signal.aborted) return;
      this.busy = false;
      throw error;
    }
  }
}
