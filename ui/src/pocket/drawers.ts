/** Files of the browser's own store that are written at once: a flush returns when the bytes are kept. */

export interface Drawer {
  read(size: number, at: number): Uint8Array;
  write(content: Uint8Array, at: number): void;
  truncate(size: number): void;
  flush(): void;
  size(): number;
}

interface Handle {
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  getSize(): number;
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
}

/** The two drawers of the database. Another tab that has them open keeps them: NoModificationAllowedError. */
export async function openDrawers(): Promise<[Drawer, Drawer]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('crowned', { create: true });
  const open = async (name: string) => {
    const file = await folder.getFileHandle(name, { create: true });
    return new Kept(await (file as unknown as { createSyncAccessHandle(): Promise<Handle> }).createSyncAccessHandle());
  };
  return [await open('games.sqlite'), await open('games.log')];
}
