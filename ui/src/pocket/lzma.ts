/**
 * Unpacks LZMA, which packs a tenth better than what browsers can unpack by themselves. The format is that of `.lzma`
 * files with their size told: properties, size of the dictionary, size of the content, and bits in a range coder.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const HEAD = 13;
/** Nothing of ours is larger; who says so is damaged. */
const LARGEST = 1 << 28;
const HALF = 1024;
const LENGTH_STATES = 4;
const ALIGN_BITS = 4;
/** Where the kinds of bits have their counters, of which each state, place or length has its own. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + 12 * 16;
const IS_REP0 = IS_REP + 12;
const IS_REP1 = IS_REP0 + 12;
const IS_REP2 = IS_REP1 + 12;
const IS_REP0_LONG = IS_REP2 + 12;
const SLOTS = IS_REP0_LONG + 12 * 16;
const SPECIAL = SLOTS + LENGTH_STATES * 64;
const ALIGN = SPECIAL + 128;
const LENGTHS = ALIGN + (1 << ALIGN_BITS);
/** Choice, second choice, short and middle lengths for each place, long ones. */
const [CHOICE, CHOICE2, LOW, MIDDLE, HIGH] = [0, 1, 2, 2 + 16 * 8, 2 + 32 * 8];
const LENGTH_SIZE = HIGH + 256;
const REP_LENGTHS = LENGTHS + LENGTH_SIZE;
const LITERALS = REP_LENGTHS + LENGTH_SIZE;

const damaged = () => new Error('damaged');

/** Which of the decoder's two numbers is which. */
const RANGE = 0;
const CODE = 1;

class Decoder {
  /** In an array for whole numbers of 32 bits: as fields they would be fractions to the browser, and slower. */
  readonly #numbers = Uint32Array.of(-1, 0);
  #at = HEAD + 1;
  readonly #counters: Uint16Array;

  constructor(
    private readonly packed: Bytes,
    counters: number,
  ) {
    this.#counters = new Uint16Array(counters).fill(HALF);
    for (let left = 4; left > 0; left -= 1) this.#numbers[CODE] = (this.#numbers[CODE]! << 8) | packed[this.#at++]!;
  }

  bit(counter: number): 0 | 1 {
    const numbers = this.#numbers;
    const counters = this.#counters;
    const chance = counters[counter]!;
    const bound = Math.imul(numbers[RANGE]! >>> 11, chance) >>> 0;
    const found = numbers[CODE]! < bound ? 0 : 1;
    if (found) {
      numbers[RANGE]! -= bound;
      numbers[CODE]! -= bound;
      counters[counter] = chance - (chance >>> 5);
    } else {
      numbers[RANGE] = bound;
      counters[counter] = chance + ((2048 - chance) >>> 5);
    }
    if (numbers[RANGE]! < 0x1000000) this.#more();
    return found;
  }

  #more(): void {
    if (this.#at >= this.packed.length) throw damaged();
    this.#numbers[RANGE]! <<= 8;
    this.#numbers[CODE] = (this.#numbers[CODE]! << 8) | this.packed[this.#at++]!;
  }

  /** Bits that nothing is known about. */
  plain(bits: number): number {
    const numbers = this.#numbers;
    let found = 0;
    for (let left = bits; left > 0; left -= 1) {
      numbers[RANGE]! >>>= 1;
      const one = numbers[CODE]! >= numbers[RANGE]!;
      if (one) numbers[CODE]! -= numbers[RANGE]!;
      found = (found << 1) | (one ? 1 : 0);
      if (numbers[RANGE]! < 0x1000000) this.#more();
    }
    return found >>> 0;
  }

  tree(counters: number, bits: number): number {
    let found = 1;
    for (let left = bits; left > 0; left -= 1) found = (found << 1) | this.bit(counters + found);
    return found - (1 << bits);
  }

  reversed(counters: number, bits: number): number {
    let node = 1;
    let found = 0;
    for (let place = 0; place < bits; place += 1) {
      const bit = this.bit(counters + node);
      node = (node << 1) | bit;
      found |= bit << place;
    }
    return found;
  }

  /** A byte that differs from the one that would have followed, which tells something about it. */
  mismatched(counters: number, expected: number): number {
    let found = 1;
    let rest = expected;
    while (found < 256) {
      const likely = (rest >>> 7) & 1;
      rest <<= 1;
      const bit = this.bit(counters + ((1 + likely) << 8) + found);
      found = (found << 1) | bit;
      if (bit !== likely) break;
    }
    while (found < 256) found = (found << 1) | this.bit(counters + found);
    return found & 255;
  }

  length(counters: number, place: number): number {
    if (!this.bit(counters + CHOICE)) return 2 + this.tree(counters + LOW + place * 8, 3);
    if (!this.bit(counters + CHOICE2)) return 10 + this.tree(counters + MIDDLE + place * 8, 3);
    return 18 + this.tree(counters + HIGH, 8);
  }

  distance(length: number): number {
    const slot = this.tree(SLOTS + Math.min(length - 2, LENGTH_STATES - 1) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >>> 1) - 1;
    const base = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return base + this.reversed(SPECIAL + base - slot - 1, bits);
    return base + this.plain(bits - ALIGN_BITS) * (1 << ALIGN_BITS) + this.reversed(ALIGN, ALIGN_BITS);
  }
}

/** Copies what was there before, or takes a byte as it is, until everything is there. */
class Unpacking {
  readonly whole: Bytes;
  readonly #decoder: Decoder;
  readonly #lc: number;
  readonly #lp: number;
  readonly #pb: number;
  #at = 0;
  #state = 0;
  /** How far back the last four copies reached. */
  #back: [number, number, number, number] = [0, 0, 0, 0];

  constructor(packed: Bytes) {
    if (packed.length < HEAD + 5) throw damaged();
    const head = new DataView(packed.buffer, packed.byteOffset, HEAD);
    const kind = head.getUint8(0);
    this.#lc = kind % 9;
    this.#lp = Math.floor(kind / 9) % 5;
    this.#pb = Math.floor(kind / 45);
    const size = head.getUint32(5, true);
    if (this.#pb > 4 || size > LARGEST || head.getUint32(9, true) !== 0) throw damaged();
    this.whole = new Uint8Array(size);
    this.#decoder = new Decoder(packed, LITERALS + (0x300 << (this.#lc + this.#lp)));
  }

  run(): Bytes {
    while (this.#at < this.whole.length) {
      const place = this.#at & ((1 << this.#pb) - 1);
      if (!this.#decoder.bit(IS_MATCH + this.#state * 16 + place)) this.#literal();
      else if (!this.#decoder.bit(IS_REP + this.#state)) this.#copy(this.#elsewhere(place));
      else this.#copy(this.#again(place));
    }
    return this.whole;
  }

  #literal(): void {
    const { whole } = this;
    const at = this.#at++;
    const before = at > 0 ? whole[at - 1]! : 0;
    const counters = LITERALS + 0x300 * (((at & ((1 << this.#lp) - 1)) << this.#lc) + (before >>> (8 - this.#lc)));
    const state = this.#state;
    whole[at] = state < 7 ? this.#decoder.tree(counters, 8) : this.#decoder.mismatched(counters, whole[at - this.#back[0] - 1]!);
    this.#state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** From a place that was not copied from just now. */
  #elsewhere(place: number): number {
    const [first, second, third] = this.#back;
    const length = this.#decoder.length(LENGTHS, place);
    this.#back = [this.#decoder.distance(length), first, second, third];
    this.#state = this.#state < 7 ? 7 : 10;
    return length;
  }

  #again(place: number): number {
    const decoder = this.#decoder;
    const state = this.#state;
    if (!decoder.bit(IS_REP0 + state)) {
      if (!decoder.bit(IS_REP0_LONG + state * 16 + place)) {
        this.#state = state < 7 ? 9 : 11;
        return 1;
      }
    } else this.#recall(!decoder.bit(IS_REP1 + state) ? 1 : !decoder.bit(IS_REP2 + state) ? 2 : 3);
    this.#state = state < 7 ? 8 : 11;
    return decoder.length(REP_LENGTHS, place);
  }

  #recall(which: 1 | 2 | 3): void {
    const [first, second, third, fourth] = this.#back;
    if (which === 1) this.#back = [second, first, third, fourth];
    else this.#back = which === 2 ? [third, first, second, fourth] : [fourth, first, second, third];
  }

  #copy(length: number): void {
    const { whole } = this;
    const back = this.#back[0] + 1;
    const end = this.#at + length;
    if (back > this.#at || end > whole.length) throw damaged();
    for (let at = this.#at; at < end; at += 1) whole[at] = whole[at - back]!;
    this.#at = end;
  }
}

/** What is packed; where it is not what it says it is, an error: damaged. */
export const unpack = (packed: Bytes): Bytes => new Unpacking(packed).run();
