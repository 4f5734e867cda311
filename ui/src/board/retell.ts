/** What a chosen move will do, told as events, for boards that have no log to animate from. */

import type { Choice } from './entry';
import type { Square } from './geometry';
import { doorOf, openDoors, type BoardEvent, type Look, type Placement } from './scene';

const BLANK: BoardEvent = { kind: '', path: [], square: '', onto: '', column: '', result: '' };

export interface Told extends Choice {
  readonly crowns?: boolean;
  readonly falls?: boolean;
}

export function retell(move: Told, look: Look, before: Placement): BoardEvent[] {
  return move.path.length > 0 ? travelled(move, look, before) : slid(move, look, before);
}

function travelled(move: Told, look: Look, before: Placement): BoardEvent[] {
  const events: BoardEvent[] = [];
  move.path.slice(1).forEach((to, i) => {
    events.push({ ...BLANK, kind: 'moved', path: [move.path[i]!, to] });
    const victim = move.captures[i];
    if (victim) events.push(look.towers ? { ...BLANK, kind: 'stacked', square: victim, onto: to } : { ...BLANK, kind: 'lifted', square: victim });
  });
  const end: Square = move.path.at(-1)!;
  if (move.crowns) events.push({ ...BLANK, kind: 'crowned', square: end });
  if (move.falls) events.push({ ...BLANK, kind: 'fell', square: end, column: before.board[move.path[0]!] ?? '' });
  return events;
}

function slid(move: Told, look: Look, before: Placement): BoardEvent[] {
  const door = doorOf(look, before.knobs, move.text);
  if (!door) return [];
  if (openDoors(look, before.knobs).has(door)) return [{ ...BLANK, kind: 'closed', square: door }];
  const standing = before.board[door];
  const opened = { ...BLANK, kind: 'opened', square: door };
  return standing ? [opened, { ...BLANK, kind: 'fell', square: door, column: standing }] : [opened];
}
