/** What is downloaded once: its size is known beforehand, and it is kept for good. */

export interface Part {
  readonly name: string;
  readonly bytes: number;
}

export interface Contents {
  readonly version: string;
  readonly total: number;
  readonly files: readonly Part[];
}

/** The folder of the app, in which the build puts workers among the assets. */
export const HOME = new URL('..', self.location.href).href;
export const FOLDER = `${HOME}pocket/`;
const LIST = `${FOLDER}pocket.json`;
export const cacheName = (version: string) => `crowned-pocket-${version}`;

/** What there is to be fetched. */
export async function contents(): Promise<Contents> {
  const response = await fetch(LIST, { cache: 'no-cache' }).catch(() => undefined);
  if (!response?.ok) throw new Error('offline');
  return (await response.json()) as Contents;
}

/** What is kept of a version, if it is all there. */
export async function keptContents(version: string): Promise<Contents | undefined> {
  const list = await caches.match(LIST, { cacheName: cacheName(version) });
  return list && ((await list.json()) as Contents);
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
  if (await cache.match(LIST)) return cache;
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
  await cache.put(LIST, new Response(JSON.stringify(what)));
  return cache;
}

/** Versions that nothing goes with any more. */
export async function forgetOthers(version: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheName('')) && name !== cacheName(version)) await caches.delete(name);
  }
}

export async function kept(cache: Cache, name: string): Promise<Response> {
  const found = await cache.match(FOLDER + name);
  if (!found) throw new Error(`${name} is not kept`);
  return found;
}

export const bytesOf = async (cache: Cache, name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await kept(cache, name)).arrayBuffer());
