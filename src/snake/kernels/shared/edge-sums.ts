/**
 * Sums of f over the pixels left of an edge, row by row (watertight scanline sums, ALGORITHMS A.2): row r counts the
 * pixels whose centres (c + ½, r + ½) lie strictly left of the edge. Down edges count positively, up edges negatively;
 * the sums of a clockwise ring's edges are the sums over its inside.
 *
 * Moments are accumulated as pairs (low, high) of f64 that stand for low + 2³²·high: below 2⁵³ for 2²⁰ rows.
 */
import { store64 } from '../../../core/numbers/wide.js';
import { G } from './layout.js';
import { sampleReader } from './sample-reader.js';

/** Sums the moments of the pixels left of edges, each over all or a share of its rows. */
export class EdgeSums {
  /** Low and high part of each moment. */
  readonly sums: Float64Array;
  /** Total number of rows looked up, for benchmarks. */
  rows = 0;

  readonly #width: number;
  readonly #first: number;
  readonly #height: number;
  readonly #planes: number;
  readonly #masked: boolean;
  readonly #codes: number;
  readonly #shift: number;
  readonly #entries: number;
  readonly #entryWords: number;
  readonly #prefixes: Uint32Array;
  readonly #values: Uint8Array | Uint16Array;
  readonly #pitch: number;
  /** Columns of the rows of one edge. */
  readonly #columns: Int32Array;

  constructor(geometry: Uint32Array, samples: Uint32Array, prefixes: Uint32Array) {
    this.sums = new Float64Array(2 * geometry[G.moments]!);
    this.#width = geometry[G.width]!;
    this.#first = geometry[G.firstRow]!;
    this.#height = geometry[G.rows]!;
    this.#planes = geometry[G.planes]!;
    this.#masked = geometry[G.masked] === 1;
    this.#codes = geometry[G.codes]!;
    this.#shift = geometry[G.strideShift]!;
    this.#entries = geometry[G.entries]!;
    this.#entryWords = geometry[G.entryWords]!;
    this.#prefixes = prefixes;
    const { values, pitch } = sampleReader(geometry, samples);
    this.#values = values;
    this.#pitch = pitch;
    this.#columns = new Int32Array(this.#height);
  }

  clear(): void {
    this.sums.fill(0);
  }

  /** Adds the rows `block`, `block + blocks`, … of the edge's rows within the bound rows. */
  add(xa: number, ya: number, xb: number, yb: number, block: number, blocks: number): void {
    if (ya === yb) return;
    const down = ya < yb;
    const x0 = down ? xa : xb;
    const y0 = down ? ya : yb;
    const x1 = down ? xb : xa;
    const y1 = down ? yb : ya;
    const from = Math.max(y0, this.#first) + block;
    const to = Math.min(y1, this.#first + this.#height);
    if (from >= to) return;
    // k(r) = ⌈(2·x0·dy + dx·(2(r − y0) + 1) − dy) / 2dy⌉, carried from row to row: numerator = 2dy·k − rest.
    const dx = x1 - x0;
    const period = 2 * (y1 - y0);
    const numerator = x0 * period + dx * (2 * (from - y0) + 1) - (y1 - y0);
    let k = Math.ceil(numerator / period);
    let rest = k * period - numerator;
    const step = Math.ceil((2 * dx * blocks) / period);
    const restStep = step * period - 2 * dx * blocks;
    const sign = down ? 1 : -1;
    this.rows += Math.ceil((to - from) / blocks);
    if (this.#codes === 0 && this.#planes === 1 && !this.#masked) {
      if (this.#entryWords === 3) this.#addOne16(from, to, blocks, k, rest, step, restStep, period, sign);
      else this.#addOne8(from, to, blocks, k, rest, step, restStep, period, sign);
      return;
    }
    const columns = this.#columns;
    let count = 0;
    for (let r = from; r < to; r += blocks) {
      columns[count++] = Math.min(Math.max(k, 0), this.#width);
      k += step;
      rest += restStep;
      if (rest >= period) {
        rest -= period;
        k--;
      }
    }
    if (this.#codes > 0) this.#addCodes(from, blocks, count, sign);
    else this.#addPlanes(from, blocks, count, sign);
  }

  /**
   * One plane of 16 bits, whose entries have three words. `#addOne8` is the same for entries of two: with the words as a variable,
   * the inner loop, where a run on the CPU spends its time, would see arrays of both kinds.
   */
  #addOne16(
    from: number,
    to: number,
    blocks: number,
    firstK: number,
    firstRest: number,
    step: number,
    restStep: number,
    period: number,
    sign: number,
  ): void {
    const width = this.#width;
    const shift = this.#shift;
    const prefixes = this.#prefixes;
    const values = this.#values;
    const pitch = this.#pitch;
    const line = this.#entries * 3;
    let k = firstK;
    let rest = firstRest;
    let n = 0;
    let s = 0;
    let low = 0;
    let high = 0;
    for (let r = from; r < to; r += blocks) {
      const column = Math.min(Math.max(k, 0), width);
      const row = r - this.#first;
      const entry = column >> shift;
      const at = row * line + entry * 3;
      n += column;
      s += prefixes[at]!;
      low += prefixes[at + 1]!;
      high += prefixes[at + 2]!;
      const end = row * pitch + column;
      for (let c = row * pitch + (entry << shift); c < end; c++) {
        const z = values[c]!;
        s += z;
        low += z * z;
      }
      k += step;
      rest += restStep;
      if (rest >= period) {
        rest -= period;
        k--;
      }
    }
    const sums = this.sums;
    sums[0]! += sign * n;
    sums[2]! += sign * s;
    sums[4]! += sign * low;
    sums[5]! += sign * high;
  }

  #addOne8(
    from: number,
    to: number,
    blocks: number,
    firstK: number,
    firstRest: number,
    step: number,
    restStep: number,
    period: number,
    sign: number,
  ): void {
    const width = this.#width;
    const shift = this.#shift;
    const prefixes = this.#prefixes;
    const values = this.#values;
    const pitch = this.#pitch;
    const line = this.#entries * 2;
    let k = firstK;
    let rest = firstRest;
    let n = 0;
    let s = 0;
    let q = 0;
    for (let r = from; r < to; r += blocks) {
      const column = Math.min(Math.max(k, 0), width);
      const row = r - this.#first;
      const entry = column >> shift;
      const at = row * line + entry * 2;
      n += column;
      s += prefixes[at]!;
      q += prefixes[at + 1]!;
      const end = row * pitch + column;
      for (let c = row * pitch + (entry << shift); c < end; c++) {
        const z = values[c]!;
        s += z;
        q += z * z;
      }
      k += step;
      rest += restStep;
      if (rest >= period) {
        rest -= period;
        k--;
      }
    }
    const sums = this.sums;
    sums[0]! += sign * n;
    sums[2]! += sign * s;
    sums[4]! += sign * q;
  }

  /** `count` rows, whose columns are in `#columns`. */
  #addPlanes(from: number, blocks: number, count: number, sign: number): void {
    const sums = this.sums;
    const columns = this.#columns;
    const shift = this.#shift;
    const prefixes = this.#prefixes;
    const values = this.#values;
    const pitch = this.#pitch;
    const entryWords = this.#entryWords;
    const line = this.#entries * entryWords;
    if (!this.#masked) for (let i = 0; i < count; i++) sums[0]! += sign * columns[i]!;
    const stored = this.#planes + (this.#masked ? 1 : 0);
    for (let plane = 0; plane < stored; plane++) {
      let s = 0;
      let low = 0;
      let high = 0;
      let row = plane * this.#height + from - this.#first;
      for (let i = 0; i < count; i++, row += blocks) {
        const column = columns[i]!;
        const entry = column >> shift;
        const at = row * line + entry * entryWords;
        s += prefixes[at]!;
        low += prefixes[at + 1]!;
        if (entryWords === 3) high += prefixes[at + 2]!;
        const end = row * pitch + column;
        for (let c = row * pitch + (entry << shift); c < end; c++) {
          const z = values[c]!;
          s += z;
          low += z * z;
        }
      }
      if (plane === this.#planes) sums[0]! += sign * s;
      else {
        sums[2 + 4 * plane]! += sign * s;
        sums[4 + 4 * plane]! += sign * low;
        sums[5 + 4 * plane]! += sign * high;
      }
    }
  }

  /** The same for codes, of which an entry counts two in a word. */
  #addCodes(from: number, blocks: number, count: number, sign: number): void {
    const sums = this.sums;
    const half = this.#codes >> 1;
    let row = from - this.#first;
    for (let i = 0; i < count; i++, row += blocks) {
      const column = this.#columns[i]!;
      const entry = column >> this.#shift;
      const at = (row * this.#entries + entry) * this.#entryWords;
      for (let pair = 0; pair < half; pair++) {
        const counts = this.#prefixes[at + pair]!;
        sums[2 + 4 * pair]! += sign * (counts & 0xffff);
        sums[4 + 4 * pair]! += sign * (counts >>> 16);
        if (this.#masked) sums[0]! += sign * ((counts & 0xffff) + (counts >>> 16));
      }
      if (!this.#masked) sums[0]! += sign * column;
      const end = row * this.#pitch + column;
      for (let c = row * this.#pitch + (entry << this.#shift); c < end; c++) {
        const code = this.#values[c]!;
        if (code >= this.#codes) continue;
        sums[2 + 2 * code]! += sign;
        if (this.#masked) sums[0]! += sign;
      }
    }
  }

  /** Writes the sums as 64-bit words, modulo 2⁶⁴, from word `at`. */
  store(words: Uint32Array, at: number): void {
    const sums = this.sums;
    for (let i = 0; i < sums.length; i += 2) store64(words, at + i, sums[i]!, sums[i + 1]!);
  }

  /** Adds the sums to the 64-bit words at `at`, modulo 2⁶⁴. */
  addTo(words: Uint32Array, at: number): void {
    for (let i = 0; i < this.sums.length; i += 2) {
      this.sums[i]! += words[at + i]!;
      this.sums[i + 1]! += words[at + i + 1]!;
    }
    this.store(words, at);
  }
}
