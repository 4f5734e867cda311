/** What a browser keeps of the app: page, files and program change together, and only for the next start. */

import { createHash, webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf } from '../src/pocket/archive';

type Key = string | Request;
const address = (key: Key) => (typeof key === 'string' ? key : key.url);

class FakeCache {
  readonly kept = new Map<string, Response>();
  match = async (key: Key) => this.kept.get(address(key))?.clone();
  put = async (key: Key, response: Response) => void this.kept.set(address(key), response);
  add = async (key: Key) => this.put(key, await fetch(address(key)));
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
  delete = async (key: Key) => this.kept.delete(address(key));
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  open = async (name: string) => this.all.get(name) ?? (this.all.set(name, new FakeCache()), this.all.get(name)!);
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  match = async (key: Key, { cacheName }: { cacheName: string }) => this.all.get(cacheName)?.match(key);
}

const NEWS = /(index\.html|files\.json|pocket\.json)$/;
const HOME = new URL('..', location.href).href;
let site: Record<string, string>;
let asked: string[];
let status: number;
let store: FakeCaches;

const page = (version: string) => `<page ${version}><script src="./assets/${version}.js">`;
const hash = (content: string) => createHash('sha256').update(content).digest('hex');

function publish(version: string): void {
  site = {
    'index.html': page(version),
    'files.json': JSON.stringify([`assets/${version}.js`, 'icon.svg']),
    [`assets/${version}.js`]: version,
    'icon.svg': version,
    'pocket/pocket.json': JSON.stringify({ version, total: 3, files: [{ name: 'pyodide.mjs', bytes: 3, hash: hash(version) }] }),
    'pocket/pyodide.mjs': version,
  };
}

beforeEach(() => {
  asked = [];
  status = 200;
  store = new FakeCaches();
  vi.stubGlobal('caches', store);
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('Request', class { constructor(readonly url: string) {} });
  vi.stubGlobal('fetch', async (url: string) => {
    const held = NEWS.test(url) ? undefined : [...store.all.values()].find(({ kept }) => kept.has(url)); // as the service worker does
    if (held) return held.kept.get(url)!.clone();
    const name = url.slice(HOME.length).replace(/\?.*/, '');
    asked.push(name);
    if (!(name in site)) throw new TypeError('Failed to fetch');
    const type = site[name]!.startsWith('<') ? 'text/html' : 'text/plain';
    const headers = { 'Content-Security-Policy': 'strict', 'Content-Encoding': 'gzip', 'Content-Type': type };
    return new Response(site[name]!, { headers, status });
  });
});

const { current, renew } = await import('../src/pocket/release');
const SHELL = `crowned-shell${new URL(HOME).pathname}`;
const POCKET = `crowned-pocket${new URL(HOME).pathname}-`;
const shell = () => store.all.get(SHELL)!.kept;
const keptPage = () => shell().get(`${HOME}?page`)!;

describe('a release', () => {
  it('is kept whole, with the policy of its page, and counts when all of it is there', async () => {
    publish('one');
    expect(await current()).toBeUndefined();
    await renew();
    expect((await current())?.version).toBe('one');
    expect(await keptPage().clone().text()).toBe(page('one'));
    expect(keptPage().headers.get('Content-Security-Policy')).toBe('strict');
    expect(keptPage().headers.get('Content-Encoding')).toBeNull();
    expect([...store.all.get(`${POCKET}one`)!.kept.keys()]).toContain(`${HOME}pocket/pyodide.mjs?one`);
  });

  it('is replaced by a newer one at once for the next start, and what is running keeps its files until then', async () => {
    publish('one');
    await renew();
    publish('two');
    await renew();
    expect((await current())?.version).toBe('two');
    expect(shell().has(`${HOME}assets/one.js`)).toBe(true);
    expect(store.all.has(`${POCKET}one`)).toBe(true);
    expect(await store.all.get(`${POCKET}two`)!.kept.get(`${HOME}pocket/pyodide.mjs?two`)!.clone().text()).toBe('two');
    expect(await shell().get(`${HOME}icon.svg`)!.clone().text()).toBe('two');
    await renew(); // the next start, with the newer one running
    expect([...shell().keys()].sort()).toEqual([`${HOME}?page`, `${HOME}assets/two.js`, `${HOME}icon.svg`]);
    expect([...store.all.keys()].sort()).toEqual([`${POCKET}two`, SHELL]);
  });

  it('stays as it was when the newer one does not come whole', async () => {
    publish('one');
    await renew();
    publish('two');
    delete site['assets/two.js'];
    await expect(renew()).rejects.toThrow();
    expect((await current())?.version).toBe('one');
    expect(await keptPage().clone().text()).toBe(page('one'));
  });

  const mixed: Record<string, (old: Record<string, string>) => void> = {
    'the page is the newer one already': (old) => (site['files.json'] = old['files.json']!),
    'a part of the program is the older one yet': (old) => (site['pocket/pyodide.mjs'] = old['pocket/pyodide.mjs']!),
    'a page comes for a file that is not there': () => (site['assets/two.js'] = '<not found>'),
    'a page comes for the list': () => (site['pocket/pocket.json'] = '<login>'),
    'the program is not offered any more': () => (site['pocket/pocket.json'] = '{"files": [], "total": 0}'),
    'there is a fault': () => (status = 503),
  };

  it.each(Object.keys(mixed))('stays as it was while the web space is being renewed and %s', async (how) => {
    publish('one');
    await renew();
    const old = site;
    publish('two');
    mixed[how]!(old);
    await expect(renew()).rejects.toThrow();
    expect((await current())?.version).toBe('one');
    expect(await keptPage().clone().text()).toBe(page('one'));
    publish('two');
    status = 200;
    await renew();
    expect((await current())?.version).toBe('two');
    expect(await shell().get(`${HOME}assets/two.js`)!.clone().text()).toBe('two');
  });

  it('leaves alone what a Crowned in another folder of the same address keeps', async () => {
    const others = ['crowned-shell/beta/', 'crowned-pocket/beta/-one'];
    for (const name of others) await (await store.open(name)).put('http://any/', new Response(''));
    publish('one');
    await renew();
    await renew();
    for (const name of others) expect(store.all.get(name)?.kept.size).toBe(1);
  });

  it('asks for three small files when nothing is new', async () => {
    publish('one');
    await renew();
    asked = [];
    await renew();
    expect(asked.sort()).toEqual(['files.json', 'index.html', 'pocket/pocket.json']);
  });
});

describe('filesOf', () => {
  it('reads names, folders and contents', () => {
    const tar = new Uint8Array(2048);
    const put = (text: string, at: number) => tar.set(new TextEncoder().encode(text), at);
    put('b.py', 0);
    put('00000000005', 124);
    put('a', 345);
    put('hello', 512);
    expect([...filesOf(tar)].map(({ path, content }) => [path, new TextDecoder().decode(content)])).toEqual([['a/b.py', 'hello']]);
  });
});
