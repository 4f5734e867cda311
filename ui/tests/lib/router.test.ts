/** Addresses: the server's are paths; a web space has one page, and the app's addresses come after a hash. */

import { describe, expect, it } from 'vitest';
import { asked, parsePlace, shown } from '../../src/lib/router.svelte';

const read = (address: string, hashed: boolean) => {
  const { page, id, query } = parsePlace(asked(new URL(address), hashed));
  return [page, id, query.toString()];
};

describe('addresses', () => {
  it('are paths on a server', () => {
    expect(shown('/g/abc', false)).toBe('/g/abc');
    expect(read('https://a.example/learn/koenig/endings?x=1#main', false)).toEqual(['learn', 'koenig/endings', 'x=1']);
  });

  it('come after a hash in a folder of a web space', () => {
    expect(shown('/g/abc?x=1', true)).toBe('#/g/abc?x=1');
    expect(read('https://a.example/games/crowned/#/g/abc?x=1', true)).toEqual(['g', 'abc', 'x=1']);
    expect(read('https://a.example/games/crowned/', true)).toEqual(['home', '', '']);
  });
});
