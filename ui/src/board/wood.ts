/**
 * Grain that does not repeat: every square is a piece of wood of its own, cut by chance from the same plank.
 * The chance is seeded by the place, so that a board looks the same whenever it is drawn.
 */

/** Numbers between 0 and 1 (Mulberry32). */
export function dice(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Fibres across a piece of wood, bent around a knot that may lie outside it. */
export function grain(width: number, height: number, seed: number): string {
  const roll = dice(seed);
  const knot = { x: width * roll(), y: height * (roll() * 2 - 0.5), bend: 5 + roll() * 13 };
  const tilt = (roll() - 0.5) * 12;
  const lines: string[] = [];
  for (let y = roll() * 9; y < height; y += 5 + roll() * 11) {
    const away = y - knot.y;
    const pull = (Math.sign(away) || 1) * knot.bend * Math.exp(-Math.abs(away) / (height * 0.28));
    const [a, b] = [clamp(y - tilt, height), clamp(y + tilt, height)];
    lines.push(`M0,${round(a)} Q${round(knot.x)},${round(clamp(y + 2 * pull, height))} ${width},${round(b)}`);
  }
  return lines.join(' ');
}

const clamp = (y: number, height: number) => Math.min(Math.max(y, 0), height);

/** How much darker (up to 1) or lighter (down to -1) this piece is than its neighbours. */
export function tone(seed: number): number {
  return round(dice(seed * 7 + 3)() * 2 - 1);
}
