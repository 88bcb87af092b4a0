/** The next coarser level of samples that come without a pyramid. */
import type { Samples } from './samples.js';
import { slices } from './slices.js';

/**
 * Means of 2 × 2 pixels, rounded half up for integers; at odd edges, and beside pixels without data, means of what is
 * there. A pixel is missing where all four are.
 */
export const halve = async (samples: Samples, signal?: AbortSignal): Promise<Samples> => {
  const { bands, data, missing } = samples;
  const width = Math.ceil(samples.width / 2);
  const height = Math.ceil(samples.height / 2);
  const size = width * height * bands;
  const float = data instanceof Float32Array;
  const coarse = float
    ? new Float32Array(size)
    : data instanceof Uint8Array
      ? new Uint8Array(size)
      : new Uint16Array(size);
  const mask = missing === undefined ? undefined : new Uint8Array(width * height);
  const rows = Math.max(1, Math.floor(16384 / width));
  for await (const [from, to] of slices(height, signal, rows)) {
    for (let y = from; y < to; y++) {
      for (let x = 0; x < width; x++) {
        const pixels = quad(samples, 2 * x, 2 * y);
        const at = y * width + x;
        if (pixels.length === 0) {
          if (mask !== undefined) mask[at] = 1;
          continue;
        }
        for (let c = 0; c < bands; c++) {
          let sum = 0;
          for (const pixel of pixels) sum += data[pixel * bands + c]!;
          coarse[at * bands + c] = float ? sum / pixels.length : Math.floor(sum / pixels.length + 0.5);
        }
      }
    }
  }
  return { width, height, bands, data: coarse, ...(mask === undefined ? {} : { missing: mask }) };
};

/** The pixels with data among the four whose corner is (x, y). */
const quad = ({ width, height, missing }: Samples, x: number, y: number): number[] => {
  const pixels: number[] = [];
  for (let r = y; r < Math.min(y + 2, height); r++)
    for (let c = x; c < Math.min(x + 2, width); c++) {
      const pixel = r * width + c;
      if (missing === undefined || missing[pixel] === 0) pixels.push(pixel);
    }
  return pixels;
};
