import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { type LineOffsets, Strips, stripOffsets } from './shared/strips.js';
import { TileWindow, unpack } from './shared/tile.js';
import { SIDE, STRENGTH_CONSTANTS, type StrengthConstants, W } from './shared/window.js';
import { lineResponseSimd } from './simd/line_response.js';

/** Groups that the CPU kernel does at a time, in x and in y. */
const SPAN = 8;
const ROWS = 3;

/**
 * Contrast of a strip along the line with the strips beside it (the line detector of Tupin et al. 1998, with
 * the mean of both sides): the best of K orientations. A word holds the strength in bits 6 to 31, the marks of
 * `combined_search` in bits 4 and 5, and the orientation across the line in bits 0 to 3.
 */
export const lineResponse = defineKernel({
  name: 'line_response',
  wgsl: () => import('../../wgsl/linear-features/line_response.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'lines', access: 'read' },
    { name: 'response', access: 'read-write' },
  ],
  constants: STRENGTH_CONSTANTS,
  cpu: (words, constants) => lineResponseSimd(words, constants) ?? lineResponsePlain(words, constants),
});

/** The CPU kernel without SIMD. */
export const lineResponsePlain = (
  words: Words<'window' | 'samples' | 'lines' | 'response'>,
  constants: StrengthConstants,
): GroupFunction => {
  const strength = new Strength(words, constants);
  return (groupX, groupY) => {
    if (groupX % SPAN === 0 && groupY % ROWS === 0) strength.block(groupX, groupY);
  };
};

/**
 * Two pixels share a word of a block: the columns x and x + `half` of the span, as low + 65536 high with signed halves.
 * Sums and differences of such words are those of both pixels while each stays within 16 bits.
 */
class Strength {
  readonly #window: TileWindow;
  /** Pixels of a strip on either side of its middle. */
  readonly #reach: number;
  readonly #samples: Uint8Array | Uint16Array;
  readonly #lines: Uint32Array;
  readonly #response: Uint32Array;
  readonly #shift: number;
  readonly #half: number;
  readonly #stride: number;
  readonly #block: Int32Array;
  readonly #strips: Strips;
  readonly #sums: readonly [Int32Array, Int32Array];
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #lineOffsets: readonly LineOffsets[];

  constructor(
    { window, samples, lines, response }: Words<'window' | 'samples' | 'lines' | 'response'>,
    constants: StrengthConstants,
  ) {
    this.#window = new TileWindow(window, samples, constants);
    this.#reach = constants.reach;
    this.#samples = unpack(samples, window[W.bits]!);
    this.#lines = lines;
    this.#response = response;
    this.#shift = window[W.shift]!;
    const { halo, width } = this.#window;
    this.#half = Math.ceil(Math.min(SPAN * SIDE, width) / 2);
    this.#stride = this.#half + 2 * halo;
    const words = (ROWS * SIDE + 2 * halo) * this.#stride;
    const make = (): Int32Array => new Int32Array(words);
    this.#block = make();
    this.#sums = [make(), make()];
    this.#low = make();
    this.#high = make();
    this.#strips = new Strips(this.#block, this.#stride);
    this.#lineOffsets = stripOffsets(this.#window, this.#reach, this.#stride);
  }

  block(groupX: number, groupY: number): void {
    const { width, height, halo } = this.#window;
    const reach = this.#reach;
    const x0 = SIDE * groupX;
    const y0 = SIDE * groupY;
    const rows = Math.min(ROWS * SIDE, height - y0);
    const stride = this.#stride;
    const length = (rows + 2 * halo) * stride;
    const holes = this.#load(x0, y0, rows + 2 * halo);
    const inner = reach * stride + reach;
    const first = halo * stride + halo;
    const end = (halo + rows) * stride - halo;
    this.#low.fill(15, first, end);
    this.#high.fill(15, first, end);
    this.#strips.clear();
    const lines = this.#lineOffsets;
    for (let k = 0; k < lines.length; k += 2) {
      const other = Math.min(k + 1, lines.length - 1);
      this.#strips.sum(lines[k]!.along, this.#sums[0], inner, length - inner, length);
      this.#strips.sum(lines[other]!.along, this.#sums[1], inner, length - inner, length);
      this.#keepBest(first, end, lines[k]!.side, 15 - k, lines[other]!.side, 15 - other);
    }
    const columns = Math.min(SPAN * SIDE, width - x0);
    for (let y = 0; y < rows; y++) {
      const pixel = (y0 + y) * width + x0;
      const slow = holes || y0 + y < halo || y0 + y >= height - halo;
      this.#writeRow(pixel, first + y * stride, Math.min(this.#half, columns), 0, x0, slow);
      this.#writeRow(pixel + this.#half, first + y * stride, columns - this.#half, 16, x0 + this.#half, slow);
    }
  }

  /** `count` pixels from `pixel`, column x0, with their words from `first` in the half of the block at `shift`. */
  #writeRow(pixel: number, first: number, count: number, shift: 0 | 16, x0: number, slow: boolean): void {
    const { width, halo } = this.#window;
    const best = shift === 0 ? this.#low : this.#high;
    const lines = this.#lines;
    const response = this.#response;
    const from = slow ? count : Math.min(count, Math.max(0, halo - x0));
    const to = Math.max(from, Math.min(count, width - halo - x0));
    for (let x = 0; x < from; x++) best[first + x] = this.#slow(first + x, shift);
    for (let x = to; x < count; x++) best[first + x] = this.#slow(first + x, shift);
    for (let x = 0; x < count; x++) {
      const key = best[first + x]!;
      const line = lines[pixel + x]!;
      // Most pixels have no marks.
      const marks = line === 0 ? 0 : ((-(line & 0xffff) >>> 31) << 4) | ((-(line >>> 16) >>> 31) << 5);
      // −1 where the pixel is missing.
      response[pixel + x] = (((key >> 4) << 6) | marks | (~key & 15)) & ~(key >> 31);
    }
  }

  /** Scores two orientations; without branches, because a maximum is not predictable. */
  #keepBest(first: number, end: number, sideA: number, labelA: number, sideB: number, labelB: number): void {
    const [a, b] = this.#sums;
    const low = this.#low;
    const high = this.#high;
    for (let i = first; i < end; i++) {
      const bothA = 2 * a[i]! - a[i + sideA]! - a[i - sideA]!;
      const bothB = 2 * b[i]! - b[i + sideB]! - b[i - sideB]!;
      const lowA = (bothA << 16) >> 16;
      const lowB = (bothB << 16) >> 16;
      const keyA = (lowA << 4) + labelA;
      let best = low[i]!;
      let more = keyA - best;
      best += more & ~(more >> 31);
      more = (lowB << 4) + labelB - best;
      low[i] = best + (more & ~(more >> 31));
      best = high[i]!;
      more = (((bothA - lowA) >> 16) << 4) + labelA - best;
      best += more & ~(more >> 31);
      more = (((bothB - lowB) >> 16) << 4) + labelB - best;
      high[i] = best + (more & ~(more >> 31));
    }
  }

  /** Stages the block; true where a sample inside the image is missing. */
  #load(x0: number, y0: number, rows: number): boolean {
    const { width, height, halo } = this.#window;
    const block = this.#block;
    const samples = this.#samples;
    const shift = this.#shift;
    const stride = this.#stride;
    let holes = 0;
    for (let y = 0; y < rows; y++) {
      const at = y * stride;
      const row = y0 + y - halo;
      block.fill(0, at, at + stride);
      if (row < 0 || row >= height) continue;
      for (let part = 0; part < 2; part++) {
        const left = x0 - halo + part * this.#half;
        const from = Math.max(0, -left);
        const to = Math.min(stride, width - left);
        const base = row * width + left;
        for (let x = from; x < to; x++) {
          const value = samples[base + x]!;
          const none = (value - 1) >>> 31;
          holes |= none;
          const coarse = value >> shift;
          block[at + x]! += ((coarse | ((coarse - 1) >>> 31)) - none) << (16 * part);
        }
      }
    }
    return holes === 1;
  }

  /** One pixel, where samples outside are replaced by the pixel itself; −1 where the pixel is missing. */
  #slow(at: number, shift: 0 | 16): number {
    const c = (this.#block[at]! >>> shift) & 0xffff;
    if (c === 0) return -1;
    let best = 15;
    for (let k = 0; k < this.#lineOffsets.length; k++) {
      const { along, side } = this.#lineOffsets[k]!;
      const here = this.#strip(at, along, shift, c);
      const beside = this.#strip(at + side, along, shift, c) + this.#strip(at - side, along, shift, c);
      best = Math.max(best, 16 * (2 * here - beside) + 15 - k);
    }
    return best;
  }

  #strip(centre: number, along: Int32Array, shift: number, c: number): number {
    const block = this.#block;
    let sum = 0;
    for (let t = 0; t < along.length; t++) {
      const value = (block[centre + along[t]!]! >>> shift) & 0xffff;
      sum += value === 0 ? c : value;
    }
    return sum;
  }
}
