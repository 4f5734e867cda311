/** A player at a live game: what he looks at, what he has begun, and what his presses mean. */

import { untrack } from 'svelte';
import { asking, EMPTY, press, type Choice } from '../board/entry';
import type { Square } from '../board/geometry';
import { either, spoken } from '../board/names';
import type { Cue } from '../board/plan';
import type { BoardHandle } from '../board/props';
import type { Marks, Scene } from '../board/scene';
import { Desk } from '../desk/desk.svelte';
import { t } from '../i18n/index.svelte';
import { timeText } from '../lib/clock';
import { connection } from '../lib/connection.svelte';
import { moveLine } from '../lib/line';
import { LiveGame, type Trouble } from '../lib/live.svelte';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { play as sound } from '../lib/sound';
import { toasts } from '../lib/toast.svelte';
import type { Do, Entry, PlayedEntry, Seat, VerdictView } from '../lib/wire';

const WORDS: Record<string, Do> = {
  takeback: 'takeback', accept: 'accept', spin: 'spin', resign: 'resign', 'claim draw': 'claim_draw', 'offer draw': 'offer_draw', undo: 'undo',
};
const NOTICED: ReadonlySet<Entry['kind']> = new Set(['draw_offered', 'undo_offered', 'said', 'rematch_offered'] as const);
const seatOf = (column: string): Seat => (column.charAt(0).toLowerCase() === 'w' ? 'white' : 'black');

const lostIn = (entry: PlayedEntry | undefined) => entry?.events.flatMap((event) => (event.kind === 'huffed' ? [event.square] : [])) ?? [];

export class Play {
  readonly live: LiveGame;
  board = $state.raw<BoardHandle | undefined>();
  turned = $state(false);
  /** The version of a past position that is looked at; 0: the start; undefined: the game as it stands. */
  review = $state<number | undefined>();
  readonly desk = new Desk(() => this.live.game?.rules);
  rulesOpen = $state(false);
  picking = $state(false);
  adjusting = $state(false);
  premove = $state.raw<readonly Square[]>([]);
  announced = $state('');
  /** Everything stands still while the referee is heard. */
  frozen = $state(false);
  /** The result has been read and put away. */
  dismissed = $state(false);
  #position = '';

  constructor(id: string) {
    this.live = new LiveGame(id, connection.link, (entry) => this.#heard(entry), (what) => this.#trouble(what));
  }

  // ---------------------------------------------------------------- what is shown

  title = $derived.by(() => this.desk.title || 'Crowned');
  line = $derived.by(() => moveLine(this.live.entries));
  choices = $derived.by((): readonly Choice[] => this.live.state?.choices ?? []);
  flipped = $derived.by(() => (this.live.you === 'black') !== this.turned);
  lost = $derived.by(() => connection.status === 'lost');
  #reviewed = $derived.by(() => (this.review === undefined ? undefined : this.live.entries.find((entry) => entry.kind === 'played' && entry.v === this.review) as PlayedEntry | undefined));
  scene = $derived.by((): Scene | undefined => (this.review === undefined ? this.live.shown?.scene : this.#past()));
  active = $derived.by(() => this.review === undefined && this.live.mayMove && !this.picking && !this.adjusting);
  planning = $derived.by(
    () => settings.premove && this.review === undefined && this.live.state?.phase === 'playing' && this.#sits && this.live.state.actor !== this.live.you,
  );
  spin = $derived.by(() => {
    const shown = this.live.shown;
    return shown?.spin && !this.live.settled ? { key: shown.scene.key, result: shown.spin } : undefined;
  });

  /** A piece was lost or a move taken back: what the referee said, until somebody moves. Who comes later is told as well. */
  #ruled = $derived.by(() => this.line.main.findLast((ply) => ply.entry.offence || ply.action === 'move')?.entry);
  #judged = $derived.by(() => (this.review !== undefined ? this.#reviewed : this.frozen ? this.live.shown?.entry : this.#ruled));
  /** The ruling to be explained: of the position looked at, or the last one of the game. */
  ruling = $derived.by(() => (this.#judged?.offence ? this.#judged : undefined));

  get #sits(): boolean {
    return this.live.you === 'white' || this.live.you === 'black';
  }

  /** The seats, the lower one on the screen first. */
  get seats(): [Seat, Seat] {
    return this.flipped ? ['black', 'white'] : ['white', 'black'];
  }

  #past(): Scene | undefined {
    const game = this.live.game;
    if (this.review === 0 && game) return { key: 'start', placement: game.start, events: [] };
    const entry = this.#reviewed;
    return entry ? { key: `v${entry.v}`, placement: entry.after, events: entry.events } : undefined;
  }

  // ---------------------------------------------------------------- what is marked on the board

  #last = $derived.by((): Square[] => {
    const entry = this.#reviewed ?? this.line.main.findLast((ply) => ply.action === 'move')?.entry;
    const events = this.review === 0 ? [] : (entry?.events ?? []);
    const path = events.flatMap((event) => (event.kind === 'moved' ? event.path : []));
    if (path.length > 0) return [path[0]!, path.at(-1)!];
    return events.flatMap((event) => (event.kind === 'opened' || event.kind === 'closed' ? [event.square] : []));
  });
  #huffable = $derived.by(() => this.live.squaresFor('huff'));
  /** The book takes a piece off, and the player must say which. */
  mustPick = $derived.by(() => this.#huffable.length > 1 && !this.live.may('accept') && this.choices.length === 0);
  marks = $derived.by(
    (): Marks => ({
      last: this.#last,
      arrows: [...(this.desk.proofs.arrows ?? []), ...(this.premove.length > 1 ? [{ path: this.premove, kind: 'premove' as const }] : [])],
      circled: [...(this.desk.proofs.circled ?? []), ...(this.premove.length === 1 ? this.premove : [])],
      picking: this.picking || this.mustPick ? this.#pickable() : [],
      lost: this.frozen ? [] : lostIn(this.ruling),
      touched: this.review === undefined ? this.live.state?.touched || undefined : undefined,
    }),
  );

  #pickable(): Square[] {
    if (this.#huffable.length > 0) return this.#huffable;
    const pieces = Object.entries(this.live.state!.at.board);
    return pieces.filter(([, column]) => seatOf(column) !== this.live.seat).map(([square]) => square);
  }

  // ---------------------------------------------------------------- what the server says

  /** To be called while the page is made. */
  watch(): void {
    $effect(() => {
      const text = this.live.state?.outcome?.text;
      if (text) untrack(() => this.announce(text));
    });
    $effect(() => this.#moved(this.live.state?.pos ?? ''));
    // Who looks at the past does not see the game go on; it is told to him at once.
    $effect(() => {
      const { shown, settled } = this.live;
      if (this.review !== undefined && shown && !settled) untrack(() => this.live.done(shown.scene.key));
    });
    $effect(() => {
      if (this.premove.length > 1 && this.live.mayMove) this.#playPremove();
    });
  }

  /** A new position: what was said about the one before no longer holds. */
  #moved(position: string): void {
    if (position === this.#position) return;
    this.#position = position;
    this.desk.clear();
    this.picking = this.adjusting = false;
  }

  #heard(entry: Entry): void {
    if (entry.kind === 'played') this.frozen = false;
    if (entry.kind === 'false_claim') this.#falseClaim(entry.by);
    if (entry.kind === 'played' && entry.events.length > 0) {
      const said = spoken(this.desk.words, entry.events);
      if (said) this.announce(t().spoken.by(this.desk.side(entry.by), said));
    }
    this.#declined(entry);
    if (entry.kind === 'rematched' && this.live.you !== 'watcher') router.go(`/g/${entry.game}`);
    if (entry.kind === 'missed') toasts.show(this.desk.m.huff.missed(either(this.desk.m, entry.squares)));
    if (entry.kind === 'ended') sound(!this.#sits || entry.winner === this.live.you ? 'win' : entry.winner ? 'lose' : 'notice');
    if (NOTICED.has(entry.kind) && 'by' in entry && entry.by !== this.live.you) sound('notice');
  }

  /** Who has offered something is told that it was not wanted. */
  #declined(entry: Entry): void {
    const said = { draw_declined: t().game.drawDeclined, undo_declined: t().game.undoDeclined, rematch_declined: t().game.rematchDeclined };
    if (entry.kind !== 'draw_declined' && entry.kind !== 'undo_declined' && entry.kind !== 'rematch_declined') return;
    if (entry.by === this.live.you || this.live.you === 'both') return;
    const text = said[entry.kind](this.#nameOf(entry.by));
    toasts.show(text);
    this.announce(text);
  }

  #nameOf(seat: Seat): string {
    const player = this.live.game!.players[seat];
    return player.kind === 'computer' ? t().game.computer(player.level) : player.name || this.desk.side(seat);
  }

  /** Who made the claim reads the referee's answer to it; the others are told that there was one. */
  #falseClaim(by: Seat): void {
    const text = t().huff.falseClaim(by === this.live.you ? '' : this.desk.side(by));
    if (by !== this.live.you) toasts.show(text);
    this.announce(text);
  }

  /** While the referee is heard, the captures that were owed are drawn. */
  cue(what: Cue): void {
    const entry = this.live.shown?.entry;
    if (what.kind !== 'freeze' || !entry?.offence) return;
    this.frozen = true;
    this.desk.why = undefined;
    this.desk.showProof(entry.offence.evidence);
    this.announce(entry.offence.rule);
  }

  announce(text: string): void {
    this.announced = this.announced === text ? `${text}\u200a` : text;
  }

  #trouble(what: Trouble): void {
    sound('refuse');
    if (what.kind === 'illegal') this.explain(what.verdict, what.squares);
    else toasts.show(what.kind === 'late' ? t().game.late : what.text, 'bad');
    this.picking = false;
  }

  // ---------------------------------------------------------------- moves and attempts

  move(choice: Choice): void {
    this.desk.clear();
    void this.live.move(choice);
  }

  /** Something that is no move: the referee says why, or completes it. */
  async attempt(squares: readonly Square[]): Promise<void> {
    const standing = this.live.state?.at.board[squares[0] ?? ''];
    if (!this.live.mayMove || !standing) return;
    if (seatOf(standing) !== this.live.seat) return void toasts.show(t().why.notYours);
    sound('refuse');
    // A piece that may not move stays in hand, so that the whole attempt can be shown and judged.
    if (squares.length === 1) this.board?.keep(squares);
    const verdict = await this.live.judge(squares);
    if (!verdict) return void toasts.show(t().why.silent);
    const whole = squares.length > 1;
    if (verdict.verdict === 'incomplete' && whole) this.board?.keep(squares);
    else if (whole && (verdict.verdict === 'accepted' || verdict.verdict === 'offence')) void this.live.move({ text: '', path: squares });
    else this.explain(verdict, squares);
  }

  explain(verdict: VerdictView, squares: readonly Square[]): void {
    this.desk.explain(verdict, squares, this.live.state?.fen ?? '');
    if (squares[0]) this.board?.shake(squares[0]);
  }

  showProof(evidence: readonly string[]): void {
    this.review = undefined;
    this.desk.showProof(evidence);
  }

  async hint(): Promise<void> {
    const found = await this.live.hint();
    if (!found) return;
    const { path, captures, slide } = found.choice;
    const door = slide?.door;
    this.desk.proofs = door ? { circled: [door] } : { arrows: [{ path, captures, kind: 'hint' }] };
  }

  // ---------------------------------------------------------------- presses that are no part of a move

  /** Pointing at a piece to huff or to adjust, planning ahead. */
  get special(): ((square: Square) => boolean) | undefined {
    return this.picking || this.mustPick || this.adjusting || this.planning ? (square) => this.#special(square) : undefined;
  }

  #special(square: Square): boolean {
    if (this.picking || this.mustPick) {
      if (this.#pickable().includes(square)) void this.live.act('huff', { square });
      this.picking = false;
      return true;
    }
    if (this.adjusting) {
      void this.live.act('adjust', { square });
      this.adjusting = false;
      return true;
    }
    return this.planning && this.#plan(square);
  }

  #plan(square: Square): boolean {
    const standing = this.live.state!.at.board[square];
    const [from] = this.premove;
    if (standing && seatOf(standing) === this.live.you) this.premove = from === square ? [] : [square];
    else this.premove = from ? [from, square] : [];
    return true;
  }

  #playPremove(): void {
    const [from = '', to = ''] = this.premove;
    const { outcome } = press(this.choices, press(this.choices, EMPTY, from, 'never').entry, to, 'forced');
    this.premove = [];
    if (outcome.kind === 'complete') this.move(outcome.choice);
    else toasts.show(t().game.premoveGone);
  }

  selected(square: Square | undefined): void {
    const { live } = this;
    if (square && live.game?.touch_move && live.may('touch') && live.state?.touched !== square) live.prepare('touch', square);
  }

  inspect(square: Square | undefined): void {
    this.desk.inspect(square, this.scene?.placement.board ?? {});
  }

  // ---------------------------------------------------------------- typing and keys

  /** A move or a word that was typed; answers what is wrong with a text that nobody can read. */
  async typed(text: string): Promise<string> {
    this.review = undefined;
    if (/^\d$/.test(text) && this.board?.choose(Number(text) - 1)) return '';
    const choice = this.choices.find((one) => one.text.toLowerCase() === text.toLowerCase());
    if (choice) this.board?.enter({ entry: EMPTY, outcome: { kind: 'complete', choice } });
    else if (!this.#typedWords(text)) return this.#written(await this.live.write(text), text);
    return '';
  }

  /** The server reads as freely as a player may write; where it found several moves, the board asks. */
  #written(verdict: VerdictView | undefined, text: string): string {
    if (!verdict) return '';
    sound('refuse');
    if (verdict.reason === 'unreadable') return t().board.unknownMove;
    const choices = this.choices.filter((choice) => verdict.evidence.includes(choice.text));
    if (verdict.verdict === 'ambiguous' && choices.length > 0) this.board?.enter(asking(choices));
    else this.explain(verdict, this.desk.squares(text) ?? []);
    return '';
  }

  /** Words that are no move on squares; true if understood. */
  #typedWords(text: string): boolean {
    const [verb = '', square = ''] = text.toLowerCase().split(/\s+/);
    const named = ['huff', 'touch', 'adjust'].includes(verb) ? this.desk.read(square) : undefined;
    const act = named ? (verb as Do) : WORDS[text.toLowerCase()];
    if (act) void this.live.act(act, named ? { square: named } : {});
    return act !== undefined;
  }

  /** What a letter on the board asks for. */
  command(letter: string): string | undefined {
    if (letter === 't' && this.live.state?.clocks) return this.seats.map((seat) => `${this.desk.side(seat)}: ${timeText(this.live.remaining(seat))}`).join(', ');
    if (letter === 'v') return this.line.main.at(-1)?.text;
    return undefined;
  }

  /** One move back or forth; false where there is none. */
  step(by: -1 | 1): boolean {
    const { main } = this.line;
    const at = this.review === undefined ? main.length - 1 : main.findIndex((ply) => ply.v === this.review);
    if (by < 0 ? at < 0 : this.review === undefined) return false;
    if (by < 0) this.review = at === 0 ? 0 : main[at - 1]!.v;
    else this.review = at + 1 >= main.length - 1 ? undefined : main[at + 1]!.v;
    return true;
  }

  /** The board has shown a scene; a spin is over when the wheel stands. */
  boardDone(key: Scene['key']): void {
    if (this.frozen) this.desk.proofs = {};
    this.frozen = false;
    if (!this.live.shown?.spin) this.live.done(key);
  }
}
