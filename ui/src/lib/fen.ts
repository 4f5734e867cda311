/** Positions as text, for the editor: the form that docs and server use, written here, read there. */

import type { Placement, RulesView } from './wire';

const sign = (turn: Placement['turn']) => (turn === 'white' ? 'W' : 'B');

/** A lone man is its square, a lone king has a K before it, a tower is written out in brackets. */
function piece(square: string, column: string): string {
  if (column.length > 1) return `${square}[${column}]`;
  return column === column.toUpperCase() ? `K${square}` : square;
}

function side(board: Placement['board'], letter: 'w' | 'b', order: readonly string[]): string {
  const own = order.filter((square) => board[square]?.charAt(0).toLowerCase() === letter);
  return own.map((square) => piece(square, board[square]!)).join(',');
}

export function fenOf(rules: Pick<RulesView, 'squares' | 'sliders'>, at: Pick<Placement, 'board' | 'turn' | 'knobs' | 'spin'>): string {
  const order = rules.squares.map((square) => square.name);
  const parts = [sign(at.turn), `W${side(at.board, 'w', order)}`, `B${side(at.board, 'b', order)}`];
  if (rules.sliders.length > 0) parts.push(`S${at.knobs || 'M'.repeat(rules.sliders.length)}`);
  if (rules.sliders.length > 0 && at.spin) parts.push(`X${at.spin}`);
  return parts.join(':');
}
