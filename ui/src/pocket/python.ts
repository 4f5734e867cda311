/** Python in a worker: fetched once with its size known beforehand, kept for good, started from there. */

export interface Part {
  readonly name: string;
  readonly bytes: number;
}

export interface Contents {
  readonly version: string;
  readonly total: number;
  readonly files: readonly Part[];
}

/** The little of Pyodide that is used here. */
export interface Python {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void };
  pyimport(name: string): any;
  toPy(value: unknown): unknown;
}

type Load = (options: Record<string, unknown>) => Promise<Python>;

const FOLDER = new URL('pocket/', new URL(import.meta.env.BASE_URL, self.location.origin)).href;
const PLACES = '/lib/python3.14/site-packages';
const cacheName = (version: string) => `crowned-pocket-${version}`;

/** What is to be fetched: from the server, or as it was when there was one. */
export async function contents(): Promise<Contents> {
  const known = await caches.match(`${FOLDER}pocket.json`);
  const fresh = await fetch(`${FOLDER}pocket.json`, { cache: 'no-cache' }).catch(() => undefined);
  const response = fresh?.ok ? fresh : known;
  if (!response) throw new Error('offline');
  return (await response.json()) as Contents;
}

async function counted(response: Response, onbytes: (bytes: number) => void): Promise<Blob> {
  const reader = response.body!.getReader();
  const pieces: BlobPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
    onbytes(value.length);
  }
}

/** Packed better than browsers can unpack by themselves. */
async function unpacked(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const { decompress } = await import('fzstd');
  return decompress(new Uint8Array(await blob.arrayBuffer())) as Uint8Array<ArrayBuffer>;
}

/** Fetches what is not kept yet; everything is there, or nothing counts. */
export async function keep(what: Contents, onprogress: (done: number) => void): Promise<Cache> {
  const cache = await caches.open(cacheName(what.version));
  let done = 0;
  for (const { name, bytes } of what.files) {
    const before = done;
    if (!(await cache.match(FOLDER + name))) {
      const response = await fetch(FOLDER + name);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      const type = response.headers.get('Content-Type') ?? '';
      const blob = await counted(response, (more) => onprogress(Math.min(before + bytes, (done += more))));
      const body = name.endsWith('.bin') ? await unpacked(blob) : blob;
      await cache.put(FOLDER + name, new Response(body, { headers: { 'Content-Type': name === 'python.bin' ? 'application/wasm' : type } }));
    }
    done = before + bytes;
    onprogress(done);
  }
  await cache.put(`${FOLDER}pocket.json`, new Response(JSON.stringify(what)));
  await forgetOthers(what.version);
  return cache;
}

async function forgetOthers(version: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheName('')) && name !== cacheName(version)) await caches.delete(name);
  }
}

async function kept(cache: Cache, name: string): Promise<Response> {
  const found = await cache.match(FOLDER + name);
  if (!found) throw new Error(`${name} is not kept`);
  return found;
}

/** Answers what Pyodide fetches by itself from what is kept. */
function serveFrom(cache: Cache): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('/pyodide.asm.wasm')) return kept(cache, 'python.bin');
    if (address.endsWith('/library.zip')) return kept(cache, 'library.bin');
    return original(input, init);
  };
}

const BLOCK = 512;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, '');

/** Puts the files of a tar archive in their places; by Python itself it would take many times as long. */
function spread(python: Python, tar: Uint8Array): void {
  const folders = new Set<string>();
  for (let at = 0; tar[at]; ) {
    const head = tar.subarray(at, at + BLOCK);
    const path = `${PLACES}/${text(head.subarray(345, 500))}${head[345] ? '/' : ''}${text(head.subarray(0, 100))}`;
    const size = parseInt(text(head.subarray(124, 136)), 8);
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, tar.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

const LOCK = { info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' }, packages: {} };

/** Starts Python with everything of ours in place. */
export async function start(cache: Cache): Promise<Python> {
  serveFrom(cache);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as { loadPyodide: Load };
  const python = await loadPyodide({ indexURL: FOLDER, stdLibURL: `${FOLDER}library.zip`, lockFileContents: LOCK, packageBaseUrl: FOLDER });
  spread(python, new Uint8Array(await (await kept(cache, 'site.bin')).arrayBuffer()));
  python.pyimport('crowned.server.pocket.absent').stand_in();
  return python;
}
