/** Arrays of samples: made, and cut. */

import { SegmenterError } from '../core/errors.js';
import type { Rect } from '../core/geometry/rect.js';
import { because } from '../core/reasons.js';
import type { SampleArray, Samples } from './samples.js';

/** Maximum number of samples of one region: a length that every typed array supports. */
const MOST = 2 ** 31;

/** `count` zeros of the kind that `bits` asks for. */
export const emptySamples = (bits: 8 | 16 | 32, count: number, name: string): SampleArray => {
  if (count > MOST)
    throw new SegmenterError('image-too-large', {
      name,
      size: because('so-many-samples')`${count} samples`,
      limit: because('samples')`${MOST} samples at once`,
    });
  try {
    return bits === 8 ? new Uint8Array(count) : bits === 16 ? new Uint16Array(count) : new Float32Array(count);
  } catch (cause) {
    throw new SegmenterError('out-of-memory', { what: name, needed: (count * bits) / 8 }, { cause });
  }
};

/** `length` zeros of the kind of `data`. */
export const samplesLike = (data: SampleArray, length: number): SampleArray =>
  data instanceof Uint8Array
    ? new Uint8Array(length)
    : data instanceof Uint16Array
      ? new Uint16Array(length)
      : new Float32Array(length);

/** The samples of a rectangle that lies completely inside: a view for whole rows, otherwise a copy. */
export const cut = (samples: Samples, { x, y, width, height }: Rect): Samples => {
  const { bands, data, missing } = samples;
  const row = width * bands;
  if (width === samples.width) {
    const rows = { width, height, bands, data: data.subarray(y * row, (y + height) * row) };
    return missing === undefined ? rows : { ...rows, missing: missing.subarray(y * width, (y + height) * width) };
  }
  const part = samplesLike(data, row * height);
  for (let r = 0; r < height; r++) {
    const at = ((y + r) * samples.width + x) * bands;
    part.set(data.subarray(at, at + row), r * row);
  }
  if (missing === undefined) return { width, height, bands, data: part };
  const mask = new Uint8Array(width * height);
  for (let r = 0; r < height; r++) {
    const at = (y + r) * samples.width + x;
    mask.set(missing.subarray(at, at + width), r * width);
  }
  return { width, height, bands, data: part, missing: mask };
};
