/** The page's end of a server that is a worker. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Client, type Failure } from '../src/pocket/client';
import { patiently } from '../src/pocket/drawers';
import type { FromWorker, ToWorker } from '../src/pocket/messages';
import { Shelf, type Content } from '../src/pocket/shelf';

class FakeWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly got: ToWorker[] = [];

  postMessage(message: ToWorker): void {
    this.got.push(message);
  }

  says(message: FromWorker): void {
    this.onmessage?.(new MessageEvent('message', { data: message }));
  }
}

const text = (body: string) => new TextEncoder().encode(body) as Uint8Array<ArrayBuffer>;

function started(): { worker: FakeWorker; client: Client; seen: [number, number][]; failures: string[] } {
  const worker = new FakeWorker();
  const seen: [number, number][] = [];
  const failures: string[] = [];
  const listener = { progress: (done: number, total: number) => void seen.push([done, total]), failed: ({ reason }: Failure) => void failures.push(reason) };
  return { worker, client: new Client(worker, listener), seen, failures };
}

describe('Client', () => {
  it('tells how much has come, and when it is ready', async () => {
    const { worker, client, seen } = started();
    expect(worker.got).toEqual([{ t: 'start' }]);
    worker.says({ t: 'progress', done: 1, total: 4 });
    worker.says({ t: 'ready', kept: false });
    expect(seen).toEqual([[1, 4]]);
    expect(await client.ready).toBe(false);
  });

  it('holds requests back until the worker is ready, and gives each its own reply', async () => {
    const { worker, client } = started();
    const first = client.fetch('/api/a', { method: 'POST', headers: { 'Accept-Language': 'nl' }, body: '{}' });
    const second = client.fetch('/api/b', {});
    expect(worker.got.length).toBe(1);
    worker.says({ t: 'ready', kept: true });
    await client.ready;
    await Promise.resolve();
    const asked = worker.got.filter((message) => message.t === 'fetch');
    expect(asked.map(({ method, path, headers, body }) => [method, path, headers['accept-language'], body])).toEqual([
      ['POST', '/api/a', 'nl', '{}'],
      ['GET', '/api/b', undefined, ''],
    ]);
    worker.says({ t: 'reply', id: asked[1]!.id, status: 404, headers: {}, body: text('{"code":"x"}') });
    worker.says({ t: 'reply', id: asked[0]!.id, status: 204, headers: {}, body: text('') });
    expect((await second).status).toBe(404);
    expect((await first).status).toBe(204);
  });

  it('lets go of a request that nobody waits for any more', async () => {
    const { worker, client } = started();
    worker.says({ t: 'ready', kept: true });
    await client.ready;
    const stop = new AbortController();
    const asked = client.fetch('/api/analysis/lines', { signal: stop.signal });
    await Promise.resolve();
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.got.at(-1)).toMatchObject({ t: 'abort' });
  });

  it('opens sockets that hear and speak', async () => {
    const { worker, client } = started();
    worker.says({ t: 'ready', kept: true });
    const socket = client.open('de');
    const heard: unknown[] = [];
    socket.onopen = () => heard.push('open');
    socket.onmessage = ({ data }) => heard.push(data);
    socket.onclose = ({ code }) => heard.push(code);
    await client.ready;
    await Promise.resolve();
    const opened = worker.got.find((message) => message.t === 'open');
    expect(opened).toMatchObject({ headers: { 'accept-language': 'de' } });
    const id = opened!.id;
    worker.says({ t: 'socket', id, kind: 'open', what: '' });
    worker.says({ t: 'socket', id, kind: 'message', what: '{"t":"welcome"}' });
    socket.send('{"t":"ping"}');
    worker.says({ t: 'socket', id, kind: 'close', what: 1012 });
    expect(heard).toEqual(['open', '{"t":"welcome"}', 1012]);
    expect(worker.got.at(-1)).toEqual({ t: 'send', id, text: '{"t":"ping"}' });
    expect(socket.readyState).toBe(3);
  });

  it('closes sockets where the worker cannot start', async () => {
    const { worker, client } = started();
    const codes: number[] = [];
    const socket = client.open('en');
    socket.onclose = ({ code }) => codes.push(code);
    worker.says({ t: 'failed', reason: 'elsewhere', text: '' });
    await expect(client.ready).rejects.toMatchObject({ reason: 'elsewhere' });
    await Promise.resolve();
    expect(codes).toEqual([1006]);
  });

  it('says so when the script of the worker does not come', async () => {
    const { worker, client, failures } = started();
    worker.onerror?.(new ErrorEvent('error'));
    await expect(client.ready).rejects.toMatchObject({ reason: 'download' });
    expect(failures).toEqual(['download']);
  });

  it('leaves nobody waiting for a worker that has died', async () => {
    const { worker, client, failures } = started();
    worker.says({ t: 'ready', kept: true });
    await client.ready;
    const asked = client.fetch('/api/a', {});
    const codes: number[] = [];
    client.open('en').onclose = ({ code }) => codes.push(code);
    await Promise.resolve();
    worker.onerror?.(new ErrorEvent('error', { message: 'unreachable' }));
    expect((await asked).status).toBe(503);
    expect(codes).toEqual([1006]);
    expect(failures).toEqual(['stopped']);
  });
});

describe('Shelf', () => {
  const put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['has no room', { open: () => Promise.resolve({ put, match: () => Promise.resolve(undefined) }) }],
    ['keeps nothing', { open: () => Promise.reject(new DOMException('', 'SecurityError')) }],
  ])('holds what a browser that %s does not keep', async (_, caches) => {
    vi.stubGlobal('caches', caches);
    const shelf = await Shelf.open('any');
    shelf.expect('http://a/b?1', Promise.resolve({ bytes: text('held'), type: 'application/wasm' }));
    await shelf.allSettled();
    expect(await shelf.keep('http://a/picture', new Response(''))).toBe(false);
    const other = await Shelf.open('any', shelf.held);
    const found = await other.match('http://a/b', { ignoreSearch: true });
    expect(await found?.text()).toBe('held');
    expect(found?.headers.get('Content-Type')).toBe('application/wasm');
    expect(await other.match('http://a/b')).toBeUndefined();
    expect(await other.match('http://a/picture')).toBeUndefined();
  });

  it('gives what has come before it is kept, and waits for what is still coming', async () => {
    let keptAll = () => undefined as void;
    let come = (_: Content) => undefined as void;
    const slow = new Promise<void>((settle) => (keptAll = settle));
    vi.stubGlobal('caches', { open: () => Promise.resolve({ put: () => slow, match: () => Promise.resolve(undefined) }) });
    const shelf = await Shelf.open('any');
    shelf.expect('http://a/b', new Promise((settle) => (come = settle)));
    const asked = shelf.match('http://a/b');
    come({ bytes: text('there'), type: 'text/plain' });
    expect(await (await asked)?.text()).toBe('there');
    keptAll();
    await shelf.allSettled();
    expect(await shelf.match('http://a/b')).toBeUndefined(); // the browser's own from now on
    expect(shelf.held.size).toBe(0);
  });

  it('tells everybody who waits for what does not come', async () => {
    vi.stubGlobal('caches', { open: () => Promise.resolve({}) });
    const shelf = await Shelf.open('any');
    shelf.expect('http://a/b', Promise.reject(new Error('offline')));
    for (const waiting of [shelf.match('http://a/b'), shelf.settled('http://a/b'), shelf.allCome(), shelf.allSettled()])
      await expect(waiting).rejects.toThrow('offline');
  });
});

describe('patiently', () => {
  const taken = () => Promise.reject(new DOMException('', 'NoModificationAllowedError'));

  it('waits for drawers that a closing page still holds, but not for ever', async () => {
    let tries = 0;
    expect(await patiently(() => ((tries += 1) < 3 ? taken() : Promise.resolve('open')), 0)).toBe('open');
    await expect(patiently(taken, 0)).rejects.toMatchObject({ name: 'NoModificationAllowedError' });
  });

  it('passes other failures on at once', async () => {
    let tries = 0;
    const denied = () => ((tries += 1), Promise.reject(new DOMException('', 'SecurityError')));
    await expect(patiently(denied, 0)).rejects.toMatchObject({ name: 'SecurityError' });
    expect(tries).toBe(1);
  });
});
