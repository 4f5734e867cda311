/** What the board shows, and what happened on the way there. */

import type { Event as BoardEvent } from '../lib/wire';
import type { Side } from './column';
import type { Square } from './geometry';

export type { BoardEvent };

export interface SideLook {
  readonly colour: string;
  readonly kingColour: string;
}

/** How the pieces of a rulebook look. */
export interface Look {
  readonly sides: Readonly<Record<Side, SideLook>>;
  /** A crowned piece gets a second disc, or is turned over. */
  readonly mark: 'double' | 'turn';
  readonly towers: boolean;
  readonly sliders: readonly Slider[];
}

export interface Slider {
  readonly name: string;
  readonly colour: string;
  readonly left: Square;
  readonly right: Square;
}

/** Square to column from top to bottom; knob letters in the order of the sliders. */
export interface Placement {
  readonly board: Readonly<Record<Square, string>>;
  readonly knobs: string;
}

/** A placement to show. A new key makes the board move there; events say how. */
export interface Scene {
  readonly key: number | string;
  readonly placement: Placement;
  readonly events: readonly BoardEvent[];
}

/** A row of hops drawn over the board: what is owed, a hint, an engine's line. */
export interface Arrow {
  readonly path: readonly Square[];
  readonly captures?: readonly Square[];
  readonly kind: 'owed' | 'hint' | 'line' | 'other-line' | 'premove' | 'choice' | 'drawn';
  readonly label?: string;
  /** One of several, and not the one that is looked at. */
  readonly faint?: boolean;
}

export interface Marks {
  readonly last?: readonly Square[];
  readonly arrows?: readonly Arrow[];
  /** Pieces that may be picked out one by one, such as those that may be huffed. */
  readonly picking?: readonly Square[];
  readonly circled?: readonly Square[];
  /** Rings that the viewer has drawn himself. */
  readonly ringed?: readonly Square[];
  /** Where a piece was lost for a rule that was broken. */
  readonly lost?: readonly Square[];
  /** A piece that must move because it was touched. */
  readonly touched?: Square | undefined;
}

export function openDoors(look: Look, knobs: string): Set<Square> {
  const open = new Set<Square>();
  look.sliders.forEach((slider, i) => {
    if (knobs[i] === 'L') open.add(slider.left);
    if (knobs[i] === 'R') open.add(slider.right);
  });
  return open;
}
