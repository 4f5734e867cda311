/** What a viewer draws on the board for himself: arrows and rings. Nothing of it leaves this screen. */

import type { Square } from './geometry';
import type { Arrow } from './scene';

export class Sketch {
  #arrows = $state.raw<readonly (readonly [Square, Square])[]>([]);
  ringed = $state.raw<readonly Square[]>([]);
  /** Where the arrow in hand begins, and where it points now. */
  from = $state<Square | undefined>();
  #to = $state<Square | undefined>();

  arrows = $derived.by((): Arrow[] => {
    const inHand = this.from && this.#to && this.from !== this.#to ? [[this.from, this.#to] as const] : [];
    return [...this.#arrows, ...inHand].map((path) => ({ path, kind: 'drawn' as const }));
  });

  start(square: Square): void {
    this.from = this.#to = square;
  }

  point(square: Square | undefined): void {
    if (this.from && square) this.#to = square;
  }

  /** Lets go: on the same square a ring, elsewhere an arrow; drawn twice it is gone. */
  end(square: Square | undefined): void {
    const { from } = this;
    this.from = this.#to = undefined;
    if (!from || !square) return;
    if (from === square) this.ringed = toggled(this.ringed, square, (one) => one === square);
    else this.#arrows = toggled(this.#arrows, [from, square] as const, ([a, b]) => a === from && b === square);
  }

  /** The same by one key: the first press begins, the second ends. */
  mark(square: Square): void {
    if (this.from) this.end(square);
    else this.start(square);
  }

  clear(): void {
    this.#arrows = this.ringed = [];
    this.from = this.#to = undefined;
  }
}

function toggled<T>(list: readonly T[], one: T, same: (other: T) => boolean): readonly T[] {
  return list.some(same) ? list.filter((other) => !same(other)) : [...list, one];
}
