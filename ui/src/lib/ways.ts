/** Directions of a piece, seen by the player who moves, as they lie around it. */
export const ARROWS = [
  ['forward_left', '↖'], ['forward', '↑'], ['forward_right', '↗'],
  ['left', '←'], ['', '●'], ['right', '→'],
  ['back_left', '↙'], ['back', '↓'], ['back_right', '↘'],
] as const;

/** Whether an axis is a set of directions. */
export const areWays = (choices: readonly string[]) => choices.length > 0 && choices.every((one) => ARROWS.some(([way]) => way === one));

/** The directions with one more or one less, in the order of the axis: equal sets are equal values. */
export function toggled(choices: readonly string[], chosen: readonly unknown[], way: string): string[] {
  const on = !chosen.includes(way);
  return choices.filter((one) => (one === way ? on : chosen.includes(one)));
}
