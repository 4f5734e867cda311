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

/** The shortest and the longest time that anybody may choose. */
export const SHORTEST = 15_000;
export const LONGEST = 14 * DAY;
export const UNITS = { seconds: 1000, minutes: MINUTE, days: DAY } as const;
export type Unit = keyof typeof UNITS;

/** A clock put together by hand: kind, time in a unit, seconds for every move. */
export interface OwnClock {
  kind: 'fischer' | 'delay' | 'per_move';
  time: number;
  unit: Unit;
  step: number;
}

export function ownClock({ kind, time, unit, step }: OwnClock): ClockRule {
  const base = Math.round(Math.min(LONGEST, Math.max(SHORTEST, (Number(time) || 0) * (UNITS[unit] ?? MINUTE))));
  return { kind, base, step: kind === 'per_move' ? 0 : Math.round(Math.min(3600, Math.max(0, Number(step) || 0)) * 1000) };
}

interface ClockWords {
  clockNone: string;
  clockAmount: (seconds: number) => string;
  clockMinutes: (time: string, step: number) => string;
  clockDelay: (time: string, step: number) => string;
  clockMove: (time: string) => string;
}

export function clockName(clock: ClockRule, words: ClockWords): string {
  const step = clock.step / 1000;
  if (clock.kind === 'fischer') return words.clockMinutes(words.clockAmount(clock.base / 1000), step);
  if (clock.kind === 'delay') return words.clockDelay(words.clockAmount(clock.base / 1000), step);
  return clock.kind === 'per_move' ? words.clockMove(words.clockAmount(clock.base / 1000)) : words.clockNone;
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
