/** From the server's picture of the rules to what the board needs. */

import type { Labels } from '../board/props';
import { geometry, type Geometry, type Square } from '../board/geometry';
import type { Look, Marks } from '../board/scene';
import { readSquares, type Reader } from '../board/typed';
import type { Chosen } from '../lib/settings.svelte';
import type { RulesView } from '../lib/wire';

export function boardOf(rules: RulesView): Geometry {
  return geometry(rules.files, rules.ranks, rules.squares);
}

export function lookOf(rules: RulesView): Look {
  const side = (seat: 'white' | 'black') => ({ colour: rules.sides[seat].colour, kingColour: rules.sides[seat].king_colour });
  return {
    sides: { white: side('white'), black: side('black') },
    mark: rules.crown_mark,
    towers: rules.towers,
    sliders: rules.sliders,
  };
}

export function labelsFor(rules: RulesView, chosen: Chosen['labels']): Labels {
  if (chosen !== 'auto') return chosen;
  return rules.notation === 'numeric' ? 'numbers' : 'algebraic';
}

/** Evidence of a verdict as marks: moves become arrows, squares become rings. */
export function evidenceMarks(evidence: readonly string[], read: Reader): Marks {
  const seen = evidence.map((text) => readSquares(text, read)).filter((squares): squares is Square[] => squares !== undefined);
  return {
    arrows: seen.filter((squares) => squares.length > 1).map((path) => ({ path, kind: 'owed' as const })),
    circled: seen.filter((squares) => squares.length === 1).flat(),
  };
}
