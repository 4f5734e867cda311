/** The stores of games in the browser's file system, and what becomes of one that cannot be read. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf } from '../src/pocket/archive';
import { newest, older, remove, saved, setAside } from '../src/pocket/stores';

/** A folder of the browser's, as far as it is used. */
class FakeFolder {
  readonly files = new Map<string, string>();

  getDirectoryHandle = () => Promise.resolve(this);
  removeEntry = (name: string) => Promise.resolve(void this.files.delete(name));

  getFileHandle(name: string): Promise<object> {
    if (!this.files.has(name)) this.files.set(name, '');
    return Promise.resolve({ getFile: () => Promise.resolve(new Blob([this.files.get(name)!])) });
  }

  async *keys(): AsyncGenerator<string> {
    yield* this.files.keys();
  }
}

let folder: FakeFolder;
beforeEach(() => {
  folder = new FakeFolder();
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(folder) } });
});

async function unpacked(tar: Blob): Promise<[string, string][]> {
  const bytes = new Uint8Array(await tar.arrayBuffer());
  expect(bytes.length % 512).toBe(0);
  return [...filesOf(bytes)].map(({ path, content }) => [path, new TextDecoder().decode(content)]);
}

describe('stores', () => {
  it('begin with the first', async () => {
    expect([await newest(), await older()]).toEqual([1, []]);
  });

  it('are used by the newest number, in whatever order they are listed', async () => {
    for (const name of ['games-10.sqlite', 'games.sqlite', 'games-9.sqlite', 'games.log', 'games-x.sqlite', 'other']) folder.files.set(name, '');
    expect([await newest(), await older()]).toEqual([10, [1, 9]]);
  });

  it('are set aside as they are, by two tabs as by one', async () => {
    folder.files.set('games.sqlite', 'torn').set('games.log', 'newest moves');
    await Promise.all([setAside(1), setAside(1)]);
    expect([await newest(), await older()]).toEqual([2, [1]]);
    expect(folder.files.get('games.sqlite')).toBe('torn');
    expect(await unpacked(await saved(1))).toEqual([
      ['games.sqlite', 'torn'],
      ['games.sqlite-wal', 'newest moves'],
    ]);
  });

  it('are gone when they are deleted, and only these', async () => {
    for (const name of ['games.sqlite', 'games.log', 'games-2.sqlite']) folder.files.set(name, '');
    await remove(1);
    expect([...folder.files.keys()]).toEqual(['games-2.sqlite']);
    expect([await newest(), await older()]).toEqual([2, []]);
  });
});
