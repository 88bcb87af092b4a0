/** Subsampled components to full size, with the triangle filter of libjpeg ("fancy upsampling") where it has one. */

/** Samples of a component: its last rows, row y at `y % held`. */
export interface ComponentRows {
  readonly data: Uint8ClampedArray;
  readonly held: number;
  /** Samples that are of the picture; the rest of the blocks is padding. */
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Brings the rows of one component to full size. */
export class Upsampler {
  readonly #line: Uint8Array;
  readonly #sums: Int32Array;

  /** `h`, `v`: pixels a sample, across and down. Pictures are `width` pixels wide. */
  constructor(
    private readonly plane: ComponentRows,
    private readonly h: number,
    private readonly v: number,
    private readonly width: number,
  ) {
    this.#line = new Uint8Array((plane.width + 1) * Math.ceil(h));
    this.#sums = new Int32Array(plane.width);
  }

  /** Writes row `y` of the picture into every `bands`-th sample of `out`, from `band` on. */
  row(y: number, out: Uint8Array, band: number, bands: number): void {
    const { width } = this;
    const to = y * width * bands + band;
    const { data, held, stride } = this.plane;
    const at = (Math.floor(y / this.v) % held) * stride;
    const line = this.h === 1 && this.v === 1 ? data.subarray(at, at + width) : this.#spread(y, at);
    for (let x = 0, k = to; x < width; x++, k += bands) out[k] = line[x]!;
  }

  #spread(y: number, at: number): Uint8Array {
    const { plane, h, v, width } = this;
    const line = this.#line;
    const sums = this.#sums;
    const { data, stride, held } = plane;
    const fancy = plane.width > 2;
    // The nearer of the rows above and below weighs one part to three.
    const below = y % v === 1;
    const beside = Math.floor(y / v) + (below ? 1 : -1);
    const other = (Math.min(Math.max(beside, 0), plane.height - 1) % held) * stride;
    if (h === 2 && v === 2 && fancy) {
      for (let x = 0; x < plane.width; x++) sums[x] = 3 * data[at + x]! + data[other + x]!;
      triangle(sums, plane.width, 4, line);
    } else if (h === 2 && v === 1 && fancy) {
      for (let x = 0; x < plane.width; x++) sums[x] = data[at + x]!;
      triangle(sums, plane.width, 1, line);
    } else if (h === 1 && v === 2) {
      const bias = below ? 2 : 1;
      for (let x = 0; x < plane.width; x++) line[x] = (3 * data[at + x]! + data[other + x]! + bias) >> 2;
    } else {
      for (let x = 0; x < width; x++) line[x] = data[at + Math.floor(x / h)]!;
    }
    return line;
  }
}

/** Two samples for each: three parts of the nearer, one of the farther; `unit` is the scale of the sums. */
const triangle = (sums: Int32Array, count: number, unit: 1 | 4, line: Uint8Array): void => {
  const shift = unit === 1 ? 2 : 4;
  const [left, right] = unit === 1 ? [1, 2] : [8, 7];
  line[0] = unit === 1 ? sums[0]! : (sums[0]! * 4 + 8) >> 4;
  for (let x = 0; x < count; x++) {
    const three = sums[x]! * 3;
    if (x > 0) line[2 * x] = (three + sums[x - 1]! + left) >> shift;
    if (x + 1 < count) line[2 * x + 1] = (three + sums[x + 1]! + right) >> shift;
  }
  line[2 * count - 1] = unit === 1 ? sums[count - 1]! : (sums[count - 1]! * 4 + 7) >> 4;
};
