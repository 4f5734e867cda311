/** What the notebook's kernel sends and takes, as anywidget hands it over. */

import type { Choice, Event as BoardEvent, Lang, Placement, RulesView, Seat } from '../src/lib/wire';

export interface View {
  readonly key: number;
  readonly at: Placement;
  readonly events: readonly BoardEvent[];
  /** Empty while it is the computer's turn. */
  readonly choices: readonly Choice[];
  /** What else may be done, as it is written: spin, huff c3, takeback … */
  readonly actions: readonly string[];
  readonly moves: readonly string[];
  readonly actor: Seat;
  readonly thinking: boolean;
  /** A sentence once the game is over. */
  readonly outcome: string;
}

export interface Line {
  readonly text: string;
  readonly win: number;
  readonly decided: boolean;
  readonly moves: readonly string[];
  /** The squares of its first move. */
  readonly path: readonly string[];
  readonly spin: string;
}

export interface Analysis {
  /** The view that it is about. */
  readonly key: number;
  readonly depth: number;
  readonly lines: readonly Line[];
}

export interface Traits {
  rules: RulesView;
  view: View;
  analysis: Analysis;
  analysing: boolean;
  flipped: boolean;
  lang: Lang;
  /** The referee's words about the last attempt. */
  told: string;
}

export type Told = { do: 'play'; text: string } | { do: 'attempt'; squares: readonly string[] } | { do: 'undo' };

/** The part of anywidget's model that is used. */
export interface Model {
  get<K extends keyof Traits>(name: K): Traits[K];
  set<K extends keyof Traits>(name: K, value: Traits[K]): void;
  save_changes(): void;
  send(message: Told): void;
  on(event: string, heard: () => void): void;
  off(event: string, heard: () => void): void;
}
