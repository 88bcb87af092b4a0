import { rowsOf, rowWords } from './bits.js';
import type { Grid } from './grid.js';

/**
 * Words whose bits changed since they were last taken, and every word within `reach` cells of such a bit: along each axis alone
 * (a cross, the neighbours of an iteration) or along all (a box, the window of a filter). `reach` is below 32. All words count as
 * changed at first.
 */
export class NearWords {
  readonly #words: number;
  readonly #height: number;
  readonly #depth: number;
  readonly #low: number;
  readonly #high: number;
  readonly #isChanged: Uint8Array;
  readonly #changed: Int32Array;
  #count = 0;
  readonly #seen: Uint32Array;
  #stamp = 0;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  #near: Int32Array | undefined;

  constructor(
    grid: Grid,
    private readonly reach: number,
    private readonly shape: 'cross' | 'box',
  ) {
    this.#words = rowWords(grid);
    this.#height = grid.height;
    this.#depth = grid.depth;
    this.#low = 2 ** reach - 1;
    this.#high = this.#low << (32 - reach);
    const count = this.#words * rowsOf(grid);
    this.#isChanged = new Uint8Array(count).fill(1);
    this.#changed = new Int32Array(count);
    for (let at = 0; at < count; at++) this.#changed[at] = at;
    this.#count = count;
    this.#seen = new Uint32Array(count);
    this.#first = new Int32Array(count);
    this.#second = new Int32Array(count);
  }

  /** Bits `change` of word `at` changed. */
  add(at: number, change: number): void {
    this.#mark(at);
    if ((change & this.#low) !== 0 && at % this.#words !== 0) this.#mark(at - 1);
    if ((change & this.#high) !== 0 && (at + 1) % this.#words !== 0) this.#mark(at + 1);
  }

  /** The changed words and those beside them in x; valid until the next `take`. */
  changed(): Int32Array {
    return this.#changed.subarray(0, this.#count);
  }

  /** The words within reach of a changed bit, each once; valid until the next `peek` or `take` after an `add`. */
  peek(): Int32Array {
    if (this.#near) return this.#near;
    const row = this.#words;
    const slice = row * this.#height;
    const changed = this.changed();
    let count = this.#spread(changed, this.#first, 0, row, this.#height, ++this.#stamp);
    let list = this.#first;
    if (this.#depth > 1 && this.shape === 'cross') {
      count = this.#spread(changed, list, count, slice, this.#depth, this.#stamp);
    } else if (this.#depth > 1) {
      list = this.#second;
      count = this.#spread(this.#first.subarray(0, count), list, 0, slice, this.#depth, ++this.#stamp);
    }
    this.#near = list.subarray(0, count);
    return this.#near;
  }

  /** Reads as `peek` does, without a change. */
  take(): Int32Array {
    const near = this.peek();
    for (let k = 0; k < this.#count; k++) this.#isChanged[this.#changed[k]!] = 0;
    this.#count = 0;
    this.#near = undefined;
    return near;
  }

  #mark(at: number): void {
    if (this.#isChanged[at] !== 0) return;
    this.#isChanged[at] = 1;
    this.#changed[this.#count++] = at;
    this.#near = undefined;
  }

  /** Adds to `to`, from `count` on, each word at most `reach` steps of `stride` from a listed one that is not yet seen. */
  #spread(from: Int32Array, to: Int32Array, count: number, stride: number, size: number, stamp: number): number {
    const seen = this.#seen;
    const { reach } = this;
    const cycle = stride * size;
    let end = count;
    for (let k = 0; k < from.length; k++) {
      const word = from[k]!;
      const along = word % cycle;
      for (let step = -reach; step <= reach; step++) {
        const moved = along + step * stride;
        if (moved < 0 || moved >= cycle) continue;
        const other = word + step * stride;
        if (seen[other] === stamp) continue;
        seen[other] = stamp;
        to[end++] = other;
      }
    }
    return end;
  }
}
