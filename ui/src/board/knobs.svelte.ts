/** The knobs at the edge: which one is in hand or was chosen, how far it is pulled, and what that would do. */

import type { Choice, Slide } from './entry';
import type { Point, Square } from './geometry';
import type { BoardProps } from './props';

/** A knob that is held or was chosen: how far it is pulled, in user units, and where that would put it. */
export interface Knob {
  readonly name: string;
  readonly from: number;
  readonly pull: number;
  readonly to: string | undefined;
  readonly held: boolean;
}

/** A knob goes one step when it has been pulled this far. */
const NOTCH = 12;
const TRAVEL = 17;
const STOPS = 'LMR';

export class Knobs {
  held = $state.raw<Knob | undefined>();

  constructor(
    private readonly given: () => BoardProps,
    /** How the knobs stand, a letter for each. */
    private readonly standing: () => string,
  ) {}

  /** What may be done with knobs, by the door it moves. */
  slides = $derived.by((): ReadonlyMap<Square, Choice> => new Map((this.given().choices ?? []).flatMap((choice) => (choice.slide ? [[choice.slide.door, choice] as const] : []))));

  /** What may be done with one knob now. */
  of(name: string): Slide[] {
    return [...this.slides.values()].flatMap(({ slide }) => (slide?.knob === name ? [slide] : []));
  }

  /** What would be done with the knob that is held or was chosen. */
  get meant(): Slide[] {
    const { held } = this;
    return held ? this.of(held.name).filter((slide) => !held.to || slide.to === held.to) : [];
  }

  /** A tap shows what a knob would do, a second tap or a pull does it. */
  grab(name: string, at: Point, slides: readonly Slide[]): void {
    const again = this.held?.name === name && slides.length === 1;
    this.held = slides.length > 0 ? { name, from: at.x, pull: 0, to: again ? slides[0]!.to : undefined, held: true } : undefined;
  }

  pull(at: Point, flipped: boolean): void {
    const { held } = this;
    if (!held?.held) return;
    const way = (at.x - held.from) * (flipped ? -1 : 1);
    const free = this.of(held.name).find((slide) => slide.to === this.#beside(held.name, Math.sign(way)));
    const pull = free ? Math.max(-TRAVEL, Math.min(TRAVEL, at.x - held.from)) : 0;
    this.held = { ...held, to: Math.abs(way) >= NOTCH ? free?.to : undefined, pull };
  }

  /** Where one step in a direction would put a knob. */
  #beside(name: string, direction: number): string | undefined {
    const index = this.given().look.sliders.findIndex((slider) => slider.name === name);
    return STOPS[STOPS.indexOf(this.standing()[index] ?? 'M') + direction];
  }

  /** Lets go: what has been chosen by the pull, if anything. */
  release(): Choice | undefined {
    const { held } = this;
    const slide = held?.to ? this.of(held.name).find((one) => one.to === held.to) : undefined;
    const choice = slide ? this.slides.get(slide.door) : undefined;
    this.held = held && !choice ? { ...held, held: false, pull: 0 } : undefined;
    return choice;
  }
}
