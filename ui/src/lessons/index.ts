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

const idOf = (path: string) => path.replace(/^\.\/|\.json$/g, '');

export const LESSONS: readonly string[] = Object.keys(FILES).map(idOf);

/** A variant without a course of its own shares that of the game it varies. */
export function lessonFor(list: readonly RulesetBrief[], ruleset: string): string | undefined {
  if (LESSONS.includes(ruleset)) return ruleset;
  const parent = list.find((one) => one.id === ruleset)?.extends;
  return parent ? lessonFor(list, parent) : undefined;
}

export async function loadLesson(id: string): Promise<readonly LessonStep[]> {
  return (await FILES[`./${id}.json`]?.())?.default ?? [];
}

const KEY = 'crowned.learned';

/** How far each course has been followed in this browser. */
export function progress(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export function keepProgress(id: string, step: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...progress(), [id]: Math.max(step, progress()[id] ?? 0) }));
  } catch {
    // without storage the course simply starts at the beginning
  }
}
