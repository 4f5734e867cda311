/** What a board is given and what it tells. */

import type { AutoComplete, Choice, Step } from './entry';
import type { Geometry, Square } from './geometry';
import type { Words } from './names';
import type { Cue } from './plan';
import type { Look, Marks, Scene } from './scene';

export type Labels = 'algebraic' | 'numbers' | 'squares' | 'off';

/** What a board lets others do with it. */
export interface BoardHandle {
  /** Lets go of what has been entered so far. */
  reset(): void;
  /** Keeps squares the referee called a beginning, though no offered path starts with them. */
  keep(squares: readonly Square[]): void;
  shake(square: Square): void;
  enter(step: Step): void;
  /** Picks one of the moves the board has asked about; false if it asks nothing. */
  choose(index: number): boolean;
  focus(): void;
}

export interface BoardProps {
  geometry: Geometry;
  look: Look;
  scene: Scene;
  words: Words;
  /** What the board is called by a screen reader. */
  name: string;
  choices?: readonly Choice[];
  /** May moves be entered? Otherwise the board is a picture that can be walked through. */
  active?: boolean;
  flipped?: boolean;
  labels?: Labels;
  auto?: AutoComplete;
  marks?: Marks;
  showTargets?: boolean;
  /** A touched piece must move: no piece may be held down for anything else. */
  binding?: boolean;
  still?: boolean;
  /** A drawing without focus, for lists and previews. */
  picture?: boolean;
  onmove?: (choice: Choice) => void;
  /** Something that no offered move begins with; the referee says why. */
  onattempt?: (squares: readonly Square[]) => void;
  onselect?: (square: Square | undefined) => void;
  /** Takes every press for itself when it returns true (position editor, huffing). */
  onsquare?: (square: Square) => boolean;
  oncue?: (cue: Cue) => void;
  /** The scene with this key is now shown in full. */
  onshown?: (key: Scene['key']) => void;
  oninspect?: (square: Square | undefined) => void;
  /** Letters that are no board commands, such as a request for the clocks. */
  oncommand?: (letter: string, square: Square) => string | undefined;
}
