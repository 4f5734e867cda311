/**
 * A board without a screen: what is entered, pointed at and in hand, and what follows from it.
 *
 * The view draws this state and hands presses, drags and keys to it; moves, attempts and questions go out
 * through the callbacks of `BoardProps`. Nothing here touches the page, so everything here can be tested.
 */

import {
  drag as dragTo, EMPTY, movable, pick, press as pressOn, stop, takenSoFar, targets as targetsOf, undo,
  type Choice, type Entry, type Slide, type Step,
} from './entry';
import { reader, rows, step, type Point, type Square } from './geometry';
import { Hand, type Touch } from './hand';
import { NameTyper, type Command } from './keys';
import { Knobs } from './knobs.svelte';
import { slideName, squareName } from './names';
import { difference, PACE, plan } from './plan';
import type { BoardProps } from './props';
import type { Marks, Scene } from './scene';
import { Sketch } from './sketch.svelte';
import { Stage, type Animator } from './stage.svelte';
import { targetsFor, type Target } from './targets';

/** What the model needs of the page. */
export interface Screen extends Animator {
  /** Puts the keyboard's focus on a square. */
  focus(square: Square): void;
}

/** The piece in hand and the point it is carried to. */
export interface Carried {
  readonly id: number;
  readonly point: Point;
}

const SHAKE = 320;
const NOWHERE: ReadonlySet<Square> = new Set();

export class BoardModel {
  /** The squares chosen so far for a move that is not yet named. */
  entry = $state.raw<Entry>(EMPTY);
  /** The square that keys act on, and whether that should be seen. */
  focused = $state<Square>('');
  hasFocus = $state(false);
  /** The square under the mouse. */
  hovered = $state<Square | undefined>();
  carried = $state.raw<Carried | undefined>();
  /** Which of the ways that are asked about is looked at. */
  way = $state(0);
  /** What was last whispered to a screen reader. */
  whisper = $state('');
  /** The pieces as they are drawn. */
  readonly stage: Stage;
  readonly knobs: Knobs;
  /** What the viewer draws for himself. */
  readonly sketch = new Sketch();

  readonly #hand: Hand;
  readonly #typer = new NameTyper();
  #shown: Scene | undefined;

  constructor(
    private readonly given: () => BoardProps,
    private readonly screen: Screen,
  ) {
    this.stage = new Stage(() => given().look, screen, (cue) => given().oncue?.(cue));
    this.knobs = new Knobs(given, () => this.stage.knobs);
    this.#hand = new Hand((square) => this.#held(square));
  }

  // ------------------------------------------------------------------ what follows from the state

  active = $derived.by(() => this.given().active ?? false);
  flipped = $derived.by(() => this.given().flipped ?? false);
  /** A picture stands still unless it is asked to move. */
  still = $derived.by(() => this.given().still ?? this.given().picture ?? false);
  rows = $derived.by(() => rows(this.given().geometry, this.flipped));
  #read = $derived.by(() => reader(this.given().geometry));
  #paths = $derived.by(() => (this.given().choices ?? []).filter((choice) => choice.path.length > 0));
  #next = $derived(targetsOf(this.#paths, this.entry));
  starts = $derived<ReadonlySet<Square>>(this.active ? movable(this.#paths) : NOWHERE);
  /** Lighting up the pieces that may move would betray a capture where missing one is part of the game. */
  lit = $derived.by(() => {
    const helps = (this.given().showTargets ?? true) && this.#paths.every((choice) => choice.captures.length > 0);
    return helps ? this.starts : NOWHERE;
  });
  marks = $derived.by((): Marks => {
    const marks = this.given().marks ?? {};
    const arrows = this.entry.asking.length > 0 ? this.#asked() : (marks.arrows ?? []);
    return { ...marks, arrows: [...arrows, ...this.sketch.arrows], ringed: this.sketch.ringed };
  });
  targets = $derived.by((): readonly Target[] => this.#targets());
  /** Slides whose doing is shown before it is done: of the knob in hand, or of the door that is pointed at. */
  preview = $derived.by((): readonly Slide[] => this.#preview());
  selected = $derived(this.active ? this.entry.prefix.at(-1) : undefined);
  /** The square the piece in hand came from. */
  lifted = $derived(this.active ? this.entry.prefix[0] : undefined);

  #asked() {
    return this.entry.asking.map((choice, i) => ({ path: choice.path, captures: choice.captures, kind: 'choice' as const, label: String(i + 1), faint: i !== this.way })).sort((a, b) => Number(b.faint) - Number(a.faint));
  }

  #targets(): Target[] {
    const shows = this.active && (this.given().showTargets ?? true) && this.entry.asking.length === 0;
    return shows ? targetsFor(this.#paths, this.entry, this.knobs.slides, this.stage.open) : [];
  }

  #preview(): Slide[] {
    if (!this.active || this.entry.prefix.length > 0) return [];
    if (this.knobs.held) return this.knobs.meant;
    const pointed = this.hovered ?? (this.hasFocus ? this.focused : undefined);
    const slide = pointed ? this.knobs.slides.get(pointed)?.slide : undefined;
    return slide ? [slide] : [];
  }

  // ------------------------------------------------------------------ a new scene

  /** Shows how a scene came about, and lets go of whatever was being entered. */
  arrive(now: Scene): void {
    const before = this.#shown;
    if (now.key === before?.key && now.placement === before.placement) return;
    this.#shown = now;
    this.entry = EMPTY;
    this.knobs.held = undefined;
    this.sketch.clear();
    void this.#change(before, now).then((arrived) => arrived && this.given().onshown?.(now.key));
    if (!this.focused || !this.given().geometry.cells.has(this.focused)) this.focused = this.#firstFocus();
  }

  async #change(before: Scene | undefined, now: Scene): Promise<boolean> {
    const beats = plan(now.events);
    if (!before || this.still) {
      if (before) for (const cue of beats.flat()) this.given().oncue?.(cue);
      this.stage.show(now.placement);
      return true;
    }
    // What is told without saying how it looks, such as a take-back, is shown as the difference it makes.
    const told = beats.some((beat) => beat.some((cue) => cue.kind !== 'freeze'));
    return this.stage.perform(told ? beats : [...beats, ...difference(before.placement, now.placement)], now.placement);
  }

  /** A press during an animation ends it. */
  skip(): void {
    if (!this.stage.busy) return;
    this.stage.show(this.given().scene.placement);
    this.given().onshown?.(this.given().scene.key);
  }

  #firstFocus(): Square {
    return [...this.starts][0] ?? this.rows.flat().find((cell) => cell.playing)?.name ?? '';
  }

  // ------------------------------------------------------------------ entering a move

  /** Takes over what an entry has become: draws it, says it, and plays or questions it when it is whole. */
  take(result: Step): void {
    const { outcome } = result;
    const was = this.entry.prefix[0];
    this.entry = result.entry;
    if (outcome.kind === 'asking') this.way = 0;
    if (outcome.kind === 'complete') this.#complete(outcome.choice);
    else this.stage.preview(this.entry.prefix, takenSoFar(this.#paths, this.entry));
    this.#answer(result);
    if (this.entry.prefix[0] !== was) this.given().onselect?.(this.entry.prefix[0]);
  }

  #answer({ outcome }: Step): void {
    const { m } = this.given().words;
    const onward = () => [...this.#next.next].join(', ');
    if (outcome.kind === 'refused') this.#refuse(outcome.squares);
    else if (outcome.kind === 'asking') this.tell(m.board.choose(outcome.choices.map((c, i) => `${i + 1}: ${c.text}`).join('; ')));
    else if (outcome.kind === 'extended') this.tell(m.board.onward(onward()));
    else if (outcome.kind === 'selected') this.tell(m.board.goes(outcome.square, onward()));
  }

  #complete(choice: Choice): void {
    this.carried = undefined;
    const ms = this.still ? 0 : Math.min(PACE.step, PACE.most / choice.path.length);
    if (choice.path.length > 0) void this.stage.anticipate(choice.path, choice.captures, ms);
    this.given().onmove?.(choice);
  }

  #refuse(squares: readonly Square[]): void {
    const [from] = squares;
    const to = squares.at(-1)!;
    // A piece of the same side is no square to go to: it is another piece that was meant.
    if (squares.length > 1 && this.#ownerOf(from) === this.#ownerOf(to)) return this.take(pressOn(this.#paths, EMPTY, to, this.#auto));
    this.shake(from);
    this.given().onattempt?.(squares);
  }

  get #auto() {
    return this.given().auto ?? 'forced';
  }

  #column(square: Square | undefined): string | undefined {
    return this.given().scene.placement.board[square ?? ''];
  }

  #ownerOf(square: Square | undefined): string | undefined {
    return this.#column(square)?.charAt(0).toLowerCase();
  }

  isTower(square: Square): boolean {
    return (this.#column(square)?.length ?? 0) > 1;
  }

  #spriteOn(square: Square | undefined) {
    return this.stage.sprites.find((sprite) => sprite.square === square);
  }

  /** A tap, click or Enter on a square. */
  press(square: Square): void {
    this.knobs.held = undefined;
    if (this.given().onsquare?.(square)) return;
    if (!this.active) {
      if (this.#spriteOn(square)) this.given().onattempt?.([square]);
      return;
    }
    const slide = this.entry.prefix.length === 0 && !this.starts.has(square) ? this.knobs.slides.get(square) : undefined;
    if (slide) return this.#complete(slide);
    this.take(pressOn(this.#paths, this.entry, square, this.#auto));
  }

  /** Lets go of what has been entered so far. */
  reset(): void {
    this.take({ entry: EMPTY, outcome: { kind: 'cancelled' } });
  }

  /** The piece on a square is refused. */
  shake(square: Square | undefined): void {
    const sprite = this.#spriteOn(square);
    if (sprite) void this.screen.effect(sprite.id, 'shake', SHAKE);
  }

  /** Keeps squares the referee called a beginning, though no offered path starts with them. */
  keep(squares: readonly Square[]): void {
    this.entry = { ...EMPTY, prefix: squares };
    this.stage.preview(squares, []);
  }

  choose(index: number): boolean {
    if (!this.entry.asking[index]) return false;
    this.take(pick(this.entry, index));
    return true;
  }

  /** The next of the ways that are asked about, drawn and said. */
  #look(by: number): void {
    const { asking } = this.entry;
    this.way = (this.way + by + asking.length) % asking.length;
    this.tell(`${this.way + 1}: ${asking[this.way]!.text}`);
  }

  /** While the board asks which way is meant, arrows go from way to way and Enter takes the one that is shown. */
  #answerAsked(meant: Command): boolean {
    if (this.entry.asking.length === 0) return false;
    if (meant.kind === 'press') return this.choose(this.way);
    if (meant.kind !== 'arrow') return false;
    this.#look(meant.arrow === 'right' || meant.arrow === 'down' ? 1 : -1);
    return true;
  }

  // ------------------------------------------------------------------ mouse and finger

  /** A finger comes down. Answers whether its further way should be told. */
  down(touch: Touch, square: Square | undefined): boolean {
    this.skip();
    if (!square) return false;
    const { entry } = this;
    const again = entry.prefix.at(-1) === square;
    this.#hand.down(touch, square, again, this.isTower(square) || this.#mayDraw(touch, square));
    // A piece is chosen as soon as it is touched, so that it can be dragged off at once.
    const chooses = this.starts.has(square) && entry.prefix.length <= 1 && !again && !this.#next.next.has(square);
    if (chooses && !this.given().onsquare) this.take(pressOn(this.#paths, EMPTY, square, this.#auto === 'always' ? 'forced' : this.#auto));
    this.focused = square;
    return this.active;
  }

  /** A finger that stays draws, as the right button of a mouse does; not where touching a piece binds. */
  #mayDraw(touch: Touch, square: Square): boolean {
    return touch.type !== 'mouse' && !(this.given().binding && this.starts.has(square));
  }

  /** A finger has stayed on a square: it looks into a tower, or begins to draw. */
  #held(square: Square): void {
    if (this.isTower(square)) return this.given().oninspect?.(square);
    this.reset();
    this.sketch.start(square);
  }

  /** `crossed`: the square whose middle has been reached. */
  move(touch: Touch, point: Point, hovered: Square | undefined, crossed: Square | undefined): void {
    if (this.sketch.from) return this.sketch.point(hovered);
    this.hovered = hovered;
    const carrying = this.#hand.move(touch, crossed, (square) => this.active && this.entry.prefix.at(-1) === square);
    const sprite = carrying ? this.#spriteOn(this.entry.prefix[0]) : undefined;
    if (sprite) this.carried = { id: sprite.id, point };
  }

  up(touch: Touch, drop: Square | undefined): void {
    const gesture = this.#hand.up(touch, drop);
    this.carried = undefined;
    if (this.sketch.from) return this.sketch.end(drop);
    if (gesture.kind !== 'none') this.sketch.clear();
    if (gesture.kind === 'drag') this.take(dragTo(this.#paths, this.entry, gesture.trail, this.#auto));
    else if (gesture.kind === 'dropped-off') this.reset();
    else if (gesture.kind === 'tap' && !this.#chosenNow(gesture)) this.press(gesture.square);
  }

  #chosenNow({ square, again }: { square: Square; again: boolean }): boolean {
    return this.active && !this.given().onsquare && this.entry.prefix.length === 1 && this.entry.prefix[0] === square && !again;
  }

  cancel(): void {
    this.#hand.cancel();
    this.sketch.end(undefined);
    this.carried = this.knobs.held = undefined;
  }

  /** A knob is taken; what it may do is said. */
  grab(name: string, at: Point): void {
    this.skip();
    const slides = this.active && this.entry.prefix.length === 0 ? this.knobs.of(name) : [];
    this.knobs.grab(name, at, slides);
    this.tell(slides.map((slide) => `${slide.door}: ${slideName(this.given().words.m, slide)}`).join('; '));
  }

  pull(at: Point): void {
    this.knobs.pull(at, this.flipped);
  }

  release(): void {
    const choice = this.knobs.release();
    if (choice) this.#complete(choice);
  }

  // ------------------------------------------------------------------ keyboard

  obey(meant: Command): void {
    if (this.#answerAsked(meant)) return;
    switch (meant.kind) {
      case 'arrow': return this.goTo(step(this.given().geometry, this.focused, meant.arrow, this.flipped));
      case 'edge': return this.goTo(this.#edge(meant.end));
      case 'press': return this.press(this.focused);
      case 'draw': return this.sketch.mark(this.focused);
      case 'undo': return this.take(undo(this.entry));
      case 'stop': return this.take(stop(this.#paths, this.entry));
      case 'pick': return void this.choose(meant.index);
      case 'name': return this.goTo(this.#typer.type(meant.character, performance.now(), this.#read) ?? this.focused);
      case 'next': return this.goTo(this.#nextPiece());
      case 'inspect': return this.given().oninspect?.(this.focused);
      case 'where': return this.tell(this.labelOf(this.focused));
      case 'moves': return this.tell(this.given().words.m.board.goes(this.focused, this.#reach(this.focused).join(', ')));
      case 'letter': return this.tell(this.given().oncommand?.(meant.letter, this.focused) ?? '');
    }
  }

  /** A repeated sentence is read again only if it differs, so a hair space comes and goes at its end. */
  tell(text: string): void {
    this.whisper = text && this.whisper === text ? `${text}\u200a` : text;
  }

  #edge(end: 'first' | 'last'): Square {
    const row = this.rows.find((cells) => cells.some((cell) => cell.name === this.focused))?.filter((cell) => cell.playing) ?? [];
    return (end === 'first' ? row[0] : row.at(-1))?.name ?? this.focused;
  }

  #reach(square: Square): Square[] {
    return [...new Set(this.#paths.filter((choice) => choice.path[0] === square).map((choice) => choice.path.at(-1)!))];
  }

  #nextPiece(): Square {
    const list = [...this.starts];
    return list[(list.indexOf(this.focused) + 1) % Math.max(list.length, 1)] ?? this.focused;
  }

  goTo(square: Square): void {
    this.focused = square;
    this.screen.focus(square);
    if (this.given().look.towers) this.given().oninspect?.(this.isTower(square) ? square : undefined);
  }

  // ------------------------------------------------------------------ names

  /** What a screen reader says of a square: what is seen there, not what will be when a movement has ended. */
  labelOf(square: Square): string {
    const { geometry, look, marks, words } = this.given();
    const isDoor = look.sliders.some((slider) => slider.left === square || slider.right === square);
    const slide = this.entry.prefix.length === 0 && this.active ? this.knobs.slides.get(square)?.slide : undefined;
    return squareName(words, geometry.cells.get(square)!, this.#spriteOn(square)?.column, {
      selected: this.entry.prefix[0] === square,
      movable: this.starts.has(square),
      target: this.#next.next.has(square) || this.#next.final.has(square),
      door: isDoor ? (this.stage.open.has(square) ? 'open' : 'closed') : undefined,
      slide: slide ?? undefined,
      picking: marks?.picking?.includes(square) ?? false,
    });
  }
}
