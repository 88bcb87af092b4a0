import { rowsOf, rowWords } from './bits.js';
import type { Grid } from './grid.js';

interface Lists {
  readonly isChanged: Uint8Array;
  readonly changed: Int32Array;
  readonly near: Int32Array;
  readonly count: Int32Array;
}

const listsFor = (words: number): Lists => ({
  isChanged: new Uint8Array(words),
  changed: new Int32Array(words),
  near: new Int32Array(words),
  count: new Int32Array(1),
});

/**
 * Words whose bits changed since they were last taken, and every word within `reach` cells of such a bit: along each axis alone
 * (a cross, the neighbours of an iteration) or along all (a box, the window of a filter). `reach` is below 32. All words count as
 * changed at first.
 *
 * The words of one x and one z are a column, with one bit for each y: what is near along y comes by shifts, 32 words at a time, and along z
 * from the columns of other slices.
 */
export class NearWords {
  readonly #words: number;
  readonly #height: number;
  readonly #low: number;
  readonly #high: number;
  readonly #isChanged: Uint8Array;
  readonly #changed: Int32Array;
  /** The number of changed words. */
  readonly #count: Int32Array;
  /** The changed bits, and all within reach of them. */
  readonly #changedBits: Columns;
  readonly #nearBits: Columns;
  /** A column that is widened. */
  readonly #wide: Int32Array;
  readonly #list: Int32Array;
  #near: Int32Array | undefined;
  /** Number of changed words that `#near` includes; the list grows until it is taken. */
  #nearOf = 0;

  /** `lists` come from the caller where code other than `add` changes them too: an item per word of the grid, all 0, and one item of `count`. */
  constructor(
    grid: Grid,
    private readonly reach: number,
    private readonly shape: 'cross' | 'box',
    { isChanged, changed, near, count }: Lists = listsFor(rowWords(grid) * rowsOf(grid)),
  ) {
    this.#words = rowWords(grid);
    this.#height = grid.height;
    this.#low = 2 ** reach - 1;
    this.#high = this.#low << (32 - reach);
    this.#isChanged = isChanged.fill(1);
    this.#changed = changed;
    for (let at = 0; at < changed.length; at++) changed[at] = at;
    this.#count = count;
    count[0] = changed.length;
    this.#changedBits = new Columns(this.#words * grid.depth, grid.height);
    this.#nearBits = new Columns(this.#words * grid.depth, grid.height);
    this.#wide = new Int32Array(this.#changedBits.long);
    this.#list = near;
  }

  /** Bits `change` of word `at` changed. */
  add(at: number, change: number): void {
    this.#mark(at);
    if ((change & this.#low) !== 0 && at % this.#words !== 0) this.#mark(at - 1);
    if ((change & this.#high) !== 0 && (at + 1) % this.#words !== 0) this.#mark(at + 1);
  }

  /** The changed words, and those beside them in x that are within reach of a changed bit; valid until the next `take`. */
  changed(): Int32Array {
    return this.#changed.subarray(0, this.#count[0]);
  }

  /** The words within reach of a changed bit, each once; valid until the next `peek` or `take` after an `add`. */
  peek(): Int32Array {
    const count = this.#count[0]!;
    if (this.#near && this.#nearOf === count) return this.#near;
    this.#nearOf = count;
    const changed = this.#changedBits;
    const nearBits = this.#nearBits;
    const words = this.#words;
    const height = this.#height;
    for (let k = 0; k < count; k++) {
      const at = this.#changed[k]!;
      const row = Math.trunc(at / words);
      const z = Math.trunc(row / height);
      changed.set(z * words + at - row * words, row - z * height);
    }
    const { reach } = this;
    const wide = this.#wide;
    for (let k = 0; k < changed.count; k++) {
      const column = changed.list[k]!;
      changed.widen(column, reach, wide);
      for (let step = -reach; step <= reach; step++) {
        const other = column + step * words;
        if (other < 0 || other >= changed.columns) continue;
        if (step === 0 || this.shape === 'box') nearBits.add(other, wide, 0);
        else nearBits.add(other, changed.bits, column * changed.long);
      }
    }
    changed.clear();
    this.#near = this.#list.subarray(0, this.#read(nearBits));
    nearBits.clear();
    return this.#near;
  }

  /** Returns the same as `peek`; afterwards no word counts as changed. */
  take(): Int32Array {
    const near = this.peek();
    for (let k = 0; k < this.#count[0]!; k++) this.#isChanged[this.#changed[k]!] = 0;
    this.#count[0] = 0;
    this.#near = undefined;
    return near;
  }

  #mark(at: number): void {
    if (this.#isChanged[at] !== 0) return;
    this.#isChanged[at] = 1;
    this.#changed[this.#count[0]!++] = at;
  }

  /** Lists the words of these columns, and returns their number. */
  #read({ list, count, bits, long }: Columns): number {
    const words = this.#words;
    let end = 0;
    for (let k = 0; k < count; k++) {
      const column = list[k]!;
      const z = Math.trunc(column / words);
      const first = (z * this.#height - z) * words + column;
      for (let i = 0; i < long; i++) {
        for (let rest = bits[column * long + i]!; rest !== 0; rest &= rest - 1) {
          this.#list[end++] = first + (32 * i + 31 - Math.clz32(rest & -rest)) * words;
        }
      }
    }
    return end;
  }
}

/** Columns of bits, most of which are 0: `list` has the `count` others. */
class Columns {
  /** Words of 32 bits that a column has: column c begins at word c · long. */
  readonly long: number;
  readonly bits: Int32Array;
  readonly list: Int32Array;
  count = 0;
  readonly #isListed: Uint8Array;
  /** The bits that exist of a column's last word. */
  readonly #last: number;

  constructor(
    readonly columns: number,
    height: number,
  ) {
    this.long = (height + 31) >>> 5;
    this.bits = new Int32Array(columns * this.long);
    this.list = new Int32Array(columns);
    this.#isListed = new Uint8Array(columns);
    this.#last = -1 >>> (32 * this.long - height);
  }

  set(column: number, y: number): void {
    this.#note(column);
    this.bits[column * this.long + (y >>> 5)]! |= 1 << (y & 31);
  }

  /** Adds the bits of the words of `from`, from `at` on. */
  add(column: number, from: Int32Array, at: number): void {
    this.#note(column);
    const { long, bits } = this;
    for (let i = 0, to = column * long; i < long; i++) bits[to + i]! |= from[at + i]!;
  }

  /** Writes a column to `wide`, each of its bits with those at most `reach` beside it. */
  widen(column: number, reach: number, wide: Int32Array): void {
    const { long, bits } = this;
    const first = column * long;
    let below = 0;
    let word = bits[first]!;
    for (let i = 0; i < long; i++) {
      const above = i + 1 < long ? bits[first + i + 1]! : 0;
      let near = word;
      if ((below | word | above) !== 0) {
        for (let s = 1; s <= reach; s++)
          near |= (word << s) | (below >>> (32 - s)) | (word >>> s) | (above << (32 - s));
      }
      wide[i] = i + 1 < long ? near : near & this.#last;
      below = word;
      word = above;
    }
  }

  clear(): void {
    for (let k = 0; k < this.count; k++) {
      const column = this.list[k]!;
      this.#isListed[column] = 0;
      this.bits.fill(0, column * this.long, (column + 1) * this.long);
    }
    this.count = 0;
  }

  #note(column: number): void {
    if (this.#isListed[column] !== 0) return;
    this.#isListed[column] = 1;
    this.list[this.count++] = column;
  }
}
