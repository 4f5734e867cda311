/**
 * Python in a worker. The first start takes seconds: it imports the whole program. So it leaves a picture of its
 * memory behind, and every later start begins with that.
 */

import { filesOf } from './archive';
import { bytesOf, FOLDER, kept } from './parts';

/** The little of Pyodide that is used here. */
export interface Python {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void };
  pyimport(name: string): any;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** What Emscripten has for shared libraries. */
interface Linker {
  loadWebAssemblyModule(library: WebAssembly.Module, flags: { nodelete: boolean }, path: string, scope: object): object;
  newDSO(path: string, handle: undefined, exports: object): { global: boolean };
}

type Load = (options: Record<string, unknown>) => Promise<Python>;
type Create = (settings: object) => Promise<unknown>;

/** Compiled once, for both workers. */
export interface Programs {
  readonly python: WebAssembly.Module;
  readonly libraries: readonly (readonly [path: string, library: WebAssembly.Module])[];
}

const PLACES = '/lib/python3.14/site-packages';
const PROGRAM = 'crowned.server.pocket.worker';
const LOCK = { info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' }, packages: {} };
const isLibrary = (path: string) => path.endsWith('.so');

/** Another browser may lay out its memory in another way. */
const picture = () => `${FOLDER}memory?${encodeURIComponent(navigator.userAgent)}`;

export async function compiled(cache: Cache): Promise<Programs> {
  const python = kept(cache, 'python.bin').then((response) => WebAssembly.compileStreaming(response));
  const found = [...filesOf(await bytesOf(cache, 'site.bin'))].filter(({ path }) => isLibrary(path));
  const libraries = found.map(async ({ path, content }) => [`${PLACES}/${path}`, await WebAssembly.compile(content)] as const);
  return { python: await python, libraries: await Promise.all(libraries) };
}

/** Answers what Pyodide fetches and compiles by itself from what is kept. */
function serveFrom(cache: Cache, { python }: Programs): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('/pyodide.asm.wasm')) return new Response();
    if (address.endsWith('/library.zip')) return kept(cache, 'library.bin');
    return original(input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: python, instance: await WebAssembly.instantiate(python, imports) });
}

/** Before Python begins, so that they lie at the same addresses in every start: its memory points at them. */
function link(linker: Linker, { libraries }: Programs): void {
  for (const [path, library] of libraries) {
    const exports = linker.loadWebAssemblyModule(library, { nodelete: true }, path, {});
    linker.newDSO(path, undefined, exports).global = false;
  }
}

function spread(python: Python, tar: Uint8Array<ArrayBuffer>): void {
  const folders = new Set<string>();
  for (const { path, content } of filesOf(tar)) {
    const place = `${PLACES}/${path}`;
    const folder = place.slice(0, place.lastIndexOf('/'));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    // Libraries are linked already; Python only wants to find a file of their name.
    python.FS.writeFile(place, isLibrary(path) ? new Uint8Array() : content, { canOwn: true });
  }
}

async function load(cache: Cache, programs: Programs, how: Record<string, unknown>): Promise<Python> {
  const files = bytesOf(cache, 'site.bin');
  const [{ loadPyodide }, { default: create }] = (await Promise.all([
    import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`),
    import(/* @vite-ignore */ `${FOLDER}pyodide.asm.mjs`),
  ])) as [{ loadPyodide: Load }, { default: Create }];
  const createPyodideModule: Create = (settings) =>
    create(Object.assign(settings, { onRuntimeInitialized: () => link(settings as Linker, programs) }));
  const options = { indexURL: FOLDER, stdLibURL: `${FOLDER}library.zip`, lockFileContents: LOCK, packageBaseUrl: FOLDER };
  const python = await loadPyodide({ ...options, createPyodideModule, ...how });
  spread(python, await files);
  return python;
}

async function first(cache: Cache, programs: Programs): Promise<Python> {
  const python = await load(cache, programs, { _makeSnapshot: true });
  python.pyimport('crowned.server.pocket.absent').stand_in();
  python.pyimport(PROGRAM);
  const memory = new Response(python.makeMemorySnapshot());
  await cache.put(picture(), memory).catch(() => undefined); // no room: the next start takes as long as this one
  return python;
}

async function again(cache: Cache, programs: Programs, memory: Response): Promise<Python> {
  const python = await load(cache, programs, { _loadSnapshot: memory.arrayBuffer() });
  python.pyimport('random').seed();
  return python;
}

/** The program, ready to be asked. */
export async function start(cache: Cache, programs: Programs): Promise<any> {
  serveFrom(cache, programs);
  const memory = await cache.match(picture());
  const python = memory ? await again(cache, programs, memory).catch(() => undefined) : undefined;
  if (memory && !python) await cache.delete(picture());
  return (python ?? (await first(cache, programs))).pyimport(PROGRAM);
}
