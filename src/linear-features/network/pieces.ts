import { longer } from '../../core/longer.js';
import type { PaddedMask } from './neighbours.js';

/**
 * The 8-connected pieces of a mask, by the runs of its rows: a run is the places [from, to) of one row, and runs that touch are
 * joined by union and find. Pieces of the mask as it is now; later changes do not move them.
 */
export class Pieces {
  readonly #stride: number;
  /** The first run of each row, and the number of runs at the end. */
  readonly #rows: Int32Array;
  /** Where runs begin and end. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** A run of the same piece; the first one's is itself. */
  readonly #parent: Int32Array;

  constructor({ bits, words, height, stride }: PaddedMask) {
    this.#stride = stride;
    this.#rows = new Int32Array(height + 3);
    const runs = new Runs();
    for (let y = 1, word = words; y <= height; y++) {
      this.#rows[y] = runs.count;
      for (const end = word + words; word < end; word++) if (bits[word] !== 0) runs.add(word * 32, bits[word]!);
    }
    this.#rows.fill(runs.count, height + 1);
    this.#from = runs.from;
    this.#to = runs.to;
    this.#parent = Int32Array.from({ length: runs.count }, (_, run) => run);
    for (let y = 2; y <= height; y++) this.#joinRows(y);
    // A parent comes before its children.
    const parent = this.#parent;
    for (let run = 0; run < parent.length; run++) parent[run] = parent[parent[run]!]!;
  }

  /** Number of runs. */
  get runs(): number {
    return this.#parent.length;
  }

  /** The piece of a run, the first of its runs until pieces are joined. */
  ofRun(run: number): number {
    const parent = this.#parent;
    while (parent[run] !== run) {
      parent[run] = parent[parent[run]!]!;
      run = parent[run]!;
    }
    return run;
  }

  /** The piece of a place that was set when the pieces were found. */
  of(at: number): number {
    const row = Math.floor(at / this.#stride);
    let [low, high] = [this.#rows[row]!, this.#rows[row + 1]! - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#to[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return this.ofRun(low);
  }

  /** Makes one piece of two, given by a run of each. */
  join(a: number, b: number): void {
    const [first, other] = [this.ofRun(a), this.ofRun(b)];
    this.#parent[Math.max(first, other)] = Math.min(first, other);
  }

  /** The places of a run: the first, and the one after the last. */
  from(run: number): number {
    return this.#from[run]!;
  }

  to(run: number): number {
    return this.#to[run]!;
  }

  /** Clears the pieces of `mask` that `kept` refuses, by their first runs. Gives the places of the others, row by row. */
  keep({ bits }: PaddedMask, kept: (piece: number) => boolean): Int32Array {
    let count = 0;
    for (let run = 0; run < this.runs; run++) {
      const [from, to] = [this.#from[run]!, this.#to[run]!];
      if (kept(this.#parent[run]!)) count += to - from;
      else for (let at = from; at < to; at++) bits[at >>> 5]! &= ~(1 << (at & 31));
    }
    const places = new Int32Array(count);
    for (let run = 0, k = 0; run < this.runs; run++) {
      if (!kept(this.#parent[run]!)) continue;
      for (let at = this.#from[run]!; at < this.#to[run]!; at++) places[k++] = at;
    }
    return places;
  }

  #joinRows(y: number): void {
    const stride = this.#stride;
    let above = this.#rows[y - 1]!;
    const last = this.#rows[y]!;
    for (let run = last; run < this.#rows[y + 1]!; run++) {
      const [from, to] = [this.#from[run]! - stride, this.#to[run]! - stride];
      while (above < last && this.#to[above]! < from) above++;
      for (let other = above; other < last && this.#from[other]! <= to; other++) this.join(run, other);
    }
  }
}

/** Runs in the order of their places. */
class Runs {
  from = new Int32Array(1024);
  to = new Int32Array(1024);
  count = 0;

  /** The set bits of a word, whose first bit is the place `first`. */
  add(first: number, word: number): void {
    let left = word;
    while (left !== 0) {
      const low = 31 - Math.clz32(left & -left);
      const ones = ~(left >>> low);
      const length = ones === 0 ? 32 : Math.min(32 - low, 31 - Math.clz32(ones & -ones));
      this.#push(first + low, first + low + length);
      left = low + length >= 32 ? 0 : left & (-1 << (low + length));
    }
  }

  #push(from: number, to: number): void {
    if (this.count > 0 && this.to[this.count - 1] === from) {
      this.to[this.count - 1] = to;
      return;
    }
    if (this.count === this.from.length) {
      this.from = longer(this.from);
      this.to = longer(this.to);
    }
    this.from[this.count] = from;
    this.to[this.count++] = to;
  }
}
