/**
 * The stores of games in the browser's own file system, by their numbers. The newest is in use; one that could not be
 * read any more stays beside it until somebody deletes it.
 */

import { tarred } from './archive';

/** What TypeScript does not know of folders yet. */
type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };
export type Kind = 'sqlite' | 'log';

const KINDS: readonly Kind[] = ['sqlite', 'log'];
const NAME = /^games(?:-(\d+))?\.sqlite$/;
const nameOf = (store: number, kind: Kind) => `games${store > 1 ? `-${store}` : ''}.${kind}`;

const folder = async () => (await (await navigator.storage.getDirectory()).getDirectoryHandle('crowned', { create: true })) as Folder;

export async function fileOf(store: number, kind: Kind): Promise<FileSystemFileHandle> {
  return (await folder()).getFileHandle(nameOf(store, kind), { create: true });
}

async function all(): Promise<number[]> {
  const found: number[] = [];
  for await (const name of (await folder()).keys()) {
    const match = NAME.exec(name);
    if (match) found.push(Number(match[1] ?? 1));
  }
  return found.sort((a, b) => a - b);
}

export const newest = async (): Promise<number> => (await all()).at(-1) ?? 1;

/** Those that could not be read any more. */
export const older = async (): Promise<number[]> => (await all()).slice(0, -1);

/** From the next start on another one is in use, an empty one; a second tab that does the same changes nothing. */
export async function setAside(store: number): Promise<void> {
  await fileOf(store + 1, 'sqlite');
}

/** Both files of a store as one, named as SQLite's own tools expect them. */
export async function saved(store: number): Promise<Blob> {
  const [database, log] = await Promise.all(KINDS.map(async (kind) => (await fileOf(store, kind)).getFile()));
  return tarred([
    { path: 'games.sqlite', content: database! },
    { path: 'games.sqlite-wal', content: log! },
  ]);
}

export async function remove(store: number): Promise<void> {
  const place = await folder();
  for (const kind of KINDS) await place.removeEntry(nameOf(store, kind)).catch(() => undefined);
}
