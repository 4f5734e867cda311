import { beforeEach, describe, expect, it } from 'vitest';
import { Link, type SocketLike, type Status, type World } from '../../src/lib/link';
import type { ClientMessage, Move, ServerMessage, Think } from '../../src/lib/wire';

class FakeSocket implements SocketLike {
  readyState = 1;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: Partial<ServerMessage>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  kinds(): string[] {
    return this.sent.map((message) => message.t).filter((t) => t !== 'ping');
  }
}

/** Time passes only when the test says so; chance is always a half. */
class FakeWorld implements World {
  time = 1000;
  sockets: FakeSocket[] = [];
  timers: { at: number; run: () => void }[] = [];
  open(): SocketLike {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  now(): number {
    return this.time;
  }
  random(): number {
    return 0.5;
  }
  later(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter((one) => one !== due);
      this.time = due.at;
      due.run();
    }
    this.time = end;
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

const WELCOME = { t: 'welcome', protocol: 1, now: 51_000, name: 'x', lang: 'en', account: false } as const;
const move = (id: string): Move => ({ t: 'move', g: 'game', ply: 0, pos: 'ab', id, path: ['c3', 'd4'] });
const ok = (id: string): ServerMessage => ({ t: 'ok', g: 'game', id, v: 5, ply: 1, at: 0, clocks: null });

let world: FakeWorld;
let link: Link;
let statuses: Status[];
let heard: ServerMessage[];
let version: number;

beforeEach(() => {
  world = new FakeWorld();
  statuses = [];
  heard = [];
  version = 0;
  link = new Link(world, () => 'de', (status) => statuses.push(status));
  link.follow('game', { since: () => version, token: undefined, hear: (message) => heard.push(message) });
  world.last.hear(WELCOME);
});

/** Answers pings so that the link stays up. */
function pongs(socket: FakeSocket): void {
  for (const message of socket.sent) if (message.t === 'ping') socket.hear({ t: 'pong', id: message.id, now: 51_000 });
}

describe('the link', () => {
  it('greets, joins, and passes on what is said of its game', () => {
    expect(world.last.kinds()).toEqual(['hello', 'join']);
    expect(world.last.sent.find((m) => m.t === 'hello')).toMatchObject({ lang: 'de' });
    world.last.hear({ t: 'presence', g: 'game', v: 1, white: true, black: false, watchers: 0 });
    world.last.hear({ t: 'presence', g: 'other', v: 1, white: true, black: false, watchers: 0 });
    expect(heard).toHaveLength(1);
    expect(statuses).toEqual(['open']);
  });

  it('resolves a move with its answer', async () => {
    const answer = link.ask(move('m1'));
    world.last.hear(ok('m1'));
    expect(await answer).toMatchObject({ t: 'ok', v: 5 });
  });

  it('sends an unanswered move again with the same id', () => {
    void link.ask(move('m1'));
    for (let i = 0; i < 10; i += 1) {
      pongs(world.last);
      world.pass(500);
    }
    expect(world.sockets).toHaveLength(1);
    expect(world.last.sent.filter((m) => m.t === 'move')).toHaveLength(2);
    expect(new Set(world.last.sent.flatMap((m) => (m.t === 'move' ? [m.id] : [])))).toEqual(new Set(['m1']));
  });

  it('resumes on a new socket: join since the last version, then the open move', async () => {
    const answer = link.ask(move('m1'));
    version = 7;
    world.last.onclose?.({ code: 1006 });
    expect(link.status).toBe('lost');
    world.pass(0);
    expect(world.sockets).toHaveLength(2);
    world.last.hear(WELCOME);
    expect(world.last.kinds()).toEqual(['hello', 'join', 'move']);
    expect(world.last.sent.find((m) => m.t === 'join')).toMatchObject({ since: 7 });
    world.last.hear({ ...ok('m1'), t: 'dup' } as ServerMessage);
    expect(await answer).toMatchObject({ t: 'dup' });
  });

  it('keeps a move made while the link was down', () => {
    world.last.onclose?.({ code: 1006 });
    void link.ask(move('m2'));
    world.pass(0);
    world.last.hear(WELCOME);
    expect(world.last.kinds()).toEqual(['hello', 'join', 'move']);
  });

  it('notices silence within four seconds and comes back', () => {
    pongs(world.last);
    world.pass(2500);
    world.pass(2500);
    expect(link.status).not.toBe('open');
    expect(world.sockets.length).toBeGreaterThan(1);
  });

  it('retries ever more slowly, and spreads out after a restart', () => {
    world.last.onclose?.({ code: 1012 });
    world.pass(1499);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
    const waits: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const before = world.sockets.length;
      const began = world.time;
      world.last.onclose?.({ code: 1006 });
      while (world.sockets.length === before) world.pass(50);
      waits.push(world.time - began);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(5000);
  });

  it('does not come back after a log-out, nor after closing', () => {
    world.last.onclose?.({ code: 4401 });
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
    expect(link.status).toBe('ended');
  });

  it('answers the server and learns its time', () => {
    world.last.hear({ t: 'ping', n: 9, now: 0 });
    expect(world.last.sent.at(-1)).toEqual({ t: 'pong', n: 9 });
    const ping = world.last.sent.find((m) => m.t === 'ping')!;
    world.pass(40);
    world.last.hear({ t: 'pong', id: (ping as { id: string }).id, now: 90_000 });
    expect(link.offset).toBe(90_000 + 20 - world.time);
  });

  it('tries again when the database did not take it', () => {
    void link.ask(move('m3'));
    world.last.hear({ t: 'denied', code: 'try_again', text: '', g: 'game', id: 'm3', v: 0 });
    pongs(world.last);
    world.pass(1100);
    expect(world.last.sent.filter((m) => m.t === 'move')).toHaveLength(2);
  });

  it('wakes at once when the network returns', () => {
    link.unplugged();
    expect(link.status).toBe('lost');
    const before = world.sockets.length;
    link.wake();
    expect(world.sockets.length).toBe(before + 1);
  });
});

describe('a busy server', () => {
  const question: Think = { t: 'think', g: 'game', ply: 3, pos: 'ab', level: 4, toml: '', fen: '', moves: [] };

  it('is told of an engine here, and helped by it', async () => {
    const helpful = Object.assign(world, { engine: () => true, think: ({ ply }: Think) => Promise.resolve(`move ${ply}`) });
    new Link(helpful, () => 'de', () => undefined).follow('game', { since: () => 0, token: undefined, hear: () => undefined });
    world.last.hear(WELCOME);
    expect(world.last.sent[0]).toEqual({ t: 'hello', lang: 'de', engine: true });
    world.last.hear(question);
    await Promise.resolve();
    await Promise.resolve();
    expect(world.last.sent.at(-1)).toEqual({ t: 'thought', g: 'game', ply: 3, pos: 'ab', text: 'move 3' });
  });

  it('hears nothing from a browser that has no answer', async () => {
    expect(world.last.sent[0]).toEqual({ t: 'hello', lang: 'de' });
    world.last.hear(question);
    await Promise.resolve();
    expect(world.last.kinds()).toEqual(['hello', 'join']);
    expect(heard).toEqual([]);
  });
});
