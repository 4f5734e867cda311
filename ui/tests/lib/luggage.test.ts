/** Everything of one's own as one file, and what strangers may put into such a file. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api';
import { bring, FORMAT } from '../../src/lib/luggage';
import { session } from '../../src/lib/session.svelte';
import type { PackedGame } from '../../src/lib/wire';

const GAME = { id: 'any', lines: [], seed: '' } as unknown as PackedGame;
const file = (more: object) => JSON.stringify({ format: FORMAT, games: [GAME], houses: [], ...more });

beforeEach(() => {
  vi.spyOn(session, 'ensure').mockResolvedValue({} as never);
  vi.spyOn(api, 'bringGame').mockResolvedValue({ what: 'new' } as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it.each(['', '{', 'null', '[]', '"crowned"', '{"format":"other"}', '{"format":"crowned-luggage/1","games":{},"houses":[]}'])(
  'refuses %s, which is another kind of file',
  async (text) => expect(await bring(text)).toBeUndefined(),
);

it('takes of what a browser has kept only texts under our own names', async () => {
  const browser = { 'crowned.settings': '{}', 'crowned.order': { not: 'a text' }, 'crowned.pocket': 'on', other: 'x' };
  expect(await bring(file({ browser }))).toMatchObject({ new: 1 });
  expect({ ...localStorage }).toEqual({ 'crowned.settings': '{}' });
});

it('brings the games where there is no room for the rest', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  expect(await bring(file({ browser: { 'crowned.settings': '{}' } }))).toEqual({ new: 1, longer: 0, known: 0, refused: [] });
});
