/** A finger or mouse on the board: tells a tap from a drag from a long press. No pixels of the page, no rules. */

import type { Point, Square } from './geometry';

export type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'tap'; readonly square: Square; readonly again: boolean }
  | { readonly kind: 'drag'; readonly trail: readonly Square[] }
  | { readonly kind: 'dropped-off' };

export interface Touch {
  readonly pointer: number;
  readonly type: string;
  readonly client: Point;
}

interface Hold extends Touch {
  readonly square: Square;
  readonly again: boolean;
  readonly trail: Square[];
  moved: boolean;
  carrying: boolean;
  inspected: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export const LONG_PRESS = 450;
/** Roughly a millimetre and a half: a wobbling finger is not a drag. */
const WOBBLE: Record<string, number> = { touch: 9, pen: 7, mouse: 4 };

export class Hand {
  #hold: Hold | undefined;

  constructor(private readonly inspect: (square: Square) => void) {}

  /** `again`: the piece had been chosen before, so that a tap lets it go. `tall`: worth a closer look. */
  down(touch: Touch, square: Square, again: boolean, tall: boolean): void {
    this.cancel();
    const hold: Hold = { ...touch, square, again, trail: [square], moved: false, carrying: false, inspected: false, timer: undefined };
    this.#hold = hold;
    if (tall) hold.timer = setTimeout(() => this.#long(hold), LONG_PRESS);
  }

  #long(hold: Hold): void {
    if (hold !== this.#hold || hold.moved) return;
    hold.inspected = true;
    this.inspect(hold.square);
  }

  /** True once the held piece should follow the pointer. `crossed` is a square whose middle was reached. */
  move(touch: Touch, crossed: Square | undefined, carriable: (square: Square) => boolean): boolean {
    const hold = this.#hold;
    if (!hold || hold.pointer !== touch.pointer) return false;
    const far = Math.hypot(touch.client.x - hold.client.x, touch.client.y - hold.client.y);
    if (!hold.moved && far < (WOBBLE[touch.type] ?? 5)) return false;
    hold.moved = true;
    clearTimeout(hold.timer);
    hold.carrying ||= carriable(hold.square);
    if (crossed && crossed !== hold.trail.at(-1)) hold.trail.push(crossed);
    return hold.carrying;
  }

  up(touch: Touch, drop: Square | undefined): Gesture {
    const hold = this.#hold;
    if (!hold || hold.pointer !== touch.pointer) return { kind: 'none' };
    this.cancel();
    if (hold.inspected) return { kind: 'none' };
    if (hold.carrying && !drop) return { kind: 'dropped-off' };
    if (hold.carrying && drop) return { kind: 'drag', trail: hold.trail.at(-1) === drop ? hold.trail : [...hold.trail, drop] };
    if (hold.moved && drop !== hold.square) return { kind: 'none' };
    return { kind: 'tap', square: hold.square, again: hold.again };
  }

  cancel(): void {
    clearTimeout(this.#hold?.timer);
    this.#hold = undefined;
  }
}
