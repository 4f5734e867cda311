/** What is downloaded once: its size is known beforehand, and it is kept for good. */

import { Shelf, type Content } from './shelf';

export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the file: one that another version has left at its address must not be taken for it. */
  readonly hash: string;
}

export interface Contents {
  readonly version: string;
  readonly total: number;
  readonly files: readonly Part[];
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What came is not what was asked for. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** The folder of the app, in which the build puts workers among the assets. */
export const HOME = new URL('..', self.location.href).href;
export const FOLDER = `${HOME}pocket/`;
const PYTHON = 'python.bin';
const keptAs = (name: string) => (name === PYTHON ? 'python.wasm' : name);
const LIST = `${FOLDER}pocket.json`;
/** With its version in its address: the service worker must not take another version's file for it. */
export const addressOf = (name: string, version: string) => `${FOLDER}${name}?${version}`;
/** Another folder of the same address may have a Crowned of its own, and browsers keep both in one place. */
export const PATH = new URL(HOME).pathname;
export const cacheName = (version: string) => `crowned-pocket${PATH}-${version}`;

/** What there is to be fetched. */
export async function contents(): Promise<Contents> {
  const response = await fetch(LIST, { cache: 'no-cache' }).catch(() => undefined);
  if (!response?.ok) throw new Error('offline');
  const list = (await response.json().catch(() => undefined)) as Contents | undefined;
  if (!list?.version) throw new DownloadError('pocket.json'); // somebody else's page in its place
  return list;
}

/** What is kept of a version, if it is all there. */
export async function keptContents(version: string): Promise<Contents | undefined> {
  const list = await caches.match(LIST, { cacheName: cacheName(version) });
  return list && ((await list.json()) as Contents);
}

/** The newest version of which everything is kept, whatever page goes with it. */
export async function newestKept(): Promise<Contents | undefined> {
  for (const name of (await caches.keys()).reverse()) {
    const kept = name.startsWith(cacheName('')) && (await keptContents(name.slice(cacheName('').length)));
    if (kept) return kept;
  }
  return undefined;
}

async function counted(response: Response, onbytes: (bytes: number) => void): Promise<Bytes> {
  const reader = response.body!.getReader();
  const pieces: Bytes[] = [];
  for (;;) {
    // Every browser has words of its own for a network that is lost on the way.
    const { done, value } = await reader.read().catch(() => Promise.reject(new Error('offline')));
    if (done) return joined(pieces);
    pieces.push(value);
    onbytes(value.length);
  }
}

function joined(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Packed better than browsers can unpack by themselves. */
function unpacked(packed: Bytes, name: string): Promise<Bytes> {
  const worker = new Worker(new URL('./unpacker.ts', import.meta.url), { type: 'module' });
  const whole = new Promise<Bytes>((settle, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Bytes>) => settle(data);
    worker.onerror = (event) => {
      event.preventDefault(); // else it is an error of who asked, too
      fail(new DownloadError(name));
    };
  });
  worker.postMessage(packed, [packed.buffer]);
  return whole.finally(() => worker.terminate());
}

/** Fetches what is not kept yet, and does not wait for it. */
export async function keep(what: Contents, onprogress: (done: number) => void): Promise<Shelf> {
  const cache = await Shelf.open(cacheName(what.version));
  if (await cache.match(LIST)) return cache;
  const done = new Map<string, number>();
  const tell = (name: string, bytes: number) => {
    done.set(name, bytes);
    onprogress([...done.values()].reduce((sum, some) => sum + some, 0));
  };
  for (const part of what.files) {
    const key = addressOf(keptAs(part.name), what.version);
    if (await cache.match(key)) tell(part.name, part.bytes);
    else cache.expect(key, fetched(part, what.version, (bytes) => tell(part.name, bytes)));
  }
  return cache;
}

/** Everything is kept, or nothing counts. */
export async function seal(cache: Shelf, what: Contents): Promise<void> {
  await cache.allSettled();
  if (!cache.held.size && !(await cache.match(LIST))) await cache.keep(LIST, new Response(JSON.stringify(what)));
}

async function fetched({ name, bytes, hash }: Part, version: string, tell: (bytes: number) => void): Promise<Content> {
  const response = await fetch(addressOf(name, version), { cache: 'no-cache' }).catch(() => undefined);
  if (!response) throw new Error('offline');
  if (!response.ok) throw new DownloadError(`${name}: ${response.status}`);
  let done = 0;
  const sent = await counted(response, (more) => tell(Math.min(bytes, (done += more))));
  if ((await hashOf(sent)) !== hash) throw new DownloadError(name);
  tell(bytes);
  const type = name === PYTHON ? 'application/wasm' : (response.headers.get('Content-Type') ?? '');
  return { bytes: name.endsWith('.bin') ? await unpacked(sent, name) : sent, type };
}

async function hashOf(content: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Versions that nothing goes with any more. */
export async function forgetOthers(version: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheName('')) && name !== cacheName(version)) await caches.delete(name);
  }
}

export async function kept(cache: Shelf, name: string): Promise<Response> {
  const found = await cache.match(FOLDER + name, { ignoreSearch: true }); // one version in each cache
  if (!found) throw new Error(`${name} is not kept`);
  return found;
}

export const bytesOf = async (cache: Shelf, name: string): Promise<Bytes> =>
  new Uint8Array(await (await kept(cache, name)).arrayBuffer());
