/** What a key on the board means. */

import type { Arrow, Square } from './geometry';

export type Command =
  | { readonly kind: 'arrow'; readonly arrow: Arrow }
  | { readonly kind: 'edge'; readonly end: 'first' | 'last' }
  | { readonly kind: 'press' | 'draw' | 'undo' | 'stop' | 'next' | 'inspect' | 'where' | 'moves' }
  | { readonly kind: 'pick'; readonly index: number }
  | { readonly kind: 'name'; readonly character: string }
  | { readonly kind: 'letter'; readonly letter: string };

const PLAIN: Record<string, Command> = {
  ArrowUp: { kind: 'arrow', arrow: 'up' },
  ArrowDown: { kind: 'arrow', arrow: 'down' },
  ArrowLeft: { kind: 'arrow', arrow: 'left' },
  ArrowRight: { kind: 'arrow', arrow: 'right' },
  Home: { kind: 'edge', end: 'first' },
  End: { kind: 'edge', end: 'last' },
  Enter: { kind: 'press' },
  ' ': { kind: 'press' },
  Escape: { kind: 'undo' },
  Backspace: { kind: 'undo' },
  '+': { kind: 'draw' },
  n: { kind: 'next' },
  s: { kind: 'stop' },
  x: { kind: 'inspect' },
  o: { kind: 'where' },
  m: { kind: 'moves' },
};

/** Letters up to l begin the name of a square (a board has at most twelve files); the rest are commands. */
export function command(key: string, asking: boolean): Command | undefined {
  if (asking && /^[1-9]$/.test(key)) return { kind: 'pick', index: Number(key) - 1 };
  const letter = key.length === 1 ? key.toLowerCase() : key;
  const plain = PLAIN[letter];
  if (plain) return plain;
  if (/^[a-l0-9]$/.test(letter)) return { kind: 'name', character: letter };
  return /^[m-z]$/.test(letter) ? { kind: 'letter', letter } : undefined;
}

const PAUSE = 1200;

/** Square names typed one character after another: "c", "3". */
export class NameTyper {
  #text = '';
  #at = -Infinity;

  type(character: string, now: number, read: (word: string) => Square | undefined): Square | undefined {
    const fresh = now - this.#at > PAUSE || /[a-l]/.test(character);
    this.#text = fresh ? character : this.#text + character;
    this.#at = now;
    const square = read(this.#text);
    if (square || fresh) return square;
    // "32" after "5": the first digit belonged to another square.
    this.#text = character;
    return read(character);
  }
}
