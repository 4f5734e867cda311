/** The courses: data, one file per rulebook, loaded when it is opened. */

import type { Lang, RulesetBrief } from '../lib/wire';

export interface LessonStep {
  /**
   * play: make one of the answers; refused: try this attempt and hear why not;
   * huff: the opponent's wrong move is shown, point at the piece to be removed.
   */
  readonly kind: 'play' | 'refused' | 'huff';
  readonly clauses: readonly string[];
  readonly fen: string;
  readonly answers?: readonly string[];
  readonly attempt?: string;
  readonly played?: string;
  readonly huff?: readonly string[];
  readonly say: Readonly<Record<Lang, string>>;
  readonly then: Readonly<Record<Lang, string>>;
}

const FILES = import.meta.glob<{ default: LessonStep[] }>('./*.json');

/** Endings with few pieces; their answers are those of the endgame tables. */
const ENDING_FILES = import.meta.glob<{ default: LessonStep[] }>('./endings/*.json');

const idOf = (path: string) => path.replace(/^\.\/|\.json$/g, '');

export const LESSONS: readonly string[] = Object.keys(FILES).map(idOf);

export const ENDINGS: readonly string[] = Object.keys(ENDING_FILES).map((path) => idOf(path.replace('endings/', '')));

/** A variant without a course of its own shares that of the game it varies. */
export function lessonFor(list: readonly RulesetBrief[], ruleset: string): string | undefined {
  if (LESSONS.includes(ruleset)) return ruleset;
  const parent = list.find((one) => one.id === ruleset)?.extends;
  return parent ? lessonFor(list, parent) : undefined;
}

export async function loadLesson(id: string): Promise<readonly LessonStep[]> {
  return (await FILES[`./${id}.json`]?.())?.default ?? [];
}

export async function loadEndings(id: string): Promise<readonly LessonStep[]> {
  return (await ENDING_FILES[`./endings/${id}.json`]?.())?.default ?? [];
}

const KEY = 'crowned.learned';

/** Per course, the steps whose move was found in this browser. Steps that were skipped are not among them. */
export function progress(): Record<string, readonly number[]> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(kept).filter((one): one is [string, number[]] => Array.isArray(one[1])));
  } catch {
    return {};
  }
}

export function keepFound(id: string, step: number): void {
  try {
    const found = new Set([...(progress()[id] ?? []), step]);
    localStorage.setItem(KEY, JSON.stringify({ ...progress(), [id]: [...found].sort((a, b) => a - b) }));
  } catch {
    // without storage the course simply starts at the beginning
  }
}

/** The first step, from `at` on and then from the beginning, that is still to be found; `count` if none is. */
export function nextMissing(found: Iterable<number>, count: number, at = 0): number {
  const known = new Set(found);
  const order = [...Array(count).keys()].map((i) => (i + at) % count);
  return order.find((step) => !known.has(step)) ?? count;
}
