/** The page's end: requests and sockets go to the worker instead of a server. */

import type { SocketLike } from '../lib/link';
import type { FromWorker, ToWorker } from './messages';

export type Failure = Extract<FromWorker, { t: 'failed' }>;
const ABNORMAL = 1006;
const UNAVAILABLE = 503;

export class PocketSocket implements SocketLike {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    private readonly id: number,
    private readonly post: (message: ToWorker) => void,
  ) {}

  hear(kind: 'open' | 'message' | 'close', what: string | number): void {
    if (kind === 'open') {
      this.readyState = 1;
      this.onopen?.();
    } else if (kind === 'message') {
      this.onmessage?.({ data: what });
    } else if (this.readyState < 3) {
      this.readyState = 3;
      this.onclose?.({ code: Number(what) });
    }
  }

  send(text: string): void {
    this.post({ t: 'send', id: this.id, text });
  }

  close(): void {
    this.readyState = 3;
    this.post({ t: 'close', id: this.id });
  }
}

/** What a page wants to know about its server, besides what it asks. */
export interface Listener {
  progress?(done: number, total: number): void;
  full?(): void;
  settled?(): void;
  failed?(failure: Failure): void;
}

type WorkerLike = Pick<Worker, 'postMessage'> & {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** A worker that is a server, as the page sees it. */
export class Client {
  readonly ready: Promise<boolean>;
  #replies = new Map<number, (reply: Response) => void>();
  #sockets = new Map<number, PocketSocket>();
  #next = 1;
  #settle: (kept: boolean) => void = () => undefined;
  #fail: (failure: Failure) => void = () => undefined;
  #started = false;

  constructor(
    private readonly worker: WorkerLike,
    private readonly listener: Listener = {},
    helper = false,
  ) {
    this.ready = new Promise((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
    });
    this.ready.then(
      () => (this.#started = true),
      () => undefined,
    );
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    // Its script did not come, or it has died: nobody else would say so, and one would wait for ever.
    this.worker.onerror = ({ message = '' }) => this.#failed({ t: 'failed', reason: this.#started ? 'stopped' : 'download', text: message });
    this.#post({ t: 'start', ...(helper && { helper }) });
  }

  #post = (message: ToWorker): void => this.worker.postMessage(message);

  #hear(message: FromWorker): void {
    if (message.t === 'progress') this.listener.progress?.(message.done, message.total);
    if (message.t === 'ready') this.#settle(message.kept);
    if (message.t === 'settled') this.listener.settled?.();
    if (message.t === 'full') this.listener.full?.();
    if (message.t === 'failed') this.#failed(message);
    if (message.t === 'socket') this.#sockets.get(message.id)?.hear(message.kind, message.what);
    if (message.t === 'reply') {
      const body = message.status === 204 ? null : message.body;
      this.#replies.get(message.id)?.(new Response(body, { status: message.status, headers: message.headers }));
      this.#replies.delete(message.id);
    }
  }

  /** Nobody is left waiting for an answer that will not come. */
  #failed(failure: Failure): void {
    this.#fail(failure);
    this.listener.failed?.(failure);
    for (const settle of this.#replies.values()) settle(new Response(null, { status: UNAVAILABLE }));
    this.#replies.clear();
    for (const socket of this.#sockets.values()) socket.hear('close', ABNORMAL);
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    await this.ready;
    const id = this.#next++;
    const headers = Object.fromEntries(new Headers(init.headers));
    const reply = new Promise<Response>((settle) => this.#replies.set(id, settle));
    this.#post({ t: 'fetch', id, method: init.method ?? 'GET', path, headers, body: typeof init.body === 'string' ? init.body : '' });
    return init.signal ? this.#unlessAborted(reply, id, init.signal) : reply;
  }

  /** Who waits no more says so: the worker then thinks about it no more. */
  #unlessAborted(reply: Promise<Response>, id: number, signal: AbortSignal): Promise<Response> {
    const stopped = new Promise<never>((_, fail) => {
      const stop = () => {
        if (this.#replies.delete(id)) this.#post({ t: 'abort', id });
        fail(new DOMException('', 'AbortError'));
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    return Promise.race([reply, stopped]);
  }

  open(language: string): SocketLike {
    const id = this.#next++;
    const socket = new PocketSocket(id, this.#post);
    this.#sockets.set(id, socket);
    this.ready.then(
      () => this.#post({ t: 'open', id, headers: { 'accept-language': language } }),
      () => socket.hear('close', ABNORMAL),
    );
    return socket;
  }
}
