/**
 * A game as it goes on: what the server has said, what the board should show next, what we have sent.
 *
 * The reader is told nothing that the board has not shown: `state` and `entries` are the game as it is seen, and
 * follow the picture. The server's truth waits behind them and is what our own messages are made for.
 */

import type { Choice } from '../board/entry';
import type { Side } from '../board/column';
import type { Scene } from '../board/scene';
import { commitment } from './proof';
import { messageId, type Link } from './link';
import { forgetSeeds, ownSeed } from './seeds';
import type { Do, Entry, Event, GameView, Hint, Placement, PlayedEntry, Presence, Role, Seat, ServerMessage, Snapshot, State, Stale, Update, VerdictView } from './wire';

export type Port = Pick<Link, 'ask' | 'tell' | 'offset'>;

/** One thing to show: a change of the board, or a spin of the wheel before it. */
export interface Showing {
  readonly scene: Scene;
  readonly entry?: PlayedEntry;
  readonly spin?: string | undefined;
  /** Lines of the log that may be told when it has been shown. */
  readonly tells: readonly Entry[];
}

export type Trouble =
  | { readonly kind: 'illegal'; readonly verdict: VerdictView; readonly squares: readonly string[] }
  | { readonly kind: 'late' }
  | { readonly kind: 'denied'; readonly text: string };

const BACKLOG = 4;
const OVERDUE = 4000;
/** Saving is nothing to speak of unless it takes longer than this. */
const PATIENCE = 900;
/** A picture that never says it is finished must not keep the game from being told. */
const LONGEST_SHOW = 12_000;

const equal = (a: Placement | undefined, b: Placement) =>
  a !== undefined && a.knobs === b.knobs && JSON.stringify(sorted(a.board)) === JSON.stringify(sorted(b.board));
const sorted = (board: Record<string, string>) => Object.entries(board).sort(([a], [b]) => (a < b ? -1 : 1));

export class LiveGame {
  game = $state.raw<GameView | undefined>();
  /** The game as it has been shown. */
  state = $state.raw<State | undefined>();
  you = $state<Role>('watcher');
  /** The log as far as it has been shown. */
  entries = $state.raw<readonly Entry[]>([]);
  presence = $state.raw<Presence | undefined>();
  shown = $state.raw<Showing | undefined>();
  /** A move is on its way and not yet on disk. */
  sending = $state(false);
  /** … and has been for so long that the player should know. */
  slow = $state(false);
  missing = $state(false);
  v = 0;
  #truth: State | undefined;
  #queue: Showing[] = [];
  #waiting = $state(false);
  #guard: ReturnType<typeof setTimeout> | undefined;
  #keys = 0;
  #sent = new Set<string>();

  constructor(
    readonly id: string,
    private readonly port: Port,
    private readonly onentry: (entry: Entry) => void = () => undefined,
    private readonly ontrouble: (trouble: Trouble) => void = () => undefined,
  ) {}

  /** Everything that has happened is on the board. */
  get settled(): boolean {
    return !this.#waiting;
  }

  get seat(): Seat | undefined {
    if (this.you === 'both') return this.state?.actor ?? undefined;
    return this.you === 'watcher' ? undefined : this.you;
  }

  get mayMove(): boolean {
    return this.settled && !this.sending && (this.state?.choices.length ?? 0) > 0;
  }

  may(what: Do): boolean {
    return this.state?.options.some((option) => option.do === what) ?? false;
  }

  squaresFor(what: Do): string[] {
    return this.state?.options.filter((option) => option.do === what && option.square).map((option) => option.square) ?? [];
  }

  // ---------------------------------------------------------------- hearing

  hear(message: ServerMessage): void {
    if (message.t === 'snapshot') this.#snapshot(message);
    else if (message.t === 'update') this.#update(message);
    else if (message.t === 'presence') this.presence = message;
    else if (message.t === 'denied' && message.code === 'not_found') this.missing = true;
  }

  #snapshot(message: Snapshot): void {
    this.game = message.game;
    this.you = message.you;
    this.entries = message.entries;
    this.v = message.v;
    this.#queue = [];
    this.#become(message.state);
    this.state = message.state;
    this.#show(this.#still());
    this.#sendSeeds();
  }

  #update(message: Update | Stale): void {
    if (message.since > this.v || !this.game) return this.port.tell({ t: 'join', g: this.id, ...(this.v ? { since: this.v } : {}) });
    const fresh = message.entries.filter((entry) => entry.v > this.v);
    this.v = Math.max(this.v, message.v);
    if (message.t === 'update') this.#refresh(message);
    this.#become(message.state);
    this.#enqueue(fresh);
    this.#sendSeeds();
  }

  #refresh(message: Update): void {
    const changes = { ...(message.players ? { players: message.players } : {}), ...(message.spinner ? { spinner: message.spinner } : {}) };
    if (Object.keys(changes).length > 0) this.game = { ...this.game!, ...changes };
  }

  #become(state: State): void {
    this.#truth = state;
    for (const { v, go } of this.#reaching) if (v <= this.v) go();
    this.#reaching = this.#reaching.filter(({ v }) => v > this.v);
  }

  #scene(placement: Placement, events: readonly Event[]): Scene {
    return { key: (this.#keys += 1), placement, events };
  }

  /** The board as it is now, without a story. */
  #still(tells: readonly Entry[] = []): Showing {
    return { scene: this.#scene(this.#truth!.at, []), tells };
  }

  #enqueue(fresh: readonly Entry[]): void {
    for (const entry of fresh) {
      if (entry.kind === 'played' && this.#visible(entry)) this.#queue.push(this.#played(entry));
      else this.#after(entry);
    }
    if (!equal(this.#lastPlacement(), this.#truth!.at)) this.#queue.push(this.#still());
    if (this.#queue.length > BACKLOG) this.#queue = [this.#still(this.#queue.flatMap((one) => one.tells))];
    if (!this.#waiting) this.#next();
  }

  /** A line without a picture is told after the pictures before it. */
  #after(entry: Entry): void {
    const before = this.#queue.pop();
    if (before) this.#queue.push({ ...before, tells: [...before.tells, entry] });
    else if (this.#waiting) this.#later.push(entry);
    else this.#tell([entry]);
  }

  #later: Entry[] = [];

  #tell(entries: readonly Entry[]): void {
    this.entries = [...this.entries, ...entries];
    for (const entry of entries) this.onentry(entry);
  }

  #lastPlacement(): Placement | undefined {
    return (this.#queue.at(-1)?.scene.placement ?? this.shown?.scene.placement) as Placement | undefined;
  }

  /** Touching a piece changes nothing; showing it would end the move that is being entered. */
  #visible(entry: PlayedEntry): boolean {
    return entry.action === 'spin' || !equal(this.#lastPlacement(), entry.after);
  }

  #played(entry: PlayedEntry): Showing {
    const spin = entry.events.find((event) => event.kind === 'spun')?.result;
    return { scene: this.#scene(entry.after, entry.events), entry, spin, tells: [entry] };
  }

  /** The next picture; when there is none, the reader may know everything. */
  #next(): void {
    const next = this.#queue.shift();
    if (next) return this.#show(next);
    this.state = this.#truth;
  }

  /** One picture is over and the next comes at once: what stands is counted, and it is the turn of whoever is shown next. */
  #between({ scene, entry }: Showing, next: PlayedEntry | undefined): void {
    if (!next || !this.state) return;
    const clocks = entry?.clocks ?? this.state.clocks;
    this.state = { ...this.state, at: scene.placement as Placement, actor: next.by, choices: [], must_spin: false, pending: null, touched: '', clocks };
  }

  #show(showing: Showing): void {
    this.#waiting = true;
    this.shown = showing;
    clearTimeout(this.#guard);
    this.#guard = setTimeout(() => this.done(showing.scene.key), LONGEST_SHOW);
  }

  /** The board (or the wheel) is done with what it was given. */
  done(key: Scene['key']): void {
    if (key !== this.shown?.scene.key || !this.#waiting) return;
    clearTimeout(this.#guard);
    this.#waiting = false;
    this.#tell([...this.shown.tells, ...this.#later.splice(0)]);
    this.#between(this.shown, this.#queue[0]?.entry);
    this.#next();
    if (!this.#waiting && this.you !== 'watcher') this.port.tell({ t: 'seen', g: this.id, v: this.v });
  }

  // ---------------------------------------------------------------- speaking

  /** Sends a whole move. `path` for moves on squares, text for what has none. */
  async move(choice: Pick<Choice, 'text' | 'path'>): Promise<void> {
    const answer = await this.#send(choice.path.length > 0 ? { path: [...choice.path] } : { text: choice.text });
    if (answer) this.#answered(answer, choice.path);
  }

  /** Sends a move as a person wrote it; the server reads it. The referee's answer, if it was not made. */
  async write(text: string): Promise<VerdictView | undefined> {
    const answer = await this.#send({ text });
    if (answer?.t === 'illegal') return answer.verdict;
    if (answer) this.#answered(answer, []);
    return undefined;
  }

  async #send(what: { path: string[] } | { text: string }): Promise<ServerMessage | undefined> {
    if (!this.#truth || this.sending) return undefined;
    this.sending = true;
    const patience = setTimeout(() => (this.slow = true), PATIENCE);
    if (this.#before) await this.#before;
    const now = this.#truth;
    const seen = this.seat && now.clocks ? { seen: Math.max(0, Math.round(this.remaining(this.seat))) } : {};
    const answer = await this.port.ask({ t: 'move', g: this.id, ply: now.ply, pos: now.pos, id: messageId(), ...what, ...seen });
    clearTimeout(patience);
    this.sending = this.slow = false;
    return answer;
  }

  async act(what: Do, more: { square?: string; seat?: Seat } = {}): Promise<void> {
    const state = this.#truth;
    if (!state) return;
    const answer = await this.port.ask({ t: 'act', g: this.id, do: what, id: messageId(), ply: state.ply, pos: state.pos, ...more });
    this.#answered(answer, more.square ? [more.square] : []);
    if (answer.t === 'ok' || answer.t === 'dup') await this.#reach(answer.v);
  }

  /** Something on the board that the next move must wait for, such as touching the piece. */
  prepare(what: Do, square: string): void {
    const before = this.act(what, { square });
    this.#before = before;
    void before.then(() => (this.#before = undefined));
  }

  #before: Promise<void> | undefined;
  #reaching: { v: number; go: () => void }[] = [];

  #reach(v: number): Promise<void> {
    return v <= this.v ? Promise.resolve() : new Promise((go) => this.#reaching.push({ v, go }));
  }

  async say(text: string): Promise<void> {
    this.#answered(await this.port.ask({ t: 'say', g: this.id, id: messageId(), text }), []);
  }

  async judge(path: readonly string[]): Promise<VerdictView | undefined> {
    const answer = await this.port.ask({ t: 'judge', g: this.id, id: messageId(), path: [...path] });
    return answer.t === 'verdict' ? answer.verdict : undefined;
  }

  async judgeText(text: string): Promise<VerdictView | undefined> {
    const answer = await this.port.ask({ t: 'judge', g: this.id, id: messageId(), text });
    return answer.t === 'verdict' ? answer.verdict : undefined;
  }

  async hint(): Promise<Hint | undefined> {
    const answer = await this.port.ask({ t: 'hint', g: this.id, id: messageId() });
    if (answer.t === 'hint') return answer.pos === this.#truth?.pos ? answer : undefined;
    this.#answered(answer, []);
    return undefined;
  }

  #answered(answer: ServerMessage, squares: readonly string[]): void {
    if (answer.t === 'ok' || answer.t === 'dup') return this.#expect(answer.v);
    if (answer.t === 'stale') this.#update(answer);
    else if (answer.t === 'illegal') this.ontrouble({ kind: 'illegal', verdict: answer.verdict, squares });
    else if (answer.t === 'late') this.ontrouble({ kind: 'late' });
    else if (answer.t === 'denied') this.ontrouble({ kind: 'denied', text: answer.text });
    if (answer.t !== 'stale') this.restore();
  }

  /** What was acknowledged must also be heard of; if it is not, ask for it. */
  #expect(v: number): void {
    setTimeout(() => {
      if (this.v < v) this.port.tell({ t: 'join', g: this.id, since: this.v });
    }, OVERDUE);
  }

  /** Puts the pieces back: the move on the board was not made. */
  restore(): void {
    if (this.#truth && this.settled) this.#show(this.#still());
  }

  // ---------------------------------------------------------------- spinner and clocks

  /** Between two people both promise their seeds before either shows his; alone there is nobody to promise it to. */
  #sendSeeds(): void {
    const { game } = this;
    const phase = this.#truth?.phase;
    if (!game?.spinner) return;
    if (phase === 'playing' || phase === 'over') return forgetSeeds(this.id);
    if (phase !== 'seeding') return;
    const seats: Seat[] = this.you === 'both' ? ['white', 'black'] : this.you === 'watcher' ? [] : [this.you];
    for (const seat of seats) if (!this.#given(seat, 'seed') && game.players[seat].kind !== 'computer') this.#sendSeed(seat);
  }

  #given(seat: Seat, what: 'seed' | 'commit'): string {
    return this.game?.spinner?.[`${seat}_${what}`] ?? '';
  }

  #sendSeed(seat: Seat): void {
    const seed = ownSeed(this.id, seat);
    const commit = commitment(this.id, seed, seat);
    const promises = this.game?.kind === 'friend';
    const promised = this.#given(seat, 'commit') === commit;
    if (promises && promised && !(this.#given('white', 'commit') && this.#given('black', 'commit'))) return;
    const what = promises && !promised ? ({ t: 'commit', commit } as const) : ({ t: 'seed', seed } as const);
    if (this.#sent.has(what.t + seat)) return;
    this.#sent.add(what.t + seat);
    void this.port.ask({ ...what, g: this.id, id: messageId(), ...(this.you === 'both' ? { seat } : {}) });
  }

  /** Milliseconds left for the first move of a side; undefined where it is not waited for. */
  opening(side: Side, now = Date.now()): number | undefined {
    const clocks = this.state?.clocks;
    if (!clocks?.opening || clocks.running !== side) return undefined;
    return Math.max(0, clocks.wait - Math.max(0, now + this.port.offset - clocks.at));
  }

  /** Milliseconds left for a side, by the server's clock. */
  remaining(side: Side, now = Date.now()): number {
    const clocks = this.state?.clocks;
    if (!clocks) return Infinity;
    if (clocks.running !== side) return clocks[side];
    const passed = Math.max(0, now + this.port.offset - clocks.at - clocks.wait);
    return Math.max(0, clocks[side] - passed);
  }
}
