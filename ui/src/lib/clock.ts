/** Clocks to choose from, and how time is written. */

import type { ClockRule } from './wire';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** From no clock over quick games to one move a day. */
export const CLOCKS: readonly ClockRule[] = [
  { kind: 'none', base: 0, step: 0 },
  { kind: 'fischer', base: 3 * MINUTE, step: 2000 },
  { kind: 'fischer', base: 5 * MINUTE, step: 3000 },
  { kind: 'fischer', base: 10 * MINUTE, step: 5000 },
  { kind: 'fischer', base: 20 * MINUTE, step: 10_000 },
  { kind: 'delay', base: 10 * MINUTE, step: 5000 },
  { kind: 'per_move', base: 30_000, step: 0 },
  { kind: 'per_move', base: DAY, step: 0 },
];

interface ClockWords {
  clockNone: string;
  clockMinutes: (minutes: number, step: number) => string;
  clockDelay: (minutes: number, step: number) => string;
  clockMove: (seconds: number) => string;
}

export function clockName(clock: ClockRule, words: ClockWords): string {
  const step = clock.step / 1000;
  if (clock.kind === 'fischer') return words.clockMinutes(clock.base / MINUTE, step);
  if (clock.kind === 'delay') return words.clockDelay(clock.base / MINUTE, step);
  return clock.kind === 'per_move' ? words.clockMove(clock.base / 1000) : words.clockNone;
}

const two = (n: number) => String(n).padStart(2, '0');

/** "4:07", "1:02:30", and tenths in the last ten seconds. */
export function timeText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h >= 48) return `${Math.floor(h / 24)} d ${h % 24} h`;
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
