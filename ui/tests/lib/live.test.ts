import { beforeEach, describe, expect, it } from 'vitest';
import { LiveGame, type Port, type Trouble } from '../../src/lib/live.svelte';
import type { BoardAction, ClientMessage, Entry, Event, Placement, ServerMessage, Snapshot, State, Update } from '../../src/lib/wire';

const at = (board: Record<string, string>, turn: 'white' | 'black' = 'white'): Placement => ({ board, turn, knobs: '', spin: null });

function state(more: Partial<State> = {}): State {
  return {
    ply: 0, pos: 'aa', phase: 'playing', at: at({ c3: 'w', f6: 'b' }), fen: '', actor: 'white', must_spin: false, pending: null, touched: '',
    choices: [{ text: 'c3-d4', path: ['c3', 'd4'], captures: [], crowns: false, falls: false, slide: null }],
    options: [], clocks: null, draw_offer: null, undo_offer: null, rematch_offer: null, rematch: '', countdown: null, outcome: null, stake: null, ...more,
  };
}

function played(v: number, text: string, after: Placement, action: BoardAction = 'move', result = ''): Entry {
  const event: Event = action === 'spin' ? { kind: 'spun', result } : { kind: 'moved', path: text.split('-') };
  return { kind: 'played', v, at: 0, by: 'white', ply: v, text, action, events: [event], after, clocks: null, offence: null };
}

const GAME = {
  id: 'g', players: { white: { kind: 'guest' }, black: { kind: 'computer' } }, spinner: { commit: 'c', white_seed: '', black_seed: '', server_seed: '' },
} as unknown as Snapshot['game'];

function snapshot(more: Partial<Snapshot> = {}): Snapshot {
  return { t: 'snapshot', g: 'g', v: 3, now: 0, you: 'white', game: GAME, entries: [], state: state(), ...more };
}

function update(v: number, since: number, entries: Entry[], next: State): Update {
  return { t: 'update', g: 'g', v, now: 0, since, entries, state: next, players: null, spinner: null };
}

let sent: ClientMessage[];
let answer: (message: ServerMessage) => void;
let trouble: Trouble[];
let live: LiveGame;

beforeEach(() => {
  sent = [];
  trouble = [];
  const port = {
    offset: 0,
    tell: (message: ClientMessage) => void sent.push(message),
    ask: (message: ClientMessage) => {
      sent.push(message);
      return new Promise((resolve) => (answer = resolve as (message: ServerMessage) => void));
    },
  } as unknown as Port;
  live = new LiveGame('g', port, () => undefined, (one) => trouble.push(one));
  live.hear(snapshot());
  live.done(live.shown!.scene.key);
});

describe('a live game', () => {
  it('may be played once it is shown', () => {
    expect(live.mayMove).toBe(true);
    expect(live.seat).toBe('white');
    expect(sent).toEqual([{ t: 'seen', g: 'g', v: 3 }]);
  });

  it('sends one message with the whole path, ply and position', async () => {
    void live.move({ text: 'c3-d4', path: ['c3', 'd4'] });
    await Promise.resolve();
    expect(sent.at(-1)).toMatchObject({ t: 'move', g: 'g', ply: 0, pos: 'aa', path: ['c3', 'd4'] });
    expect(live.mayMove).toBe(false);
    void live.move({ text: 'c3-b4', path: ['c3', 'b4'] });
    expect(sent.filter((m) => m.t === 'move')).toHaveLength(1);
    answer({ t: 'ok', g: 'g', id: 'x', v: 4, ply: 1, at: 0, clocks: null });
    await Promise.resolve();
    await Promise.resolve();
    expect(live.sending).toBe(false);
  });

  it('tells between two pictures what the first has shown, and whose turn the second is', () => {
    const first = at({ d4: 'w' });
    const second = at({ d4: 'w', e5: 'b' });
    const answered: Entry = { ...played(5, 'f6-e5', second), by: 'black' } as Entry;
    live.hear(update(5, 3, [played(4, 'c3-d4', first), answered], state({ ply: 2, at: second })));
    expect(live.state).toMatchObject({ ply: 0, actor: 'white', at: { board: { c3: 'w', f6: 'b' } } });
    live.done(live.shown!.scene.key);
    expect(live.state).toMatchObject({ ply: 0, actor: 'black', at: { board: { d4: 'w' } }, choices: [] });
    live.done(live.shown!.scene.key);
    expect(live.state).toMatchObject({ ply: 2, actor: 'white', at: { board: { d4: 'w', e5: 'b' } } });
  });

  it('shows what happened one thing after the other', () => {
    const first = at({ d4: 'w', f6: 'b' });
    const second = at({ d4: 'w', e5: 'b' });
    live.hear(update(5, 3, [played(4, 'c3-d4', first), played(5, 'f6-e5', second)], state({ at: second })));
    expect(live.shown!.scene.placement).toBe(first);
    expect(live.mayMove).toBe(false);
    live.done(live.shown!.scene.key);
    expect(live.shown!.scene.placement).toBe(second);
    live.done(live.shown!.scene.key);
    expect(live.settled).toBe(true);
    expect(sent.at(-1)).toEqual({ t: 'seen', g: 'g', v: 5 });
  });

  it('ignores entries it knows and asks again when it has missed some', () => {
    live.hear(update(4, 3, [played(4, 'c3-d4', at({ d4: 'w' }))], state()));
    live.hear(update(4, 3, [played(4, 'c3-d4', at({ d4: 'w' }))], state()));
    live.done(live.shown!.scene.key);
    expect(live.entries.filter((entry) => entry.v === 4)).toHaveLength(1);
    live.hear(update(9, 8, [], state()));
    expect(sent.at(-1)).toEqual({ t: 'join', g: 'g', since: 4 });
  });

  it('tells nothing that has not been shown', () => {
    const told: number[] = [];
    const own = new LiveGame('g', { offset: 0, tell: () => undefined, ask: () => new Promise(() => undefined) } as unknown as Port, (entry) => told.push(entry.v));
    own.hear(snapshot());
    own.done(own.shown!.scene.key);
    const [first, second] = [at({ d4: 'w', f6: 'b' }, 'black'), at({ d4: 'w', e5: 'b' })];
    const said: Entry = { kind: 'draw_offered', v: 6, at: 0, by: 'black' };
    own.hear(update(6, 3, [played(4, 'c3-d4', first), played(5, 'f6-e5', second), said], state({ ply: 2, at: second, draw_offer: 'black' })));
    expect([own.state!.ply, own.entries.length, told]).toEqual([0, 0, []]);
    own.done(own.shown!.scene.key);
    expect([own.state!.ply, told]).toEqual([0, [4]]);
    own.done(own.shown!.scene.key);
    expect([own.state!.ply, own.state!.draw_offer, told]).toEqual([2, 'black', [4, 5, 6]]);
  });

  it('tells at once what has no picture', () => {
    live.hear(update(4, 3, [{ kind: 'undo_offered', v: 4, at: 0, by: 'black' }], state({ undo_offer: 'black' })));
    expect(live.state!.undo_offer).toBe('black');
    expect(live.entries.at(-1)!.kind).toBe('undo_offered');
  });

  it('does not play a long backlog move by move', () => {
    const many = Array.from({ length: 9 }, (_, i) => played(4 + i, 'c3-d4', at({ [`a${i}`]: 'w' })));
    live.hear(update(12, 3, many, state({ at: at({ h8: 'b' }) })));
    expect(live.shown!.scene.placement.board).toEqual({ h8: 'b' });
  });

  it('spins the wheel before it shows what follows', () => {
    const same = state().at;
    live.hear(update(4, 3, [played(4, 'spin green', same, 'spin', 'green')], state()));
    expect(live.shown).toMatchObject({ spin: 'green' });
  });

  it('says why a move was refused and puts the piece back', async () => {
    const before = live.shown!.scene.key;
    const sending = live.move({ text: 'c3-d4', path: ['c3', 'd4'] });
    await Promise.resolve();
    answer({ t: 'illegal', g: 'g', id: 'x', v: 3, verdict: { verdict: 'refused', reason: 'r', text: 'no', clauses: [], evidence: [], removable: [], remedies: [] } });
    await sending;
    expect(trouble).toMatchObject([{ kind: 'illegal', squares: ['c3', 'd4'] }]);
    expect(live.shown!.scene.key).not.toBe(before);
  });

  it('is brought up to date by a stale answer', async () => {
    const sending = live.move({ text: 'c3-d4', path: ['c3', 'd4'] });
    await Promise.resolve();
    answer({ t: 'stale', g: 'g', id: 'x', v: 4, now: 0, since: 3, entries: [played(4, 'e3-f4', at({ f4: 'w' }))], state: state({ ply: 1, at: at({ f4: 'w' }) }) });
    await sending;
    expect(live.shown!.scene.placement.board).toEqual({ f4: 'w' });
    live.done(live.shown!.scene.key);
    expect(live.state!.ply).toBe(1);
  });

  it('lets a move wait for the touch before it', async () => {
    live.prepare('touch', 'c3');
    const sending = live.move({ text: 'c3-d4', path: ['c3', 'd4'] });
    answer({ t: 'ok', g: 'g', id: 'x', v: 4, ply: 1, at: 0, clocks: null });
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
    expect(sent.filter((m) => m.t === 'move')).toHaveLength(0);
    const key = live.shown!.scene.key;
    live.hear(update(4, 3, [played(4, 'touch c3', state().at, 'touch')], state({ ply: 1, pos: 'bb' })));
    expect(live.shown!.scene.key).toBe(key);
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
    expect(sent.at(-1)).toMatchObject({ t: 'move', ply: 1, pos: 'bb' });
    answer({ t: 'ok', g: 'g', id: 'y', v: 5, ply: 2, at: 0, clocks: null });
    await sending;
  });

  it('gives its seed once when the wheel asks for it', () => {
    live.hear(snapshot({ state: state({ phase: 'seeding' }) }));
    live.hear(snapshot({ state: state({ phase: 'seeding' }) }));
    const seeds = sent.filter((m) => m.t === 'seed');
    expect(seeds).toHaveLength(1);
    expect(seeds[0]).toMatchObject({ g: 'g' });
    expect((seeds[0] as { seed: string }).seed).toMatch(/^[0-9a-f]{64}$/);
  });

  it('counts clocks by the server', () => {
    live.hear(snapshot({ state: state({ clocks: { white: 60_000, black: 50_000, at: 1000, running: 'white', wait: 500, opening: false } }) }));
    expect(live.remaining('white', 3500)).toBe(58_000);
    expect(live.remaining('white', 1200)).toBe(60_000);
    expect(live.remaining('black', 3500)).toBe(50_000);
  });
});
