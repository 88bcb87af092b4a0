import { type MaximaConstants, SIDE, type StrengthConstants, W } from './window.js';

/** Samples of a packed buffer, one an element. */
export const unpack = (words: Uint32Array, bits: number): Uint8Array | Uint16Array =>
  bits === 8
    ? new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
    : new Uint16Array(words.buffer, words.byteOffset, words.byteLength / 2);

/** Window words, offsets signed, and constants: the CPU kernels' view of `wgsl/shared/line_tile.wgsl`. */
export class TileWindow {
  readonly width: number;
  readonly height: number;
  readonly orientations: number;
  readonly h1: number;
  readonly h2: number;
  readonly halo: number;
  readonly stride: number;
  /** `[16 k + t − 1]`. */
  readonly offsets: Int32Array;
  /** A sample an element, 0 outside; `stride` a row. */
  readonly tile: Int32Array;

  readonly #samples: Uint8Array | Uint16Array;

  constructor(
    readonly words: Uint32Array,
    samples: Uint32Array,
    constants: MaximaConstants | StrengthConstants,
  ) {
    this.width = words[W.width]!;
    this.height = words[W.height]!;
    this.orientations = constants.orientations;
    this.h1 = 'h1' in constants ? constants.h1 : 0;
    this.h2 = 'h2' in constants ? constants.h2 : 0;
    this.halo = constants.halo;
    this.stride = SIDE + 2 * this.halo;
    this.offsets = Int32Array.from(words.subarray(W.offsets, W.words));
    this.tile = new Int32Array(this.stride * this.stride);
    this.#samples = unpack(samples, words[W.bits]!);
  }

  /** Stages the tile of a workgroup. */
  load(groupX: number, groupY: number): void {
    const { tile, stride, width, height } = this;
    const x0 = SIDE * groupX - this.halo;
    const y0 = SIDE * groupY - this.halo;
    const from = Math.max(0, -x0);
    const to = Math.min(stride, width - x0);
    const samples = this.#samples;
    if (from > 0 || to < stride || y0 < 0 || y0 + stride > height) tile.fill(0);
    for (let y = Math.max(0, -y0); y < stride && y0 + y < height; y++) {
      const row = (y0 + y) * width + x0;
      const at = y * stride;
      for (let x = from; x < to; x++) tile[at + x] = samples[row + x]!;
    }
  }

  /** Steps t = from + 1..to of orientation k as x, y, x, y, …. */
  stepsOf(k: number, from: number, to: number): Int32Array {
    const steps = new Int32Array(2 * (to - from));
    for (let t = from; t < to; t++) {
      const offset = this.offsets[16 * k + t]!;
      const y = Math.round(offset / this.stride);
      steps.set([offset - y * this.stride, y], 2 * (t - from));
    }
    return steps;
  }

  /** Calls `visit` with each pixel of a workgroup that lies in the plane, and its place in the tile. */
  each(groupX: number, groupY: number, visit: (pixel: number, centre: number) => void): void {
    const columns = Math.min(SIDE, this.width - SIDE * groupX);
    const rows = Math.min(SIDE, this.height - SIDE * groupY);
    for (let y = 0; y < rows; y++) {
      const pixel = (SIDE * groupY + y) * this.width + SIDE * groupX;
      const centre = (y + this.halo) * this.stride + this.halo;
      for (let x = 0; x < columns; x++) visit(pixel + x, centre + x);
    }
  }
}
