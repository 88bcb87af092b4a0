import { longer } from '../../core/longer.js';
import { removable } from './neighbours.js';

/** For each neighbourhood and neighbour: how many neighbours of the same row are before it, from W to E. */
const before = Uint8Array.from({ length: 256 * 8 }, (_, entry) => {
  const [set, n] = [entry >> 3, entry & 7];
  const has = (other: number): number => (set >> other) & 1;
  if (n === 1) return has(3) + has(2);
  if (n === 2) return has(3);
  if (n === 6) return has(5);
  return n === 7 ? has(5) + has(6) : 0;
});

/**
 * One look at each pixel of a mask, weakest first, as `Thinning` has it, without sorting them. What becomes of a pixel depends on its
 * neighbours alone, so a pixel's turn comes as soon as those are done that are weaker, or as weak and before it: most are beside the
 * one before in memory. Pixels are named by their index in `places`.
 */
export class Sweep {
  /** 1 for those that are taken out. */
  readonly gone: Uint8Array;
  /** Those beside which a pixel went after they were looked at, some more than once, some of them gone. */
  readonly again: Int32Array;

  /** Neighbours that there are at first, and still are. */
  readonly #all: Uint8Array;
  readonly #near: Uint8Array;
  /** The first neighbour in the row above, and in the row below. */
  readonly #above: Int32Array;
  readonly #below: Int32Array;

  /**
   * @param places all that the mask has, row by row, in rows of `stride` of which the last is never set
   * @param keys strengths, in steps
   */
  constructor(places: Int32Array, stride: number, keys: Uint16Array) {
    const count = places.length;
    this.gone = new Uint8Array(count);
    this.#all = new Uint8Array(count);
    this.#above = new Int32Array(count);
    this.#below = new Int32Array(count);
    this.#meet(places, stride);
    this.#near = this.#all.slice();
    this.again = this.#look(this.#before(keys));
  }

  /** Finds who is beside whom. */
  #meet(places: Int32Array, stride: number): void {
    const [all, above, below] = [this.#all, this.#above, this.#below];
    for (let k = 0, up = 0; k < places.length; k++) {
      const at = places[k]!;
      const first = at - stride - 1;
      while (places[up]! < first) up++;
      above[k] = up;
      let set = 0;
      if (k > 0 && places[k - 1] === at - 1) {
        set = 1 << 4;
        all[k - 1]! |= 1;
      }
      for (let other = up, n = places[up]! - first; n < 3; n = places[++other]! - first) {
        if ((all[other]! & 0b1110) === 0) below[other] = k;
        // What is NW, N or NE of this pixel has it SE, S or SW.
        all[other]! |= 2 << n;
        set |= 1 << (5 + n);
      }
      all[k]! |= set;
    }
  }

  /** How many neighbours have their turn before each pixel. */
  #before(keys: Uint16Array): Uint8Array {
    const all = this.#all;
    const earlier = new Uint8Array(keys.length);
    for (let k = 0; k < keys.length; k++) {
      for (let left = all[k]! & 0b11110000; left !== 0; left &= left - 1) {
        const other = this.#beside(k, 31 - Math.clz32(left & -left));
        earlier[keys[k]! < keys[other]! ? other : k]!++;
      }
    }
    return earlier;
  }

  #beside(k: number, n: number): number {
    if (n === 0) return k + 1;
    if (n === 4) return k - 1;
    return (n < 4 ? this.#below[k]! : this.#above[k]!) + before[(this.#all[k]! << 3) | n]!;
  }

  #look(earlier: Uint8Array): Int32Array {
    const [near, gone] = [this.#near, this.gone];
    const done = new Uint8Array(near.length);
    let ready = new Int32Array(256);
    let again = new Int32Array(256);
    let count = 0;
    for (let start = 0; start < near.length; start++) {
      if (earlier[start] !== 0 || done[start] !== 0) continue;
      ready[0] = start;
      for (let left = 1; left > 0; ) {
        const k = ready[--left]!;
        done[k] = 1;
        const goes = removable[near[k]!]!;
        gone[k] = goes;
        for (let others = near[k]!; others !== 0; others &= others - 1) {
          const n = 31 - Math.clz32(others & -others);
          const other = this.#beside(k, n);
          if (goes === 1) near[other]! &= ~(1 << ((n + 4) & 7));
          if (done[other] === 0) {
            if (--earlier[other]! > 0) continue;
            if (left === ready.length) ready = longer(ready);
            ready[left++] = other;
          } else if (goes === 1) {
            if (count === again.length) again = longer(again);
            again[count++] = other;
          }
        }
      }
    }
    return again.subarray(0, count);
  }
}
