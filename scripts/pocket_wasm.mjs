// The little that has to be known of a WebAssembly file to leave something out of it.
const EXPORTS = 7;
const DATA = 11;

/** A number as WebAssembly writes it, and where the next thing begins. */
function number(bytes, at) {
  for (let value = 0, scale = 1; ; scale *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at];
  }
}

function written(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Uint8Array.from([...bytes, value]);
}

function* sections(file) {
  for (let at = 8; at < file.length; ) {
    const [size, from] = number(file, at + 1);
    yield { kind: file[at], content: file.subarray(from, from + size) };
    at = from + size;
  }
}

function onlyExported(content, wanted) {
  const [count, first] = number(content, 0);
  const kept = [];
  for (let left = count, at = first; left > 0; left -= 1) {
    const [length, name] = number(content, at);
    const [, next] = number(content, name + length + 1);
    if (wanted.has(Buffer.from(content.subarray(name, name + length)).toString())) kept.push(content.subarray(at, next));
    at = next;
  }
  return Buffer.concat([written(kept.length), ...kept]);
}

/** The file with these names only among its exports; what nobody can reach then is for wasm-opt to find. */
export function withExports(file, wanted) {
  const parts = [file.subarray(0, 8)];
  for (const { kind, content } of sections(file)) {
    const now = kind === EXPORTS ? onlyExported(content, wanted) : content;
    parts.push(Uint8Array.of(kind), written(now.length), now);
  }
  return Buffer.concat(parts);
}

/** Pieces of memory that the file fills: address, and the bytes themselves. */
function* filled(file) {
  const data = [...sections(file)].find(({ kind }) => kind === DATA).content;
  let [count, at] = number(data, 0);
  for (; count > 0; count -= 1) {
    if (data[at] !== 0 || data[at + 1] !== 0x41) throw new Error('memory is filled in a way that is not known here');
    const [address, end] = number(data, at + 2);
    const [size, from] = number(data, end + 1);
    yield { address, bytes: data.subarray(from, from + size) };
    at = from + size;
  }
}

/** Fills ranges of addresses with zeros, in place. */
export function blank(file, ranges) {
  for (const { address, bytes } of filled(file))
    for (const [from, to] of ranges) if (from < address + bytes.length && to > address) bytes.fill(0, Math.max(0, from - address), to - address);
}
