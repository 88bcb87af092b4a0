import type { PaddedMask } from './neighbours.js';

/**
 * The strengths of the pixels that a mask has when it is made, and of those that are added: few, so that they stay in a processor's
 * cache where a response does not.
 */
export class Strengths {
  /** The bits of the mask as they were. */
  readonly #bits: Int32Array;
  /** How many bits are set before each word. */
  readonly #before: Int32Array;
  readonly #added = new Map<number, number>();

  /** @param sorted one for each place that is set, row by row */
  constructor(
    { bits }: PaddedMask,
    readonly sorted: Uint32Array,
  ) {
    this.#bits = bits.slice();
    this.#before = new Int32Array(bits.length);
    for (let word = 1, sum = 0; word < bits.length; word++) {
      sum += ones(bits[word - 1]!);
      this.#before[word] = sum;
    }
  }

  /** The strength of a place; 0 where it is not known. */
  at(at: number): number {
    const word = at >>> 5;
    const bits = this.#bits[word]!;
    if (((bits >>> (at & 31)) & 1) === 0) return this.#added.get(at) ?? 0;
    return this.sorted[this.#before[word]! + ones(bits & ~(-1 << (at & 31)))]!;
  }

  /** Adds a place that the mask did not have. */
  add(at: number, strength: number): void {
    this.#added.set(at, strength);
  }
}

/** How many bits of a word are set (Warren, Hacker's Delight, section 5-1). */
const ones = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
