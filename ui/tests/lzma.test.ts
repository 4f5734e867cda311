/** Files that Python's lzma has packed, with several properties, come out as they went in. */

import { describe, expect, it } from 'vitest';
import { unpack } from '../src/pocket/lzma';

const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const range = (length: number) => Array.from({ length }, (_, i) => i);

const FILES: Record<string, [packed: string, plain: number[]]> = {
  repetition: [
    'AwAAAARQBQAAAAAAAAArmhWb2YqL43BJezKR4r7qFCHZmVQ+Hv8fDnv4WoR9RrAE2LaZZG16//7ESAA=',
    ascii('Wer schlagen kann, muss schlagen. '.repeat(40)),
  ],
  noise: [
    'bAAAAARkAAAAAAAAAAAACZEce2bsj3IuIxh3UFAQjDM9ofjyNBF6W+JEIfuZMN1kCF0imD2jbE+hUiRnLEj+CjBhKsF9GLkRrTzzP3UH1QNr3VZXz4BU/lPv' +
    'HEIMULrYUSZJ4GlPPVbPk1fW6nWVQoiyj3k4/lAKcf2Cex8v//6fUAA=',
    range(100).map((i) => (i * i * 31 + i * 7 + (i >> 3)) & 255),
  ],
  mixture: [
    'XQAAAARQBQAAAAAAAAAAmT/hKOT/I4Sc6N1N03UcJarpnbRNMpLqVJqjyZZLJePAnMG6U98RhoVH4nVExzl+S+n7ALPYlfl2sf2bmbeKgmtq3+Eqw8UxXizD' +
    'KB4NXhVoq7iaA0JnTBkf14J8SLZ2L2zkW8o0+9JKH1KhYervo3ZXpqeghH4QZisVMFKcrGINaOnGrlSJkCO9j7NsYZaN4oEuhpxD9Y7aB+epJKo0HQmRaKMz' +
    'kCxEVkJa1i9553tB/X9x4g/f+nsfvA==',
    range(60).flatMap((i) => [...Array<number>(i % 50).fill(i % 7), ...ascii('abc'.slice(0, i % 4))]),
  ],
  nothing: ['AwAAAAQAAAAAAAAAAACD//v//8AAAAA=', []],
};

describe('unpack', () => {
  it.each(Object.entries(FILES))('gives back %s', (_, [packed, plain]) => {
    expect([...unpack(bytes(packed))]).toEqual(plain);
  });

  it.each(Object.keys(FILES))('says of %s cut off that it is damaged', (name) => {
    const packed = bytes(FILES[name]![0]);
    for (const length of range(Math.min(packed.length, 17))) expect(() => unpack(packed.slice(0, length))).toThrow('damaged');
  });

  it('never hangs or reaches beyond what was told, whatever the bytes are', () => {
    const packed = bytes(FILES.mixture![0]);
    for (const place of range(packed.length)) {
      for (const flip of [1, 128, 255]) {
        const other = packed.slice();
        other[place]! ^= flip;
        tried(other, place >= 5 && place < 13);
      }
    }
  });
});

/** Either it is noticed, or the content is another one of the size that is told. */
function tried(packed: Uint8Array<ArrayBuffer>, resized: boolean): void {
  try {
    const { length } = unpack(packed);
    if (!resized) expect(length).toBe(FILES.mixture![1].length);
  } catch (error) {
    expect((error as Error).message).toBe('damaged');
  }
}
