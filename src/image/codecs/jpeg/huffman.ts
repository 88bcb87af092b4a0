/** Huffman codes and the bits of an entropy-coded segment (ITU-T T.81, annexes C and F). */

import { because, Damage } from '../../../core/reasons.js';

/** Bits looked up at once; longer codes are compared length by length. */
const LOOK = 9;

/** A Huffman table, by code lengths and values. */
export class HuffmanTable {
  /** `length << 8 | value` by the next `LOOK` bits; 0 where the code is longer. */
  readonly look = new Uint16Array(1 << LOOK);
  /** Largest code of each length, left-aligned to 16 bits and exclusive; the last entry stops every search. */
  readonly #limit = new Int32Array(18).fill(-1);
  readonly #offset = new Int32Array(17);

  /** @throws RangeError where the counts are of no prefix code */
  constructor(
    counts: Uint8Array,
    private readonly values: Uint8Array,
  ) {
    let code = 0;
    let k = 0;
    for (let length = 1; length <= 16; length++) {
      this.#offset[length] = k - code;
      for (let n = counts[length - 1]!; n > 0; n--, k++, code++) {
        if (length > LOOK) continue;
        const first = code << (LOOK - length);
        this.look.fill((length << 8) | values[k]!, first, first + (1 << (LOOK - length)));
      }
      if (code > 1 << length) throw new Damage(because('jpeg-prefix')`a Huffman table is no prefix code`);
      this.#limit[length] = code << (16 - length);
      code <<= 1;
    }
    this.#limit[17] = 1 << 16;
  }

  /** Length and value of a code longer than `LOOK` bits from the next 16. */
  long(bits: number): number {
    let length = LOOK + 1;
    while (bits >= this.#limit[length]!) length++;
    if (length > 16) throw new Damage(because('jpeg-huffman-code')`a Huffman code is unknown`);
    return (length << 8) | this.values[(bits >> (16 - length)) + this.#offset[length]!]!;
  }
}

/** Reads bits most significant first, drops stuffed zeros, and stops at markers. */
export class BitReader {
  #bits = 0;
  #have = 0;
  /** Bits made up after the end of the segment. */
  #invented = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** Forgets what is left of the last byte, as at a restart marker. */
  align(): void {
    this.#check();
    this.#bits = 0;
    this.#have = 0;
    this.#invented = 0;
  }

  code(table: HuffmanTable): number {
    this.#fill(16);
    const next = (this.#bits >> (this.#have - 16)) & 0xffff;
    const found = table.look[next >> (16 - LOOK)]! || table.long(next);
    this.#have -= found >> 8;
    return found & 255;
  }

  /** `count` bits, 0 to 16, as an unsigned number. */
  take(count: number): number {
    if (count === 0) return 0;
    this.#fill(count);
    this.#have -= count;
    return (this.#bits >> this.#have) & ((1 << count) - 1);
  }

  /** `count` bits as the signed number of annex F.1.2.1. */
  signed(count: number): number {
    const value = this.take(count);
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** @throws RangeError where bits were used that the segment does not hold */
  #check(): void {
    if (this.#invented > this.#have) throw new Damage(because('jpeg-ends')`the JPEG stream ends early`);
  }

  /** At least `count` bits; past the end of the segment zeros, which must not be used. */
  #fill(count: number): void {
    while (this.#have < count) {
      let byte = 0;
      if (this.at >= this.bytes.length || (this.bytes[this.at] === 0xff && this.bytes[this.at + 1] !== 0)) {
        this.#invented += 8;
        if (this.#invented > 64) this.#check();
      } else {
        byte = this.bytes[this.at]!;
        this.at += byte === 0xff ? 2 : 1;
      }
      this.#bits = (this.#bits << 8) | byte;
      this.#have += 8;
    }
  }
}
