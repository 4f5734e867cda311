/** The analysis on the desk: which rules and which tree of moves, where they came from, and what is tried on them. */

import { untrack } from 'svelte';
import { asking } from '../board/entry';
import type { Square } from '../board/geometry';
import type { BoardHandle } from '../board/props';
import { Desk } from '../desk/desk.svelte';
import { language, t } from '../i18n/index.svelte';
import { api, ApiError, choiceOf } from '../lib/api';
import { fenOf } from '../lib/fen';
import { keep, newKey, recall } from '../lib/kept';
import { moveLine, type MoveLine } from '../lib/line';
import { tokenOf } from '../lib/links';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { startWith } from '../lib/shelf';
import { play } from '../lib/sound';
import { errorText, toasts } from '../lib/toast.svelte';
import { sent, Tree, type Node, type Saved } from '../lib/tree.svelte';
import type { ImportedGame, Placement, RulesetBrief, RulesView, SavedMove } from '../lib/wire';

interface Kept extends Saved {
  readonly at: readonly number[];
  readonly flipped: boolean;
}

export class Workbench {
  list = $state.raw<readonly RulesetBrief[]>([]);
  rules = $state.raw<RulesView | undefined>();
  tree = $state.raw<Tree | undefined>();
  flipped = $state(false);
  /** Why there is nothing on the desk. */
  fault = $state('');
  /** A position that is being set up. */
  draft = $state.raw<Placement | undefined>();
  /** Settings for a game from here are open. */
  playing = $state(false);
  board = $state.raw<BoardHandle | undefined>();
  readonly desk = new Desk(() => this.rules);
  /** Under this name the analysis is kept, and in the address it is found again. */
  #key = $state('');

  constructor(private readonly query: () => URLSearchParams) {}

  view = $derived.by(() => this.tree?.at.view);

  // ------------------------------------------------------------------ coming, going and coming back

  async open(): Promise<void> {
    try {
      this.list = await api.rulesets();
      const wanted = this.query().get('a') ?? '';
      if (!(wanted && (await this.#restore(wanted)))) await this.#openAsked();
    } catch (error) {
      this.fault = errorText(error);
    }
  }

  /** To be called while the page is made: back and forward lead from one analysis to another, and each is kept. */
  watch(): void {
    $effect(() => {
      const wanted = this.query().get('a') ?? '';
      if (this.#key && wanted !== this.#key) untrack(() => this.trying(wanted ? this.#restore(wanted) : this.#openAsked()));
    });
    $effect(() => {
      const { tree, flipped } = this;
      if (tree && this.#key) keep(this.#key, { ...tree.saved, at: tree.address(tree.at), flipped } satisfies Kept);
    });
  }

  /** What goes wrong is told, and changes nothing. */
  async trying(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      toasts.fail(error);
    }
  }

  async #openAsked(): Promise<void> {
    const game = this.query().get('g');
    if (game) await this.#openGame(game);
    else await this.openRules(startWith(this.list, this.query().get('rules')), this.query().get('fen') ?? undefined);
  }

  async #restore(wanted: string): Promise<boolean> {
    const kept = recall<Kept>(wanted);
    if (!kept) return false;
    const found = await api.tree(sent(kept));
    this.#lay(found.rules, Tree.grown(choiceOf(found.rules), found));
    this.#key = wanted;
    this.flipped = kept.flipped;
    await this.go(this.tree!.find(kept.at));
    return true;
  }

  /** Puts a game on the desk; the one before can be come back to. */
  #begin(chosen: RulesView, fresh: Tree): void {
    const first = this.#key === '';
    this.#lay(chosen, fresh);
    this.#key = newKey();
    const address = new URLSearchParams(first ? this.query() : {});
    if (!first) address.set('rules', chosen.id);
    address.set('a', this.#key);
    router.go(`/analysis?${address}`, first);
  }

  #lay(chosen: RulesView, fresh: Tree): void {
    this.rules = chosen;
    this.tree = fresh;
    this.draft = undefined;
    this.desk.clear();
    this.playing = false;
  }

  async beginAt(chosen: RulesView, fen?: string): Promise<void> {
    const fresh = new Tree(choiceOf(chosen), fen);
    await fresh.load(fresh.root);
    this.#begin(chosen, fresh);
  }

  /** The choice is remembered at once: whoever leaves before the rules have come has chosen all the same. */
  async openRules(id: string, fen?: string): Promise<void> {
    settings.game = id;
    await this.beginAt((await api.ruleset(id)).rules, fen);
  }

  /** A game of this server. */
  async #openGame(id: string): Promise<void> {
    const { game, entries, you } = await api.game(id, tokenOf(id));
    const moves = movesOf(moveLine(entries));
    const found = await api.tree({ rules: choiceOf(game.rules), fen: fenOf(game.rules, game.start), moves, lang: language.lang });
    this.flipped = you === 'black';
    this.#begin(found.rules, Tree.grown(choiceOf(found.rules), found));
  }

  async openImported(game: ImportedGame): Promise<void> {
    const fresh = Tree.grown(choiceOf(game.rules), game);
    await fresh.load(fresh.root);
    this.#begin(game.rules, fresh);
    if (game.faults.length > 0) toasts.show(`${t().analysis.faults} ${game.faults.join(' ')}`, 'bad');
  }

  // ------------------------------------------------------------------ moves

  async go(node: Node): Promise<void> {
    this.desk.clear();
    this.desk.clauses = [];
    await this.trying(this.tree!.go(node));
  }

  async playText(text: string): Promise<void> {
    this.desk.clear();
    await this.trying(this.tree!.play(text));
  }

  async playLine(moves: readonly string[]): Promise<void> {
    const end = this.tree!.append(this.tree!.at, moves.slice(0, 1));
    await this.go(end);
    this.tree!.append(end, moves.slice(1));
  }

  /** Reads as freely as in a game; where several moves are meant, the board asks. */
  async typed(text: string): Promise<string> {
    const { rules, fen, at } = this.tree!;
    const line = [...at.moves, text].map((one, i) => ({ parent: i - 1, text: one }));
    try {
      const found = await api.tree(sent({ rules, fen, moves: line, comment: '', tags: {} }));
      await this.playText(found.moves.at(-1)!.text);
      return '';
    } catch (error) {
      return error instanceof ApiError && error.code === 'bad_moves' ? this.#refused(text) : errorText(error);
    }
  }

  async #refused(text: string): Promise<string> {
    const { tree, view, desk } = this;
    try {
      const verdict = await api.judge({ ...tree!.request(tree!.at), lang: language.lang, text });
      if (verdict.reason === 'unreadable') return t().board.unknownMove;
      const choices = view!.choices.filter((choice) => verdict.evidence.includes(choice.text));
      if (verdict.verdict === 'ambiguous' && choices.length > 0) this.board?.enter(asking(choices));
      else desk.explain(verdict, desk.squares(text) ?? [], view!.fen);
      return '';
    } catch {
      return t().board.unknownMove;
    }
  }

  /** Something on the board that is no move: the referee says why. */
  async attempt(squares: readonly Square[]): Promise<void> {
    const { tree, view } = this;
    if (!view?.at.board[squares[0] ?? '']) return;
    try {
      const verdict = await api.judge({ ...tree!.request(tree!.at), lang: language.lang, path: [...squares] });
      play('refuse');
      if (verdict.verdict === 'refused' || verdict.verdict === 'offence') this.desk.explain(verdict, squares, view.fen);
    } catch (error) {
      toasts.fail(error);
    }
  }

  // ------------------------------------------------------------------ setting up

  edit(): void {
    this.draft = this.view ? { ...this.view.at, spin: null } : { board: {}, turn: 'white', knobs: '', spin: null };
  }

  async useDraft(): Promise<void> {
    await this.trying(this.beginAt(this.rules!, fenOf(this.rules!, this.draft!)));
  }
}

/** The line of a game, with the moves that were taken back beside the line they left. */
function movesOf(line: MoveLine): SavedMove[] {
  const moves: SavedMove[] = line.main.map((ply, i) => ({ parent: i - 1, text: ply.text, by: ply.by }));
  for (const [ply, branches] of line.branches) {
    const from = line.main.findLastIndex((one) => one.ply < ply);
    for (const branch of branches) branch.forEach((one, i) => moves.push({ parent: i === 0 ? from : moves.length - 1, text: one.text, by: one.by }));
  }
  return moves;
}
