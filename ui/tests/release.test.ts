/** What a browser keeps of the app: page, files and program change together, and only for the next start. */

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
let store: FakeCaches;

function publish(version: string): void {
  site = {
    'index.html': `<page ${version}>`,
    'files.json': JSON.stringify([`assets/${version}.js`, 'icon.svg']),
    [`assets/${version}.js`]: version,
    'icon.svg': version,
    'pocket/pocket.json': JSON.stringify({ version, total: 3, files: [{ name: 'pyodide.mjs', bytes: 3 }] }),
    'pocket/pyodide.mjs': version,
  };
}

beforeEach(() => {
  asked = [];
  store = new FakeCaches();
  vi.stubGlobal('caches', store);
  vi.stubGlobal('Request', class { constructor(readonly url: string) {} });
  vi.stubGlobal('fetch', async (url: string) => {
    const held = NEWS.test(url) ? undefined : [...store.all.values()].find(({ kept }) => kept.has(url)); // as the service worker does
    if (held) return held.kept.get(url)!.clone();
    const name = url.slice(HOME.length).replace(/\?.*/, '');
    asked.push(name);
    if (!(name in site)) throw new TypeError('Failed to fetch');
    return new Response(site[name]!, { headers: { 'Content-Security-Policy': 'strict', 'Content-Encoding': 'gzip' } });
  });
});

const { current, renew } = await import('../src/pocket/release');
const shell = () => store.all.get('crowned-shell')!.kept;
const page = () => shell().get(`${HOME}?page`)!;

describe('a release', () => {
  it('is kept whole, with the policy of its page, and counts when all of it is there', async () => {
    publish('one');
    expect(await current()).toBeUndefined();
    await renew();
    expect((await current())?.version).toBe('one');
    expect(await page().clone().text()).toBe('<page one>');
    expect(page().headers.get('Content-Security-Policy')).toBe('strict');
    expect(page().headers.get('Content-Encoding')).toBeNull();
    expect([...store.all.get('crowned-pocket-one')!.kept.keys()]).toContain(`${HOME}pocket/pyodide.mjs?one`);
  });

  it('is replaced by a newer one at once for the next start, and what is running keeps its files until then', async () => {
    publish('one');
    await renew();
    publish('two');
    await renew();
    expect((await current())?.version).toBe('two');
    expect(shell().has(`${HOME}assets/one.js`)).toBe(true);
    expect(store.all.has('crowned-pocket-one')).toBe(true);
    expect(await store.all.get('crowned-pocket-two')!.kept.get(`${HOME}pocket/pyodide.mjs?two`)!.clone().text()).toBe('two');
    expect(await shell().get(`${HOME}icon.svg`)!.clone().text()).toBe('two');
    await renew(); // the next start, with the newer one running
    expect([...shell().keys()].sort()).toEqual([`${HOME}?page`, `${HOME}assets/two.js`, `${HOME}icon.svg`]);
    expect([...store.all.keys()].sort()).toEqual(['crowned-pocket-two', 'crowned-shell']);
  });

  it('stays as it was when the newer one does not come whole', async () => {
    publish('one');
    await renew();
    publish('two');
    delete site['assets/two.js'];
    await expect(renew()).rejects.toThrow();
    expect((await current())?.version).toBe('one');
    expect(await page().clone().text()).toBe('<page one>');
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
