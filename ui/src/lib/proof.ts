/**
 * Checks the spinner after a game: the commitment, and every spin, from the published seeds.
 * Own SHA-256, because browsers hide theirs on plain http, where a club's local server lives.
 */

const K = primes(64).map((p) => frac(Math.cbrt(p)));
const H = primes(8).map((p) => frac(Math.sqrt(p)));

function primes(n: number): number[] {
  const found: number[] = [];
  for (let i = 2; found.length < n; i += 1) if (found.every((p) => i % p)) found.push(i);
  return found;
}

function frac(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function padded(message: Uint8Array): DataView {
  const length = (((message.length + 8) >> 6) + 1) << 6;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, message.length << 3);
  return view;
}

function schedule(view: DataView, block: number): Int32Array {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [w[i - 15]!, w[i - 2]!];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  return w;
}

function compress(state: number[], w: Int32Array): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]!) | 0);
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  let state = H;
  for (let block = 0; block < view.byteLength; block += 64) state = compress(state, schedule(view, block));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(i * 4, word));
  return new Uint8Array(out.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join([block.map((b) => b ^ 0x36), message]));
  return sha256(join([block.map((b) => b ^ 0x5c), inner]));
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function big(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let i = bytes - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

/** Parts with their lengths, so that no two lists of parts give the same bytes. */
export function tlv(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const pieces = parts.map((part) =>
    typeof part === 'string' ? new TextEncoder().encode(part) : typeof part === 'number' ? big(part, 8) : part,
  );
  return join(pieces.flatMap((piece) => [big(piece.length, 4), piece]));
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

export function unhex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(i * 2, i * 2 + 2), 16));
}

const SCHEME = 'crowned-spin/1';

/** What the server or a seat publishes before anybody shows a seed. */
export function commitment(game: string, seed: string, who: 'server' | 'white' | 'black' = 'server'): string {
  return hex(sha256(tlv(SCHEME, 'commit', game, who, unhex(seed))));
}

export function diceKey(game: string, fingerprint: string, seeds: { server: string; white: string; black: string }): Uint8Array {
  return hmac(unhex(seeds.server), tlv(SCHEME, 'key', game, fingerprint, unhex(seeds.white), unhex(seeds.black)));
}

/** Which of the weighted results comes at spin `index` of a game, made at `ply`. */
export function roll(key: Uint8Array, ply: number, index: number, weights: readonly number[]): number {
  const total = weights.reduce((a, b) => a + b, 0);
  const n = BigInt(total);
  const fair = ((1n << 64n) / n) * n;
  for (let counter = 0; ; counter += 1) {
    const words = new DataView(hmac(key, tlv('spin', ply, index, total, counter)).buffer);
    for (let at = 0; at < 32; at += 8) {
      const word = words.getBigUint64(at);
      if (word < fair) return pickOf(weights, Number(word % n));
    }
  }
}

function pickOf(weights: readonly number[], drawn: number): number {
  let left = drawn;
  return weights.findIndex((weight) => (left -= weight) < 0);
}

export interface Spin {
  readonly ply: number;
  readonly result: string;
}

export interface Proof {
  readonly committed: boolean;
  /** One answer per spin: what it was, what it should be. */
  readonly spins: readonly { readonly ply: number; readonly result: string; readonly expected: string }[];
  readonly fair: boolean;
}

export interface Evidence {
  readonly game: string;
  readonly fingerprint: string;
  readonly commit: string;
  /** What two players promised before either showed a seed; empty where there was nobody to promise it to. */
  readonly promises?: { white: string; black: string };
  readonly seeds: { server: string; white: string; black: string };
  readonly weights: Readonly<Record<string, number>>;
  readonly spins: readonly Spin[];
}

/** Whether each player's seed is the promised one; either both promised or none. */
function kept({ game, seeds, promises }: Evidence): boolean {
  if (!promises?.white && !promises?.black) return true;
  return promises.white === commitment(game, seeds.white, 'white') && promises.black === commitment(game, seeds.black, 'black');
}

export function verify(evidence: Evidence): Proof {
  const names = Object.keys(evidence.weights);
  const weights = Object.values(evidence.weights);
  const key = diceKey(evidence.game, evidence.fingerprint, evidence.seeds);
  const spins = evidence.spins.map(({ ply, result }, index) => ({ ply, result, expected: names[roll(key, ply, index, weights)] ?? '' }));
  const committed = commitment(evidence.game, evidence.seeds.server) === evidence.commit && kept(evidence);
  return { committed, spins, fair: committed && spins.every((spin) => spin.result === spin.expected) };
}
