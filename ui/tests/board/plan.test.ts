import { describe, expect, it } from 'vitest';
import { difference, PACE, plan } from '../../src/board/plan';
import { openDoors, type BoardEvent, type Look } from '../../src/board/scene';

function event<K extends BoardEvent['kind']>(kind: K, more: Partial<Extract<BoardEvent, { kind: K }>> = {}): BoardEvent {
  return { kind, ...more } as unknown as BoardEvent;
}

describe('what happened becomes what is seen', () => {
  it('takes each victim while the next hop is made', () => {
    const beats = plan([
      event('moved', { path: ['c3', 'e5'] }),
      event('lifted', { square: 'd4', column: 'b' }),
      event('moved', { path: ['e5', 'g7'] }),
      event('lifted', { square: 'f6', column: 'b' }),
    ]);
    expect(beats.map((beat) => beat.map((cue) => cue.kind))).toEqual([['hop'], ['take', 'hop'], ['take']]);
    expect(beats[1]).toMatchObject([{ square: 'd4' }, { from: 'e5', to: 'g7' }]);
  });

  it('takes all victims together where they stay to the end', () => {
    const beats = plan([
      event('moved', { path: ['c3', 'e5'] }),
      event('moved', { path: ['e5', 'g7'] }),
      event('lifted', { square: 'd4' }),
      event('lifted', { square: 'f6' }),
    ]);
    expect(beats.map((beat) => beat.map((cue) => cue.kind))).toEqual([['hop'], ['hop'], ['take', 'take']]);
  });

  it('puts prisoners under the captor where it lands', () => {
    const beats = plan([
      event('moved', { path: ['c3', 'e5'] }),
      event('stacked', { square: 'd4', onto: 'e5' }),
      event('moved', { path: ['e5', 'g7'] }),
      event('stacked', { square: 'f6', onto: 'g7' }),
      event('crowned', { square: 'g7' }),
    ]);
    expect(beats.map((beat) => beat.map((cue) => cue.kind))).toEqual([['hop', 'imprison'], ['hop', 'imprison'], ['crown']]);
  });

  it('never makes a long capture slow', () => {
    const path = Array.from({ length: 13 }, (_, i) => `s${i}`);
    const hops = plan([event('moved', { path })]).flat();
    expect(hops.reduce((sum, cue) => sum + cue.ms, 0)).toBeLessThanOrEqual(PACE.most + hops.length);
  });

  it('drops a piece after its door has opened', () => {
    const beats = plan([event('opened', { square: 'c3' }), event('fell', { square: 'c3', column: 'w' })]);
    expect(beats.map((beat) => beat[0]!.kind)).toEqual(['open', 'fall']);
  });

  it('stands still before a piece is blown away, and before a move goes back', () => {
    const moved = event('moved', { path: ['g3', 'h4'] });
    expect(plan([moved, event('huffed', { square: 'c3', automatic: true })]).map((beat) => beat[0]!.kind)).toEqual(['hop', 'freeze', 'huff']);
    expect(plan([event('taken_back')]).flat()).toMatchObject([{ kind: 'freeze' }]);
  });

  it('ignores what cannot be seen', () => {
    expect(plan([event('draw_offered'), event('ended'), event('spun', { result: 'green' })])).toEqual([]);
  });
});

describe('from one placement to another', () => {
  const at = (board: Record<string, string>) => ({ board, knobs: '' });

  it('slides the piece that moved', () => {
    expect(difference(at({ c3: 'w', e7: 'b' }), at({ d4: 'w', e7: 'b' }))).toMatchObject([
      [{ kind: 'slide', from: 'c3', to: 'd4' }],
    ]);
  });

  it('puts a taken piece back', () => {
    expect(difference(at({ e5: 'w' }), at({ c3: 'w', d4: 'b' })).flat()).toMatchObject([
      { kind: 'slide', from: 'e5', to: 'c3' },
      { kind: 'appear', square: 'd4' },
    ]);
  });

  it('is nothing when nothing changed', () => {
    expect(difference(at({ e5: 'w' }), at({ e5: 'w' }))).toEqual([]);
  });
});

describe('doors', () => {
  const look: Look = {
    sides: { white: { colour: '#fff', kingColour: '#fff' }, black: { colour: '#000', kingColour: '#000' } },
    mark: 'double',
    towers: false,
    sliders: [
      { name: 'G1', colour: 'green', left: 'c3', right: 'g3' },
      { name: 'O1', colour: 'orange', left: 'b4', right: 'f4' },
    ],
  };

  it('stand open on the side of the knob', () => {
    expect([...openDoors(look, 'LR')]).toEqual(['c3', 'f4']);
    expect([...openDoors(look, 'MM')]).toEqual([]);
  });
});
