/** The rooms' worker: the server itself, over this browser's store, with the engine in a worker beside it. */

import { openDrawers, type Drawer } from './drawers';
import type { Supply, ToEngine } from './engine';
import type { FromWorker, Reason, ToWorker } from './messages';
import { contents, DownloadError, keep, newestKept, seal, type Contents } from './parts';
import { forgetPictures, pyodide, start } from './python';
import { current, renew } from './release';
import type { Shelf } from './shelf';

interface Desk {
  fetch(id: number, method: string, path: string, headers: unknown, body: string): Promise<{ status: number; headers: unknown; body: Uint8Array<ArrayBuffer> }>;
  open(id: number, hear: (id: number, kind: string, what: string | number) => void, headers: unknown): void;
  send(id: number, text: string): void;
  close(id: number): void;
  abort(id: number): void;
}

interface Job {
  readonly answer: Promise<Uint8Array>;
  withdraw(): void;
}

/** What comes before anybody needs it waits until nobody has asked for so long: the first page comes first, and who plays at once. */
const ENGINE_LATER_MS = 1000;
/** Who starts an engine that always fails anew for every question would wait for it every time. */
const MOST_ENGINES = 3;

const say = (message: FromWorker) => self.postMessage(message);

/** Questions to the engine. Its worker starts when the board is there, or with the first question. */
class Engine {
  supply: Supply | undefined;
  #worker: Worker | undefined;
  #open = new Map<number, { answer: (bytes: Uint8Array) => void; fail: (reason: Error) => void }>();
  #next = 1;
  #begun = 0;

  warm(): Worker {
    if (this.#worker) return this.#worker;
    this.#begun += 1;
    const worker = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' });
    worker.postMessage(this.supply);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: Uint8Array; error?: string }>) => {
      const asked = this.#open.get(data.id);
      this.#open.delete(data.id);
      if (data.answer) asked?.answer(data.answer);
      else asked?.fail(new Error(data.error));
      if (data.error && this.#begun < MOST_ENGINES) this.#fail(); // a Python that has died answers nothing more
    };
    worker.onerror = (event) => {
      event.preventDefault(); // else the rooms would seem to have died with it
      this.#fail();
    };
    return (this.#worker = worker);
  }

  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { fail } of this.#open.values()) fail(new Error('the engine stopped'));
    this.#open.clear();
  }

  ask(question: Uint8Array): Job {
    const id = this.#next++;
    const answer = new Promise<Uint8Array>((answer, fail) => {
      this.#open.set(id, { answer, fail });
      this.#post({ id, question });
    });
    return { answer, withdraw: () => this.#withdraw(id) };
  }

  #withdraw(id: number): void {
    if (this.#open.delete(id)) this.#post({ id, withdraw: true });
  }

  #post(message: ToEngine): void {
    this.warm().postMessage(message);
  }
}

const engine = new Engine();
let desk: Desk | undefined;
let askedAt = 0;

async function quietFor(milliseconds: number): Promise<void> {
  for (let left; (left = askedAt + milliseconds - performance.now()) > 0; ) await new Promise((resume) => setTimeout(resume, left));
}

/** A second Python starts on the same processors. */
async function warmLater(): Promise<void> {
  await quietFor(ENGINE_LATER_MS);
  engine.warm();
}

/** The browser's drawers, or none: then play goes on, and nothing is kept. */
async function drawers(): Promise<Drawer[]> {
  try {
    return await openDrawers();
  } catch (error) {
    if (isTaken(error)) throw error;
    return [];
  }
}

/** Python begins while the rest is still coming. When the board is there everything has come, and is perhaps not yet kept. */
async function open(what: Contents, found: () => Promise<Drawer[]> = drawers): Promise<Shelf> {
  const cache = await keep(what, (done) => say({ t: 'progress', done, total: what.total }));
  const [kept, { program, programs, rehearsed }] = await Promise.all([found(), start(cache, what.version), cache.allCome()]);
  if (!rehearsed) await program.prepare(); // so that the first move is no slower than the others
  await cache.allSettled(); // long since
  engine.supply = { version: what.version, programs, held: cache.held };
  try {
    desk = (await program.open((question: Uint8Array) => engine.ask(question), () => say({ t: 'full' }), ...kept)) as Desk;
  } catch (error) {
    for (const drawer of kept) drawer.close();
    if (!isDamage(error)) await forgetPictures(cache); // if it was the picture's fault, the next start is a first one
    throw error;
  }
  say({ t: 'ready', kept: kept.length > 0 });
  askedAt = performance.now();
  void warmLater();
  return cache;
}

/** At once with what is kept; whether there is something newer is looked at afterwards. */
async function begin(): Promise<void> {
  const known = await current().catch(() => undefined); // where nothing may be kept
  if (known) void pyodide(known.version);
  try {
    const what = known ?? (await contents());
    await seal(await open(what), what);
    if (known) say({ t: 'settled' });
  } catch (error) {
    if (!known || isTaken(error)) throw error;
    say(failure(error as Error)); // who is newer may do better: it is fetched all the same
  }
  await renew().then(() => say({ t: 'settled' }), () => undefined);
}

/** For a page whose games are on a server: thinks for it with what is kept, and has no games of its own. */
async function help(): Promise<void> {
  const known = await newestKept();
  if (!known) throw new Error('offline');
  await open(known, () => Promise.resolve([]));
}

/** As Python names it. */
const isDamage = (error: unknown) => (error as { type?: string }).type === 'DamagedStoreError';
/** By another tab. */
const isTaken = (error: unknown) => (error as Error).name === 'NoModificationAllowedError';

function reasonOf(error: Error): Reason {
  if (desk) return 'stopped';
  if (error instanceof DownloadError) return 'download';
  if (isDamage(error)) return 'damaged';
  return /offline|fetch/i.test(error.message) ? 'offline' : 'storage';
}

function failure(error: Error): FromWorker {
  if (isTaken(error)) return { t: 'failed', reason: 'elsewhere', text: '' };
  return { t: 'failed', reason: reasonOf(error), text: error.message };
}

async function answer(message: Extract<ToWorker, { t: 'fetch' }>): Promise<void> {
  const { status, headers, body } = await desk!.fetch(message.id, message.method, message.path, message.headers, message.body);
  say({ t: 'reply', id: message.id, status, headers: headers as Record<string, string>, body });
}

const hear = (id: number, kind: string, what: string | number) =>
  say({ t: 'socket', id, kind: kind as 'open' | 'message' | 'close', what });

async function take(message: ToWorker): Promise<void> {
  if (message.t === 'start') return message.helper ? help() : begin();
  if (!desk) return;
  askedAt = performance.now();
  if (message.t === 'fetch') return answer(message);
  if (message.t === 'abort') desk.abort(message.id);
  if (message.t === 'open') desk.open(message.id, hear, message.headers);
  if (message.t === 'send') desk.send(message.id, message.text);
  if (message.t === 'close') desk.close(message.id);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  take(data).catch((error: Error) => say(failure(error)));
};
