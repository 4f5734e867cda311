/** Moves drawn pieces with the browser's own animations. Without them everything happens at once. */

import { tick } from 'svelte';
import { centre, type Geometry, type Square } from './geometry';
import type { Animator, Effect } from './stage.svelte';

const EFFECTS: Record<Effect, Keyframe[]> = {
  take: [
    { transform: 'scale(1)', opacity: 1 },
    { transform: 'scale(0.72)', opacity: 0 },
  ],
  vanish: [{ opacity: 1 }, { opacity: 0 }],
  appear: [{ opacity: 0 }, { opacity: 1 }],
  fall: [
    { transform: 'scale(1) rotate(0)', opacity: 1, offset: 0 },
    { transform: 'scale(0.86) rotate(14deg)', opacity: 1, offset: 0.3 },
    { transform: 'scale(0.18) rotate(120deg)', opacity: 0, offset: 1 },
  ],
  huff: [
    { transform: 'translate(0, 0) rotate(0)', opacity: 1, offset: 0 },
    { transform: 'translate(-8px, 2px) rotate(-7deg)', opacity: 1, offset: 0.25 },
    { transform: 'translate(130px, -120px) rotate(160deg) scale(0.6)', opacity: 0, offset: 1 },
  ],
  'turn-away': [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0.04)' }],
  'turn-back': [{ transform: 'scaleX(0.04)' }, { transform: 'scaleX(1)' }],
  shake: [0, -9, 9, -7, 7, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
};

export interface Surface {
  geometry(): Geometry;
  flipped(): boolean;
  element(id: number): Element | null;
  still(): boolean;
}

export class Motion implements Animator {
  constructor(private readonly surface: Surface) {}

  async travel(id: number, from: Square, to: Square, ms: number, jump: boolean): Promise<void> {
    const [a, b] = [from, to].map((square) => centre(this.surface.geometry(), square, this.surface.flipped()));
    const at = (x: number, y: number) => `translate(${x}px, ${y}px)`;
    const rise = jump ? ' scale(1.14)' : '';
    const frames = [
      { transform: at(a!.x, a!.y) },
      { transform: at((a!.x + b!.x) / 2, (a!.y + b!.y) / 2) + rise },
      { transform: at(b!.x, b!.y) },
    ];
    await this.#run(() => this.surface.element(id), frames, ms, 'ease-in-out');
  }

  async effect(id: number, name: Effect, ms: number): Promise<void> {
    await this.#run(() => this.surface.element(id)?.firstElementChild, EFFECTS[name], ms, 'ease-in');
  }

  async wait(ms: number): Promise<void> {
    if (!this.surface.still()) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  async #run(find: () => Element | null | undefined, frames: Keyframe[], duration: number, easing: string): Promise<void> {
    if (this.surface.still()) return;
    await tick(); // a piece that has just come into being is not in the page yet
    const element = find();
    if (typeof element?.animate !== 'function') return;
    await element.animate(frames, { duration, easing }).finished.catch(() => undefined);
  }
}
