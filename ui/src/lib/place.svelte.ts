/** Where the games are: on a server, or in this browser's own pocket. */

import { language } from '../i18n/index.svelte';
import type { Client, Failure } from '../pocket/client';
import type { SocketLike } from './link';

const KEY = 'crowned.pocket';
const ALONE = import.meta.env.VITE_ALONE === '1';

class Place {
  /** Whether this browser is its own server; always where there is no other. */
  readonly pocket = ALONE || isChosen();
  readonly alone = ALONE;
  done = $state(0);
  total = $state(0);
  ready = $state(false);
  /** Whether games are still there tomorrow. */
  kept = $state(true);
  /** Whether the browser has no more room for games. */
  full = $state(false);
  /** Whether everything is kept that a start without a network needs. */
  settled = $state(false);
  failure = $state<Failure | undefined>();
  /** How many bytes a first visitor of a site without a server would have to download; he is asked before. */
  offered = $state(0);
  /** He says yes. */
  accept: () => void = () => undefined;
  /** Whether pages would stand empty: something is to be downloaded first, or cannot be had. */
  readonly waiting = $derived(this.pocket && !this.ready && (this.offered > 0 || this.total > 0 || this.failure !== undefined));
  #client: Promise<Client> | undefined;

  /** Takes effect with the next page. False: there is no way there just now, and one stays here. */
  async choose(pocket: boolean, page = ''): Promise<boolean> {
    if (!pocket && !(await answers('index.html'))) return false;
    try {
      if (pocket) localStorage.setItem(KEY, 'on');
      else localStorage.removeItem(KEY);
    } catch {
      return false; // a browser that keeps nothing would ask the server again on the next page
    }
    if (!pocket) await leave();
    location.assign(import.meta.env.BASE_URL + page);
    return true;
  }

  client(): Promise<Client> {
    return (this.#client ??= this.#start().catch((error: Error) => {
      this.#fail({ t: 'failed', reason: 'download', text: error.message });
      throw error;
    }));
  }

  async #start(): Promise<Client> {
    if (ALONE && !(await isDownloaded())) await this.#ask();
    const worker = pocketWorker();
    let early: ErrorEvent | undefined; // before there is anybody to hear of it
    worker.onerror = (event) => (early = event);
    const { Client } = await import('../pocket/client');
    const client = new Client(worker, {
      progress: (done, total) => ([this.done, this.total] = [done, total]),
      full: () => (this.full = true),
      settled: () => (this.settled = true),
      failed: (failure) => this.#fail(failure),
    });
    if (early) worker.onerror?.(early);
    client.ready.then(
      (kept) => ([this.ready, this.kept] = [true, kept]),
      () => undefined,
    );
    return client;
  }

  #fail(failure: Failure): void {
    this.failure = failure;
    console.error('pocket:', failure.reason, failure.text);
  }

  async #ask(): Promise<void> {
    const list = await answers('pocket/pocket.json');
    if (!list) return; // the worker says that there is no network
    this.offered = ((await list.json()) as { total: number }).total;
    await new Promise<void>((yes) => (this.accept = yes));
    this.offered = 0;
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    return this.pocket ? (await this.client()).fetch(path, init) : fetch(path, init);
  }

  open(): SocketLike {
    return this.pocket ? this.#later() : (new WebSocket(address()) as unknown as SocketLike);
  }

  /** A socket that stands for the one to come. */
  #later(): SocketLike {
    const socket = new Later();
    void this.client().then((client) => socket.become(client.open(language.lang)));
    return socket;
  }
}

export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(language.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);

export const pocketWorker = () => new Worker(new URL('../pocket/worker.ts', import.meta.url), { type: 'module' });

/** As src/pocket/parts.ts names what it keeps. Another folder of the same address may have a Crowned of its own. */
const PATH = new URL(import.meta.env.BASE_URL, location.href).pathname;
const KEPT = `crowned-pocket${PATH}-`;

/** Whether the whole program was fetched once, or has begun to be. */
export async function isDownloaded(): Promise<boolean> {
  try {
    return (await caches.keys()).some((name) => name.startsWith(KEPT));
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** A file of the site as it is there now, if it can be reached. */
async function answers(name: string): Promise<Response | undefined> {
  const response = await fetch(import.meta.env.BASE_URL + name, { cache: 'no-cache' }).catch(() => undefined);
  return response?.ok ? response : undefined;
}

/** Pages come from the server again. What was downloaded stays, for the next time. */
async function leave(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister();
  await caches.delete(`crowned-shell${PATH}`);
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false; // a browser that keeps nothing
  }
}

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

class Later implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  #real: SocketLike | undefined;
  #closed = false;

  get readyState(): number {
    return this.#closed ? 3 : (this.#real?.readyState ?? 0);
  }

  become(real: SocketLike): void {
    if (this.#closed) return real.close();
    this.#real = real;
    real.onopen = () => this.onopen?.();
    real.onmessage = (event) => this.onmessage?.(event);
    real.onclose = (event) => this.onclose?.(event);
  }

  send(text: string): void {
    this.#real?.send(text);
  }

  close(code?: number): void {
    this.#closed = true;
    this.#real?.close(code);
  }
}

export const place = new Place();
