/** Files out of a tar archive; Python itself would take many times as long. */

export interface File {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

const BLOCK = 512;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, '');

export function* filesOf(tar: Uint8Array<ArrayBuffer>): Generator<File> {
  for (let at = 0; tar[at]; ) {
    const head = tar.subarray(at, at + BLOCK);
    const folder = text(head.subarray(345, 500));
    const size = parseInt(text(head.subarray(124, 136)), 8);
    const path = (folder && `${folder}/`) + text(head.subarray(0, 100));
    yield { path, content: tar.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
