/** The own seeds of the wheel: drawn once, and kept until they are shown, so that a reload does not break a promise. */

import { hex } from './proof';
import type { Seat } from './wire';

const key = (game: string, seat: Seat) => `crowned.seed.${game}.${seat}`;
const drawn = new Map<string, string>();

export function ownSeed(game: string, seat: Seat): string {
  const name = key(game, seat);
  const seed = drawn.get(name) ?? stored(name) ?? hex(crypto.getRandomValues(new Uint8Array(32)));
  drawn.set(name, seed);
  try {
    localStorage.setItem(name, seed);
  } catch {
    // Without storage it lives as long as the page.
  }
  return seed;
}

export function forgetSeeds(game: string): void {
  for (const seat of ['white', 'black'] as const) {
    drawn.delete(key(game, seat));
    try {
      localStorage.removeItem(key(game, seat));
    } catch {
      // There was nothing.
    }
  }
}

function stored(name: string): string | undefined {
  try {
    const found = localStorage.getItem(name) ?? '';
    return /^[0-9a-f]{64}$/.test(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
