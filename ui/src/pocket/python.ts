/**
 * Python in a worker. The first start takes seconds: it imports the whole program. So it leaves a picture of its
 * memory behind, and every later start begins with that.
 */

import { filesOf, type File } from './archive';
import { addressOf, bytesOf, FOLDER, kept } from './parts';
import type { Shelf } from './shelf';

/** The little of Pyodide that is used here. */
interface Python {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void };
  pyimport(name: string): any;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

/** What Emscripten has for shared libraries. */
interface Linker {
  loadWebAssemblyModule(library: WebAssembly.Module, flags: { nodelete: boolean }, path: string, scope: object): object;
  newDSO(path: string, handle: undefined, exports: object): { global: boolean };
  growMemory(size: number): void;
}

type Load = (options: Record<string, unknown>) => Promise<Python>;
type Create = (settings: object) => Promise<unknown>;

/** Compiled once, for both workers. */
export interface Programs {
  readonly python: WebAssembly.Module;
  readonly libraries: readonly (readonly [path: string, library: WebAssembly.Module])[];
}

/** What a start takes from what is kept. */
interface Kept {
  readonly cache: Shelf;
  readonly version: string;
  readonly programs: Programs;
  readonly files: readonly File[];
}

const PLACES = '/lib/python3.14/site-packages';
const PROGRAM = 'crowned.server.pocket.worker';
const LOCK = { info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' }, packages: {} };
const isLibrary = (path: string) => path.endsWith('.so');

/** Another browser may lay out its memory in another way. */
const PICTURES = `${FOLDER}memory`;
const picture = () => `${PICTURES}?${encodeURIComponent(navigator.userAgent)}`;

/** Those of older browsers, too: each is as large as all the rest. */
export const forgetPictures = (cache: Shelf) => cache.delete(PICTURES, { ignoreSearch: true });

/** By the service worker, if there is one already: what came that way, browsers compile only once. */
async function served(cache: Shelf, version: string, name: string): Promise<Response> {
  await cache.settled(addressOf(name, version));
  const response = await fetch(addressOf(name, version)).catch(() => undefined);
  return response?.headers.get('Content-Type') === 'application/wasm' ? response : kept(cache, name);
}

async function interpreter(cache: Shelf, version: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(await served(cache, version, 'python.wasm'));
}

async function compiled(python: WebAssembly.Module, files: readonly File[]): Promise<Programs> {
  const libraries = files
    .filter(({ path }) => isLibrary(path))
    .map(async ({ path, content }) => [`${PLACES}/${path}`, await WebAssembly.compile(content)] as const);
  return { python, libraries: await Promise.all(libraries) };
}

/** Answers what Pyodide fetches and compiles by itself from what is kept. */
function serveFrom({ cache, programs: { python } }: Kept): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('/pyodide.asm.wasm')) return new Response();
    if (address.endsWith('/library.zip')) return kept(cache, 'library.bin');
    return original(input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: python, instance: await WebAssembly.instantiate(python, imports) });
}

let modules: Promise<[{ loadPyodide: Load }, { default: Create }]> | undefined;

/** Can be begun before it is known what to do with it. */
export const pyodide = (version: string) =>
  (modules ??= Promise.all([
    import(/* @vite-ignore */ addressOf('pyodide.mjs', version)),
    import(/* @vite-ignore */ addressOf('pyodide.asm.mjs', version)),
  ]));

/** Before Python begins, so that they lie at the same addresses in every start: its memory points at them. */
function link(linker: Linker, { libraries }: Programs): void {
  for (const [path, library] of libraries) {
    const exports = linker.loadWebAssemblyModule(library, { nodelete: true }, path, {});
    linker.newDSO(path, undefined, exports).global = false;
  }
}

function spread(python: Python, files: readonly File[]): void {
  const folders = new Set<string>();
  for (const { path, content } of files) {
    const place = `${PLACES}/${path}`;
    const folder = place.slice(0, place.lastIndexOf('/'));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    // Libraries are linked already; Python only wants to find a file of their name.
    python.FS.writeFile(place, isLibrary(path) ? new Uint8Array() : content, { canOwn: true });
  }
}

async function load({ version, programs, files }: Kept, memory?: Uint8Array): Promise<Python> {
  const [{ loadPyodide }, { default: create }] = await pyodide(version);
  const prepare = (linker: Linker) => {
    link(linker, programs);
    if (memory) linker.growMemory(memory.length);
  };
  const createPyodideModule: Create = (settings) => create(Object.assign(settings, { onRuntimeInitialized: () => prepare(settings as Linker) }));
  const options = { indexURL: FOLDER, stdLibURL: `${FOLDER}library.zip`, lockFileContents: LOCK, packageBaseUrl: FOLDER };
  const python = await loadPyodide({ ...options, createPyodideModule, ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }) });
  spread(python, files);
  return python;
}

/** Taken at once and kept beside what follows. Without room for it the next start takes as long as this one. */
async function keepPicture(cache: Shelf, python: Python): Promise<void> {
  await new Promise((resume) => setTimeout(resume)); // what was awaited is let go of first
  const memory = new Response(python.makeMemorySnapshot());
  void forgetPictures(cache).then(() => cache.keep(picture(), memory));
}

async function first(what: Kept): Promise<Python> {
  const python = await load(what);
  python.pyimport('crowned.server.pocket.absent').stand_in();
  await python.pyimport(PROGRAM).prepare();
  await keepPicture(what.cache, python);
  return python;
}

async function again(what: Kept, memory: Response): Promise<Python> {
  const python = await load(what, new Uint8Array(await memory.arrayBuffer()));
  python.pyimport(PROGRAM).awake();
  return python;
}

/** The program, ready to be asked, what it was compiled to, and whether it has just been tried out. */
export async function start(cache: Shelf, version: string, known?: Programs): Promise<{ program: any; programs: Programs; rehearsed: boolean }> {
  const compiling = known?.python ?? interpreter(cache, version); // while the files are still being unpacked
  const [tar, memory, interpreted] = await Promise.all([bytesOf(cache, 'site.bin'), cache.match(picture()), compiling]);
  const files = [...filesOf(tar)];
  const what = { cache, version, files, programs: known ?? (await compiled(interpreted, files)) };
  serveFrom(what);
  const python = memory && (await again(what, memory).catch((error: unknown) => console.warn('pocket:', error)));
  if (memory && !python) await forgetPictures(cache);
  return { program: (python ?? (await first(what))).pyimport(PROGRAM), programs: what.programs, rehearsed: !python };
}
