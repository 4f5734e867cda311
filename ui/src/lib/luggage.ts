/** Everything of one's own as one file: games and house rules from the server or the pocket, and what this browser keeps. */

import { api, ApiError } from './api';
import { session } from './session.svelte';
import type { Arrived, Luggage } from './wire';

export const FORMAT = 'crowned-luggage/1';
const OWN = /^crowned\.(settings|learned|order|kept\.)/;
const PATIENCE_MS = 2000;
/** Characters: a thousand long games have a tenth of it, and what is larger would only fill the memory. */
export const LARGEST = 1 << 28;

export interface Brought {
  readonly new: number;
  readonly longer: number;
  readonly known: number;
  /** Why some were not taken, in words. */
  readonly refused: readonly string[];
}

type File = Luggage & { browser?: Record<string, string> };

export async function packed(): Promise<string> {
  await session.ensure();
  return JSON.stringify({ ...(await api.luggage()), browser: remembered() });
}

function remembered(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([key]) => OWN.test(key)));
  } catch {
    return {}; // a browser that keeps nothing
  }
}

/** What is in a file, or nothing if it is another kind of file. */
function read(text: string): File | undefined {
  try {
    const file = JSON.parse(text) as Partial<File>;
    return file.format === FORMAT && Array.isArray(file.games) && Array.isArray(file.houses) ? (file as File) : undefined;
  } catch {
    return undefined;
  }
}

/** Adds what is in the file to what is here; nothing that is here is lost. */
export async function bring(text: string): Promise<Brought | undefined> {
  const file = read(text);
  if (!file) return undefined;
  await session.ensure();
  const count = { new: 0, longer: 0, known: 0 };
  const refused: string[] = [];
  const works = [...file.houses.map((house) => () => api.bringHouse(house)), ...file.games.map((game) => () => api.bringGame(game))];
  for (const work of works) {
    const told = await patiently(work);
    if (told instanceof ApiError) refused.push([told.message, ...told.faults].join(' '));
    else count[told.what] += 1;
  }
  remember(file.browser ?? {});
  return { ...count, refused };
}

/** Games count more than settings: without room for these it is no failure. */
function remember(browser: Record<string, unknown>): void {
  try {
    for (const [key, value] of Object.entries(browser))
      if (OWN.test(key) && typeof value === 'string' && localStorage.getItem(key) === null) localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing, or nothing more
  }
}

/** A server takes only so much at once; without one at all there is no use in going on. */
async function patiently(work: () => Promise<Arrived>): Promise<Arrived | ApiError> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error;
      if (error.status !== 429) return error;
      await new Promise((resume) => setTimeout(resume, PATIENCE_MS));
    }
  }
}
