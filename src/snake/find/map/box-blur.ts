/** Smoothing by three passes of a square window, close to a Gaussian. Whole numbers; values beyond the edges repeat those on them. */

import { FREE, type Simd, simd } from '../kernels/simd/instance.js';

/** Width and height of a plane, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Passes of the window. */
export const PASSES = 3;
/** Added before a sum is multiplied by the reciprocal of the side, so that rounding never falls below an exact quotient; storing truncates. */
const HALF = 1 / 2;

/** Maximum radius for which 32-bit products divide by the window's side, and rows that the WebAssembly kernel takes at a time. */
const WIDEST = 127;
const STRIP = 8;

/**
 * @param radius of the window, in pixels, below 2³⁶; 0 gives the values themselves
 * @param formOf the form in WebAssembly; without it the plain one runs
 */
export const boxBlur = (
  values: Uint16Array,
  size: Size,
  radius: number,
  formOf: () => Simd | undefined = simd,
): Uint16Array => {
  if (radius === 0 || values.length === 0) return values;
  const form = radius <= WIDEST ? formOf() : undefined;
  const to = new Uint16Array(values.length);
  if (form?.reserve(form.blurRoom(size.width, radius))) blurInStrips(form, values, to, size, radius);
  else blurPlainly(values, to, size, radius);
  return to;
};

const blurInStrips = (
  form: Simd,
  values: Uint16Array,
  to: Uint16Array,
  { width, height }: Size,
  radius: number,
): void => {
  form.blurBegin(FREE, width, height, radius);
  const memory = new Uint16Array(form.memory.buffer);
  const [strip, out, stride] = [form.blurStrip() / 2, form.blurOut() / 2, form.blurStride() / 2];
  for (let y = 0, done = 0; y < height; y += STRIP) {
    const rows = Math.min(STRIP, height - y);
    for (let k = 0; k < rows; k++) {
      memory.set(values.subarray((y + k) * width, (y + k + 1) * width), strip + k * stride);
    }
    const ready = form.blurTake(rows);
    for (let k = 0; k < ready; k++, done++) {
      const from = out + k * stride;
      to.set(memory.subarray(from, from + width), done * width);
    }
  }
};

const blurPlainly = (values: Uint16Array, to: Uint16Array, size: Size, radius: number): void => {
  const across = new Uint16Array(values.length);
  for (let pass = 0; pass < PASSES; pass++) {
    blurRows(pass === 0 ? values : to, across, size, radius);
    blurColumns(across, to, size, radius);
  }
};

const blurRows = (from: Uint16Array, to: Uint16Array, { width, height }: Size, radius: number): void => {
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let row = 0; row < width * height; row += width) {
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += from[row + Math.min(last, Math.max(0, i))]!;
    for (let x = 0; x < width; x++) {
      to[row + x] = (sum + HALF) * share;
      sum += from[row + Math.min(last, x + radius + 1)]! - from[row + Math.max(0, x - radius)]!;
    }
  }
};

/** All columns together, row by row, so that memory is read sequentially. */
const blurColumns = (from: Uint16Array, to: Uint16Array, { width, height }: Size, radius: number): void => {
  const share = 1 / (2 * radius + 1);
  const last = height - 1;
  const sums = new Float64Array(width);
  for (let i = -radius; i <= radius; i++) {
    const row = Math.min(last, Math.max(0, i)) * width;
    for (let x = 0; x < width; x++) sums[x]! += from[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const here = y * width;
    const next = Math.min(last, y + radius + 1) * width;
    const gone = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x]!;
      to[here + x] = (sum + HALF) * share;
      sums[x] = sum + from[next + x]! - from[gone + x]!;
    }
  }
};
