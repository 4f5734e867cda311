/** The move list: entries of the log put in order, taken-back moves beside the line they left. */

import type { BoardAction, Entry, PlayedEntry, Seat } from './wire';

export interface Ply {
  readonly v: number;
  readonly ply: number;
  readonly by: Seat;
  readonly text: string;
  readonly action: BoardAction;
  readonly entry: PlayedEntry;
}

export interface MoveLine {
  readonly main: readonly Ply[];
  /** Moves that were taken back, by the ply at which they left the line. */
  readonly branches: ReadonlyMap<number, readonly (readonly Ply[])[]>;
}

/** Offers and touches are no moves of the game. */
const LISTED: ReadonlySet<BoardAction> = new Set(['move', 'spin', 'huff', 'takeback', 'accept', 'claim_draw'] as const);

export function moveLine(entries: readonly Entry[]): MoveLine {
  let main: Ply[] = [];
  const branches = new Map<number, Ply[][]>();
  for (const entry of entries) {
    if (entry.kind === 'undone') {
      const gone = main.filter((one) => one.ply >= entry.ply);
      main = main.filter((one) => one.ply < entry.ply);
      if (gone.length > 0) branches.set(entry.ply, [...(branches.get(entry.ply) ?? []), gone]);
    } else if (entry.kind === 'played' && LISTED.has(entry.action)) {
      main.push({ v: entry.v, ply: entry.ply, by: entry.by, text: entry.text, action: entry.action, entry });
    }
  }
  return { main, branches };
}

export interface Turn {
  readonly by: Seat;
  readonly plies: readonly Ply[];
}

export interface Round {
  readonly number: number;
  readonly turns: readonly Turn[];
}

/** Consecutive actions of one side are one turn; two turns are one numbered round. */
export function rounds(main: readonly Ply[], first: Seat): Round[] {
  const turns: { by: Seat; plies: Ply[] }[] = [];
  for (const ply of main) {
    const last = turns.at(-1);
    if (last?.by === ply.by && !endsTurn(last.plies)) last.plies.push(ply);
    else turns.push({ by: ply.by, plies: [ply] });
  }
  const result: { number: number; turns: Turn[] }[] = [];
  for (const turn of turns) {
    const open = result.at(-1);
    if (open && turn.by !== first && open.turns.length === 1 && open.turns[0]?.by === first) open.turns.push(turn);
    else result.push({ number: result.length + 1, turns: [turn] });
  }
  return result;
}

function endsTurn(plies: readonly Ply[]): boolean {
  return plies.at(-1)?.action === 'move';
}
