/** The next coarser level of samples without a pyramid. */

import { yielding } from '../core/yielding.js';
import { samplesLike } from './sample-arrays.js';
import type { SampleArray, Samples } from './samples.js';

/**
 * Means of 2 × 2 pixels, rounded half up for integers; at odd edges, and beside pixels without data, means of what is
 * there. A pixel is missing where all four are.
 */
export const halve = async (samples: Samples, signal?: AbortSignal): Promise<Samples> => {
  const { bands, data, missing } = samples;
  const width = Math.ceil(samples.width / 2);
  const height = Math.ceil(samples.height / 2);
  const coarse = samplesLike(data, width * height * bands);
  const mask = missing === undefined ? undefined : new Uint8Array(width * height);
  const rows = Math.max(1, Math.floor(16384 / width));
  for await (const [from, to] of yielding(height, signal, rows))
    for (let y = from; y < to; y++) {
      const start = y * width;
      if (mask !== undefined) halveMaskedRow(samples, y, coarse, mask, start, width);
      else halveRow(samples, y, coarse, start * bands, width);
    }
  return { width, height, bands, data: coarse, ...(mask === undefined ? {} : { missing: mask }) };
};

/** At odd edges the last row or column counts twice, which leaves the mean of what is there. */
const halveRow = (samples: Samples, row: number, coarse: SampleArray, at: number, width: number): void => {
  const { bands, data, height } = samples;
  const top = 2 * row * samples.width;
  const bottom = Math.min(2 * row + 1, height - 1) * samples.width;
  if (!(data instanceof Float32Array)) {
    halveWholeRow(data, top * bands, bottom * bands, bands, samples.width, coarse, at);
    return;
  }
  for (let x = 0, to = at; x < width; x++) {
    const left = 2 * x;
    const right = Math.min(left + 1, samples.width - 1);
    for (let c = 0; c < bands; c++, to++) {
      const sum =
        data[(top + left) * bands + c]! +
        data[(top + right) * bands + c]! +
        data[(bottom + left) * bands + c]! +
        data[(bottom + right) * bands + c]!;
      coarse[to] = sum / 4;
    }
  }
};

/** Of whole numbers; `top` and `bottom` are the places of two rows of `width` pixels in `data`, `at` that of their means. */
const halveWholeRow = (
  data: Uint8Array | Uint16Array,
  top: number,
  bottom: number,
  bands: number,
  width: number,
  coarse: SampleArray,
  at: number,
): void => {
  const pairs = width >> 1;
  for (let c = 0; c < bands; c++) {
    let [above, below, to] = [top + c, bottom + c, at + c];
    for (let x = 0; x < pairs; x++) {
      const sum = data[above]! + data[above + bands]! + data[below]! + data[below + bands]!;
      coarse[to] = (sum + 2) >> 2;
      above += 2 * bands;
      below += 2 * bands;
      to += bands;
    }
    if (2 * pairs < width) coarse[to] = (2 * data[above]! + 2 * data[below]! + 2) >> 2;
  }
};

const halveMaskedRow = (
  samples: Samples,
  row: number,
  coarse: SampleArray,
  mask: Uint8Array,
  start: number,
  width: number,
): void => {
  const { bands, data } = samples;
  const float = data instanceof Float32Array;
  for (let x = 0; x < width; x++) {
    const pixels = present(samples, 2 * x, 2 * row);
    const at = start + x;
    if (pixels.length === 0) {
      mask[at] = 1;
      continue;
    }
    for (let c = 0; c < bands; c++) {
      let sum = 0;
      for (const pixel of pixels) sum += data[pixel * bands + c]!;
      coarse[at * bands + c] = float ? sum / pixels.length : Math.floor(sum / pixels.length + 0.5);
    }
  }
};

/** The pixels with data among the four whose corner is (x, y). */
const present = ({ width, height, missing }: Samples, x: number, y: number): number[] => {
  const pixels: number[] = [];
  for (let r = y; r < Math.min(y + 2, height); r++)
    for (let c = x; c < Math.min(x + 2, width); c++) {
      const pixel = r * width + c;
      if (missing?.[pixel] !== 1) pixels.push(pixel);
    }
  return pixels;
};
