/** Work that must survive a reload, and going back and forth: kept in this browser under the key in the address. */

const PREFIX = 'crowned.kept.';
const MOST = 20;

interface Kept<T> {
  readonly at: number;
  readonly what: T;
}

const read = <T>(key: string): Kept<T> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Kept<T> | null) ?? undefined;
  } catch {
    return undefined; // no storage, or somebody else's data
  }
};

export const newKey = (): string => Math.random().toString(36).slice(2, 10);

export function recall<T>(key: string): T | undefined {
  return read<T>(key)?.what;
}

export function keep(key: string, what: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), what }));
    tidy();
  } catch {
    // full, or no storage: it lasts as long as the page
  }
}

/** The oldest go first. */
function tidy(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  if (keys.length <= MOST) return;
  const byAge = keys.sort((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
  for (const key of byAge.slice(0, keys.length - MOST)) localStorage.removeItem(PREFIX + key);
}
