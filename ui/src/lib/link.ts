/**
 * The connection to the server: one socket for any number of games.
 *
 * A message that changes a game is kept until it is answered and is sent again with the same id
 * after a pause or on the next socket; the server does it once. The link says when it is lost,
 * comes back by itself, and asks only for what it has missed.
 */

import type { ClientMessage, Lang, ServerMessage, Think } from './wire';

export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
}

/** Time, chance and sockets, so that a test can play all three. */
export interface World {
  open(): SocketLike;
  now(): number;
  later(ms: number, run: () => void): () => void;
  random(): number;
  /** Whether this browser has an engine of its own. */
  engine?(): boolean;
  /** What that engine would play. */
  think?(question: Think): Promise<string | undefined>;
}

export type Status = 'connecting' | 'open' | 'lost' | 'ended';

export interface Follower {
  /** The last version shown, for resuming. */
  since(): number;
  token: string | undefined;
  hear(message: ServerMessage): void;
}

type Answer = Extract<ServerMessage, { id: string }>;
type Asked = Extract<ClientMessage, { id: string }>;

interface Open {
  readonly message: Asked;
  readonly settle: (answer: Answer) => void;
  sentAt: number;
}

const RESEND = 4000;
const RETRY_MOST = 5000;
const RESTART_SPREAD = 3000;
/** With the shortest wait for an answer, a silent line is noticed within four seconds. */
const QUIET = 2000;
const OPEN = 1;
/** Asked about once; a repetition after a new connection would only confuse. */
const FLEETING = new Set(['ping', 'judge', 'hint']);

export class Link {
  status: Status = 'connecting';
  /** Server time minus own time, from the quickest answer seen. */
  offset = 0;
  rtt = 200;
  #socket: SocketLike | undefined;
  #followers = new Map<string, Follower>();
  #open = new Map<string, Open>();
  #attempt = 0;
  #stops: (() => void)[] = [];
  #best = Infinity;
  #stopRetry: () => void = () => undefined;

  constructor(
    private readonly world: World,
    private readonly lang: () => Lang,
    private readonly onstatus: (status: Status, code?: number) => void,
  ) {}

  follow(game: string, follower: Follower): () => void {
    this.#followers.set(game, follower);
    if (!this.#socket) this.#connect();
    else if (this.status === 'open') this.#join(game, follower);
    return () => this.#leave(game);
  }

  #leave(game: string): void {
    if (this.#followers.delete(game)) this.#put({ t: 'leave', g: game });
    if (this.#followers.size === 0) this.close();
  }

  /** Sends a message that must be answered, until it is. */
  ask(message: Asked): Promise<Answer> {
    return new Promise((settle) => {
      this.#open.set(message.id, { message, settle, sentAt: this.world.now() });
      this.#put(message);
    });
  }

  /** Sends something that may be lost. */
  tell(message: ClientMessage): void {
    this.#put(message);
  }

  /** Says in which language to speak, and who is here. */
  hello(): void {
    this.#put({ t: 'hello', lang: this.lang(), ...(this.world.engine?.() && { engine: true }) });
  }

  /** Closes for good, for instance when the page is left. */
  close(): void {
    this.#forgetTimers();
    this.#stopRetry();
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) this.#silence(socket);
    this.#set('ended');
  }

  /** Looks after the link at once: the tab came back, or the network did. */
  wake(): void {
    if (this.status === 'open') this.#ping();
    else if (this.status === 'lost') this.#connect();
  }

  /** The network says it is gone; no need to wait for silence. */
  unplugged(): void {
    if (this.status === 'open') this.#drop(1006);
  }

  #silence(socket: SocketLike): void {
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close(1000);
  }

  #set(status: Status, code?: number): void {
    if (status === this.status && code === undefined) return;
    this.status = status;
    this.onstatus(status, code);
  }

  #connect(): void {
    this.#stopRetry();
    if (this.#socket) this.#silence(this.#socket);
    this.#set(this.#attempt === 0 ? 'connecting' : 'lost');
    const socket = this.world.open();
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = ({ code }) => this.#drop(code);
    socket.onerror = () => undefined;
  }

  #drop(code: number): void {
    this.#forgetTimers();
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) this.#silence(socket);
    if (code === 4401) return this.#set('ended', code);
    this.#set('lost', code);
    this.#retry(code);
  }

  /** At once, then after a random time that grows; after a restart all come back spread out. */
  #retry(code: number): void {
    const most = code === 1012 || code === 1001 ? RESTART_SPREAD : Math.min(RETRY_MOST, 250 * 2 ** this.#attempt);
    const first = this.#attempt === 0 && most !== RESTART_SPREAD;
    this.#attempt += 1;
    this.#stopRetry = this.world.later(first ? 0 : this.world.random() * most, () => this.#connect());
  }

  #put(message: ClientMessage): void {
    if (this.status === 'open' && this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #join(game: string, follower: Follower): void {
    const since = follower.since();
    this.#put({ t: 'join', g: game, ...(since ? { since } : {}), ...(follower.token ? { token: follower.token } : {}) });
  }

  #hear(message: ServerMessage): void {
    if (message.t === 'welcome') return this.#welcome(message.now);
    if (message.t === 'ping') return this.#put({ t: 'pong', n: message.n });
    if (message.t === 'pong') return this.#pong(message.id, message.now);
    if (message.t === 'think') return void this.#think(message);
    if ('id' in message && message.id) this.#answered(message);
    if ('g' in message && message.g) this.#followers.get(message.g)?.hear(message);
  }

  /** The server is busy and asks for help with the computer's move. */
  async #think(question: Think): Promise<void> {
    const text = await this.world.think?.(question);
    const { g, ply, pos } = question;
    if (text) this.#put({ t: 'thought', g, ply, pos, text });
  }

  #welcome(now: number): void {
    this.#attempt = 0;
    if (this.#best === Infinity) this.offset = now - this.world.now();
    this.#set('open');
    this.hello();
    for (const [game, follower] of this.#followers) this.#join(game, follower);
    for (const open of this.#open.values()) this.#again(open);
    this.#ping();
    this.#watchUnanswered();
  }

  #again(open: Open): void {
    open.sentAt = this.world.now();
    this.#put(open.message);
  }

  #answered(answer: Answer): void {
    const open = this.#open.get(answer.id);
    if (!open) return;
    if (answer.t === 'denied' && answer.code === 'try_again') return this.#later(1000, () => this.#again(open));
    if (answer.t === 'denied' && answer.code === 'not_joined') return this.#later(300, () => this.#again(open));
    this.#open.delete(answer.id);
    open.settle(answer);
  }

  #later(ms: number, run: () => void): void {
    this.#stops.push(this.world.later(ms, run));
  }

  #forgetTimers(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  #watchUnanswered(): void {
    this.#later(1000, () => {
      const now = this.world.now();
      for (const open of this.#open.values()) {
        if (now - open.sentAt >= RESEND && !FLEETING.has(open.message.t)) this.#again(open);
      }
      this.#watchUnanswered();
    });
  }

  // ---------------------------------------------------------------- is anybody there?

  #pinged = new Map<string, number>();
  #pings = 0;

  #ping(): void {
    const id = `p${(this.#pings += 1)}`;
    this.#pinged.set(id, this.world.now());
    this.#put({ t: 'ping', id });
    // Several times the usual round trip, but never so short that one lost packet looks like a lost link.
    this.#later(Math.min(6000, Math.max(2000, this.rtt * 6)), () => {
      if (this.#pinged.has(id)) this.#drop(1006);
    });
  }

  #pong(id: string, now: number): void {
    const sent = this.#pinged.get(id);
    if (sent === undefined) return;
    this.#pinged.clear();
    const took = this.world.now() - sent;
    this.rtt = this.rtt * 0.7 + took * 0.3;
    if (took <= this.#best) {
      this.#best = took;
      this.offset = now + took / 2 - this.world.now();
    }
    this.#later(QUIET, () => this.#ping());
  }
}

/** 128 random bits as text: the name of a message. */
export function messageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
