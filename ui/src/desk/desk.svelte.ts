/**
 * What every page with a board has on its desk: how the game is drawn, read and told, what the referee has said
 * about an attempt, and what is looked at more closely. Knows nothing of where the game comes from.
 */

import { reader, type Square } from '../board/geometry';
import type { Words } from '../board/names';
import type { Cue } from '../board/plan';
import type { Marks } from '../board/scene';
import { readSquares } from '../board/typed';
import { inWordsOf, say, t } from '../i18n/index.svelte';
import { choiceOf } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import type { RulesChoice, RulesView, Seat, VerdictView } from '../lib/wire';
import { boardOf, evidenceMarks, labelsFor, lookOf } from './drawing';
import { cueSound } from './sounds';

/** An attempt that was refused, and the position it was made in. */
export interface Refusal {
  readonly verdict: VerdictView;
  readonly squares: readonly Square[];
  readonly fen: string;
}

export class Desk {
  why = $state.raw<Refusal | undefined>();
  /** What proves the referee's words, drawn on the board. */
  proofs = $state.raw<Marks>({});
  /** Clauses that the rule sheet points at. */
  clauses = $state.raw<readonly string[]>([]);
  inspected = $state<Square | undefined>();

  constructor(private readonly given: () => RulesView | undefined) {}

  rules = $derived.by(() => this.given());
  geometry = $derived(this.rules ? boardOf(this.rules) : undefined);
  look = $derived(this.rules ? lookOf(this.rules) : undefined);
  read = $derived(this.geometry ? reader(this.geometry) : () => undefined);
  /** The catalogue, in the words of this game's book. */
  m = $derived(this.rules ? inWordsOf(this.rules) : t());
  words = $derived<Words>({ m: this.m, side: (seat) => this.side(seat) });
  title = $derived(this.rules ? say(this.rules.title) : '');
  labels = $derived(this.rules ? labelsFor(this.rules, settings.labels) : 'off');
  choice = $derived<RulesChoice>(this.rules ? choiceOf(this.rules) : {});
  proven = $derived((this.proofs.arrows?.length ?? 0) + (this.proofs.circled?.length ?? 0) > 0);

  side(seat: Seat): string {
    return this.rules ? say(this.rules.sides[seat].name) : '';
  }

  /** The squares that a move's text names. */
  squares(text: string): Square[] | undefined {
    return readSquares(text, this.read);
  }

  explain(verdict: VerdictView, squares: readonly Square[], fen: string): void {
    this.proofs = {};
    this.why = { verdict, squares, fen };
  }

  showProof(evidence: readonly string[]): void {
    this.proofs = evidenceMarks(evidence, this.read);
  }

  showClause(list: readonly string[]): void {
    this.clauses = list;
  }

  /** What was said about one position does not hold in the next. */
  clear(): void {
    this.why = undefined;
    this.proofs = {};
  }

  inspect(square: Square | undefined, board: Readonly<Record<Square, string>>): void {
    this.inspected = square && board[square] ? square : undefined;
  }

  cue(what: Cue): void {
    const name = cueSound(what);
    if (name) play(name);
  }
}
