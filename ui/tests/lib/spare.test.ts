/** The browser's own engine, for a server whose engine is busy. */

import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api';
import { place } from '../../src/lib/place.svelte';
import { spare } from '../../src/lib/spare';
import type { Lines, LinesRequest, Think } from '../../src/lib/wire';

const LINES: Lines = { fen: '', depth: 1, nodes: 1, lines: [], exact: null };
const BODY: LinesRequest = { rules: { id: 'any' } };
const said = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const busy = () => said({ code: 'busy', text: 'busy', faults: [] }, 503);
const sent = (calls: unknown[][]) => calls.map(([, init]) => JSON.parse(String((init as RequestInit).body)) as LinesRequest);

let server = vi.spyOn(place, 'fetch');
let own = vi.spyOn(spare, 'fetch');

beforeEach(() => {
  server = vi.spyOn(place, 'fetch').mockReset();
  own = vi.spyOn(spare, 'fetch').mockReset();
  vi.spyOn(spare, 'there').mockResolvedValue(true);
});

it('is not asked while the server has time', async () => {
  server.mockResolvedValueOnce(said(LINES));
  expect(await api.lines(BODY)).toEqual(LINES);
  expect(sent(server.mock.calls)).toEqual([{ ...BODY, patient: false }]);
  expect(own).not.toHaveBeenCalled();
});

it('answers what a busy server does not', async () => {
  server.mockResolvedValueOnce(busy());
  own.mockResolvedValueOnce(said(LINES));
  expect(await api.lines(BODY)).toEqual(LINES);
  expect(own.mock.calls[0]?.[0]).toBe('/api/analysis/lines');
  expect(sent(own.mock.calls)).toEqual([BODY]);
});

it('leaves it to the server where it cannot', async () => {
  server.mockResolvedValueOnce(busy()).mockResolvedValueOnce(said(LINES));
  own.mockRejectedValueOnce(new Error('no worker'));
  expect(await api.lines(BODY)).toEqual(LINES);
  expect(sent(server.mock.calls)).toEqual([{ ...BODY, patient: false }, BODY]);
});

it('is not there where nothing was downloaded: then one waits', async () => {
  vi.spyOn(spare, 'there').mockResolvedValue(false);
  server.mockResolvedValueOnce(said(LINES));
  await api.lines(BODY);
  expect(sent(server.mock.calls)).toEqual([BODY]);
});

it('does not hide other refusals', async () => {
  server.mockResolvedValueOnce(said({ code: 'bad_rules', text: '', faults: [] }, 400));
  await expect(api.lines(BODY)).rejects.toMatchObject({ code: 'bad_rules' });
  expect(own).not.toHaveBeenCalled();
});

it('chooses for the computer, or says nothing', async () => {
  const question: Think = { t: 'think', g: 'g', ply: 1, pos: 'a', level: 4, toml: 'x', fen: '', moves: ['c3-d4'] };
  own.mockResolvedValueOnce(said({ text: 'b6-a5' })).mockResolvedValueOnce(busy()).mockRejectedValueOnce(new Error('gone'));
  expect(await spare.think(question)).toBe('b6-a5');
  expect(sent(own.mock.calls)).toEqual([{ rules: { toml: 'x' }, moves: ['c3-d4'], level: 4 }]);
  expect(await spare.think(question)).toBeUndefined();
  expect(await spare.think(question)).toBeUndefined();
});
