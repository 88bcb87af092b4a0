/** Subsampled components to full size, with the triangle filter of libjpeg ("fancy upsampling") where it has one. */

export interface Plane {
  readonly data: Uint8ClampedArray;
  /** Samples that are of the picture; the rest of the blocks is padding. */
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Writes every `bands`-th sample of `out`, from `band` on, for a picture `width × height`. */
export const upsample = (
  plane: Plane,
  h: number,
  v: number,
  out: Uint8Array,
  band: number,
  bands: number,
  { width, height }: { readonly width: number; readonly height: number },
): void => {
  const { data, stride } = plane;
  const fancy = plane.width > 2;
  const line = new Uint8Array(plane.width * h + h);
  const sums = new Int32Array(plane.width);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / v);
    const at = row * stride;
    // The nearer of the rows above and below weighs one part to three.
    const below = y % v === 1;
    const other = Math.min(Math.max(row + (below ? 1 : -1), 0), plane.height - 1) * stride;
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
    let to = y * width * bands + band;
    for (let x = 0; x < width; x++, to += bands) out[to] = line[x]!;
  }
};

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
