/** Files out of a tar archive, and into one. Python itself would take many times as long. */

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

/** A name in ASCII, the right to read and write, no owner, its size, no time, no sum yet, a plain file. */
const fieldsOf = (path: string, size: number) =>
  path.padEnd(100, '\0') + octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12) + ' '.repeat(8) + '0';

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;

function headOf(path: string, size: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(BLOCK);
  const write = (what: string, at: number) => head.set(new TextEncoder().encode(what), at);
  write(fieldsOf(path, size), 0);
  write('ustar\x0000', 257);
  write(octal(head.reduce((sum, byte) => sum + byte), 8), 148);
  return head;
}

export function tarred(files: readonly { readonly path: string; readonly content: Blob }[]): Blob {
  const end = new Uint8Array(2 * BLOCK);
  const parts = files.flatMap(({ path, content }) => [headOf(path, content.size), content, new Uint8Array(-content.size & (BLOCK - 1))]);
  return new Blob([...parts, end], { type: 'application/x-tar' });
}
