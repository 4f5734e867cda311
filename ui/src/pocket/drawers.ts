/** Files of the browser's own store that are written at once: a flush returns when the bytes are kept. */

import { fileOf, newest, type Kind } from './stores';

export interface Drawer {
  read(size: number, at: number): Uint8Array;
  write(content: Uint8Array, at: number): void;
  truncate(size: number): void;
  flush(): void;
  size(): number;
  /** For others to read, where it cannot be used here. */
  close(): void;
}

interface Handle {
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  getSize(): number;
  close(): void;
}

class Kept implements Drawer {
  constructor(private readonly handle: Handle) {}

  read(size: number, at: number): Uint8Array {
    const into = new Uint8Array(size);
    return into.subarray(0, this.handle.read(into, { at }));
  }

  write(content: Uint8Array, at: number): void {
    const done = this.handle.write(content, { at });
    if (done !== content.length) throw new Error(`only ${done} of ${content.length} bytes found room`);
  }

  truncate(size: number): void {
    this.handle.truncate(size);
  }

  flush(): void {
    this.handle.flush();
  }

  size(): number {
    return this.handle.getSize();
  }

  close(): void {
    this.handle.close();
  }
}

const TRIES = 25;
const WAIT_MS = 200;

/** A page that was just reloaded or killed holds its drawers for a moment longer; another tab keeps them. */
export async function patiently<T>(open: () => Promise<T>, wait = WAIT_MS): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (tries === TRIES || (error as Error).name !== 'NoModificationAllowedError') throw error;
      await new Promise((resume) => setTimeout(resume, wait));
    }
  }
}

/** The two drawers of the database. Another tab that has them open keeps them: NoModificationAllowedError. */
export async function openDrawers(): Promise<[Drawer, Drawer]> {
  const store = await newest();
  const open = async (kind: Kind) => {
    const handle = (await fileOf(store, kind)) as unknown as { createSyncAccessHandle(): Promise<Handle> };
    return new Kept(await patiently(() => handle.createSyncAccessHandle()));
  };
  return [await open('sqlite'), await open('log')];
}
