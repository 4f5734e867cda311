import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitment, diceKey, hex, hmac, roll, sha256, unhex, verify } from '../../src/lib/proof';

const S = '11'.repeat(32);
const A = '22'.repeat(32);
const bytes = (n: number) => Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) % 256);

describe('hashing', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('agrees with the platform on %i bytes', (n) => {
    expect(hex(sha256(bytes(n)))).toBe(createHash('sha256').update(bytes(n)).digest('hex'));
    expect(hex(hmac(bytes(n), bytes(70)))).toBe(createHmac('sha256', bytes(n)).update(bytes(70)).digest('hex'));
  });
});

describe('the spinner', () => {
  const key = diceKey('GAME', 'fp', { server: S, white: A, black: '' });

  // The same numbers as the server's own code gives.
  it('follows the published scheme', () => {
    expect(commitment('GAME', S)).toBe('6daae31d21d21860fdf3985e0d56fe68add3f888df6a61f861cada732cd80fce');
    expect(hex(key)).toBe('c1b2e2562a4f8b757c99b7aee0fb69623f3718e9efa31aaa51f43323dcac72b6');
    expect(Array.from({ length: 24 }, (_, i) => roll(key, 3 * i, i, [2, 1, 1])).join('')).toBe('020020101012012001000212');
    expect(Array.from({ length: 24 }, (_, i) => roll(key, i, i, [7, 11, 3])).join('')).toBe('001101111010000011110111');
  });

  const spins = [
    { ply: 0, result: 'black' },
    { ply: 3, result: 'orange' },
    { ply: 6, result: 'black' },
  ];
  const evidence = {
    game: 'GAME', fingerprint: 'fp', commit: commitment('GAME', S), seeds: { server: S, white: A, black: '' },
    weights: { black: 2, green: 1, orange: 1 }, spins,
  };

  it('holds players to their promises', () => {
    const B = '33'.repeat(32);
    const promises = { white: commitment('GAME', A, 'white'), black: commitment('GAME', B, 'black') };
    const two = { ...evidence, spins: [], seeds: { server: S, white: A, black: B }, promises };
    expect(verify(two).committed).toBe(true);
    expect(verify({ ...two, seeds: { ...two.seeds, black: A } }).committed).toBe(false);
    expect(verify({ ...two, promises: { ...promises, white: '' } }).committed).toBe(false);
  });

  it('finds an honest game fair', () => {
    expect(verify(evidence)).toMatchObject({ committed: true, fair: true });
  });

  it('finds every kind of cheating', () => {
    expect(verify({ ...evidence, spins: [{ ply: 0, result: 'green' }, ...spins.slice(1)] }).fair).toBe(false);
    expect(verify({ ...evidence, commit: evidence.commit.replace('6', '7') })).toMatchObject({ committed: false, fair: false });
    expect(verify({ ...evidence, seeds: { ...evidence.seeds, server: `12${S.slice(2)}` } }).committed).toBe(false);
    expect(hex(unhex(S))).toBe(S);
  });
});
