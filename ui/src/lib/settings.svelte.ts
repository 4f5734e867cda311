/** What a player has chosen for this browser. Kept in local storage; works without it. */

import type { AutoComplete } from '../board/entry';
import type { Labels } from '../board/props';
import type { Lang } from './wire';

export interface Chosen {
  lang: Lang | '';
  /** The ruleset chosen last, on whichever page. */
  game: string;
  scheme: 'system' | 'light' | 'dark';
  board: 'wood' | 'plain' | 'contrast';
  labels: 'auto' | Labels;
  motion: boolean;
  sound: boolean;
  volume: number;
  auto: AutoComplete;
  targets: boolean;
  premove: boolean;
  confirm: boolean;
  notify: boolean;
}

const DEFAULTS: Chosen = {
  lang: '',
  game: '',
  scheme: 'system',
  board: 'wood',
  labels: 'auto',
  motion: true,
  sound: true,
  volume: 0.6,
  auto: 'forced',
  targets: true,
  premove: true,
  confirm: true,
  notify: false,
};

const KEY = 'crowned.settings';

function stored(): Partial<Chosen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>;
  } catch {
    return {}; // private mode, or somebody else's data
  }
}

/** Only known fields of the right type: an old or foreign entry must not break the app. */
function sane(found: Partial<Chosen>): Chosen {
  const result: Record<string, unknown> = { ...DEFAULTS };
  for (const [key, value] of Object.entries(found)) {
    if (key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Chosen]) result[key] = value;
  }
  return result as unknown as Chosen;
}

export const settings = $state<Chosen>(sane(stored()));

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // no storage: the choice holds until the page is closed
  }
}

/** Puts the look on the root element, where the style sheets find it. */
export function applyLook(): void {
  const root = document.documentElement;
  root.dataset['board'] = settings.board;
  root.dataset['motion'] = settings.motion ? 'on' : 'off';
  if (settings.scheme === 'system') delete root.dataset['scheme'];
  else root.dataset['scheme'] = settings.scheme;
}

export function prefersStill(): boolean {
  return !settings.motion || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}
