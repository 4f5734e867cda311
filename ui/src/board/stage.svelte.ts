/** The pieces as they are drawn: they know where they are, and follow the beats of a plan. */

import type { Square } from './geometry';
import type { Beat, Cue } from './plan';
import { openDoors, type Look, type Placement } from './scene';

export interface Sprite {
  readonly id: number;
  /** The square the piece belongs to, and the one it is drawn on while a move is entered or shown. */
  square: Square;
  at: Square;
  column: string;
  faded: boolean;
}

/** Moves one drawn piece; resolves when it has arrived. */
export interface Animator {
  travel(id: number, from: Square, to: Square, ms: number, jump: boolean): Promise<void>;
  effect(id: number, name: Effect, ms: number): Promise<void>;
  wait(ms: number): Promise<void>;
}

export type Effect = 'take' | 'fall' | 'huff' | 'turn-away' | 'turn-back' | 'appear' | 'vanish' | 'shake';

let nextId = 1;

export class Stage {
  sprites = $state<Sprite[]>([]);
  open = $state.raw<ReadonlySet<Square>>(new Set());
  knobs = $state('');
  busy = $state(false);
  #run = 0;

  constructor(
    private readonly look: () => Look,
    private readonly animator: Animator,
    private readonly oncue: (cue: Cue) => void,
  ) {}

  /** Shows a placement at once. Pieces that stay keep their identity. */
  show(placement: Placement): void {
    this.#run += 1;
    this.busy = false;
    this.#settle(placement);
  }

  #settle(placement: Placement): void {
    const bySquare = new Map(this.sprites.map((sprite) => [sprite.square, sprite]));
    this.sprites = Object.entries(placement.board).map(([square, column]) => {
      const known = bySquare.get(square);
      bySquare.delete(square);
      return { id: known?.id ?? nextId++, square, at: square, column, faded: false };
    });
    this.knobs = placement.knobs;
    this.open = openDoors(this.look(), placement.knobs);
  }

  /** Runs the beats, then shows the final placement. A later call ends an earlier one at once: that one was not shown. */
  async perform(beats: readonly Beat[], final: Placement): Promise<boolean> {
    const run = (this.#run += 1);
    this.busy = true;
    const shown = this.#shownAlready(beats);
    for (const beat of beats) {
      await Promise.all(beat.filter((cue) => !shown.has(cue)).map((cue) => this.#cue(cue)));
      if (run !== this.#run) return false;
    }
    this.#settle(final);
    this.busy = false;
    return true;
  }

  /** Draws the mover and its victims as far as a move has been entered. */
  preview(prefix: readonly Square[], taken: readonly Square[]): void {
    const [from] = prefix;
    const here = prefix[prefix.length - 1];
    for (const sprite of this.sprites) {
      if (sprite.square === from && here) sprite.at = here;
      else if (sprite.at !== sprite.square) sprite.at = sprite.square;
      sprite.faded = taken.includes(sprite.square) && sprite.square !== from;
    }
  }

  /** Plays the rest of a move that was just entered, before the server has answered. */
  async anticipate(path: readonly Square[], captures: readonly Square[], ms: number): Promise<void> {
    const run = this.#run;
    const sprite = this.sprites.find((one) => one.square === path[0]);
    if (!sprite) return;
    const done = path.lastIndexOf(sprite.at);
    for (let i = Math.max(done, 0); i < path.length - 1 && run === this.#run; i += 1) {
      await this.#travel(sprite, path[i + 1]!, ms, captures.length > 0);
      this.oncue({ kind: 'hop', from: path[i]!, to: path[i + 1]!, ms, jump: captures.length > 0 });
      const victim = captures[i];
      for (const one of this.sprites) if (one.square === victim) one.faded = true;
    }
  }

  /** Hops that the mover's own preview has shown before the events came. */
  #shownAlready(beats: readonly Beat[]): Set<Cue> {
    const hops = beats.flat().filter((cue) => cue.kind === 'hop');
    const mover = this.sprites.find((sprite) => sprite.square === hops[0]?.from);
    if (!mover || mover.at === mover.square) return new Set();
    const reached = hops.findLastIndex((hop) => hop.to === mover.at);
    return new Set(hops.slice(0, reached + 1));
  }

  #at(square: Square): Sprite | undefined {
    return this.sprites.find((one) => one.at === square && !one.faded) ?? this.sprites.find((one) => one.at === square);
  }

  async #travel(sprite: Sprite, to: Square, ms: number, jump: boolean): Promise<void> {
    const from = sprite.at;
    sprite.at = to;
    await this.animator.travel(sprite.id, from, to, ms, jump);
  }

  async #cue(cue: Cue): Promise<void> {
    const lands = cue.kind === 'hop' || cue.kind === 'slide' || cue.kind === 'imprison';
    if (!lands) this.oncue(cue);
    await this.#act(cue);
    if (lands) this.oncue(cue);
  }

  async #act(cue: Cue): Promise<void> {
    switch (cue.kind) {
      case 'hop':
      case 'slide': {
        const sprite = this.#at(cue.from);
        if (sprite) await this.#travel(sprite, cue.to, cue.ms, cue.kind === 'hop' && cue.jump);
        return;
      }
      case 'imprison':
        return this.#imprison(cue.square, cue.onto, cue.ms);
      case 'crown':
        return this.#crown(cue.square, cue.ms);
      case 'open':
      case 'close':
        return this.#door(cue);
      case 'appear':
        return;
      case 'freeze':
        return this.animator.wait(cue.ms);
      default:
        return this.#leave(cue.square, cue.kind, cue.ms);
    }
  }

  async #door(cue: { kind: 'open' | 'close'; square: Square; ms: number }): Promise<void> {
    const open = new Set(this.open);
    if (cue.kind === 'open') open.add(cue.square);
    else open.delete(cue.square);
    this.open = open;
    await this.animator.wait(cue.ms);
  }

  async #leave(square: Square, effect: 'take' | 'fall' | 'huff' | 'vanish', ms: number): Promise<void> {
    // A victim shares no square with the mover, but a piece that falls is the mover itself.
    const sprite = this.sprites.find((one) => one.at === square);
    if (!sprite) return;
    await this.animator.effect(sprite.id, effect, ms);
    this.sprites = this.sprites.filter((one) => one.id !== sprite.id);
  }

  async #crown(square: Square, ms: number): Promise<void> {
    const sprite = this.#at(square);
    if (!sprite) return;
    await this.animator.effect(sprite.id, 'turn-away', ms / 2);
    sprite.column = sprite.column.charAt(0).toUpperCase() + sprite.column.slice(1);
    await this.animator.effect(sprite.id, 'turn-back', ms / 2);
  }

  /** The top stone of the jumped column slides under the captor; the rest stays and may change hands. */
  async #imprison(square: Square, onto: Square, ms: number): Promise<void> {
    const victim = this.sprites.find((one) => one.at === square);
    if (!victim) return;
    const top = victim.column.charAt(0);
    const id = nextId++;
    this.sprites.unshift({ id, square: `${square}*`, at: square, column: top, faded: false });
    victim.column = victim.column.slice(1);
    if (victim.column === '') this.sprites = this.sprites.filter((one) => one.id !== victim.id);
    const traveller = this.sprites.find((one) => one.id === id)!;
    await this.#travel(traveller, onto, ms, false);
    this.sprites = this.sprites.filter((one) => one.id !== id);
    const captor = this.#at(onto);
    if (captor) captor.column += top;
  }
}
