/** Arrays of samples: made, and cut. */

import { badParameter, SegmenterError } from '../core/errors.js';
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

/** Bytes of samples and of their mask. */
export const bytesOf = ({ data, missing }: Samples): number => data.byteLength + (missing?.byteLength ?? 0);

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

const bytesIn = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Views of the arrays that samples come in, by the names of these. */
const views: Readonly<Record<string, (array: ArrayBufferView) => SampleArray>> = {
  Uint8Array: bytesIn,
  Uint8ClampedArray: bytesIn,
  Uint16Array: ({ buffer, byteOffset, byteLength }) => new Uint16Array(buffer, byteOffset, byteLength / 2),
  Float32Array: ({ buffer, byteOffset, byteLength }) => new Float32Array(buffer, byteOffset, byteLength / 4),
};

const nameOf = (array: ArrayBufferView): string => Object.prototype.toString.call(array).slice(8, -1);

/** Samples of any window, those of a picture on a canvas too, in the same memory; `undefined` for anything else. */
export const sampleArrayIn = (value: unknown): SampleArray | undefined => {
  if (value instanceof Uint8Array || value instanceof Uint16Array || value instanceof Float32Array) return value;
  if (!ArrayBuffer.isView(value)) return undefined;
  const name = nameOf(value);
  return Object.hasOwn(views, name) ? views[name]?.(value) : undefined;
};

/** Samples as of `sampleArrayIn`. Throws `bad-parameter` for anything else. */
export const sampleArrayOf = (value: unknown): SampleArray => {
  const samples = sampleArrayIn(value);
  if (samples) return samples;
  const given = ArrayBuffer.isView(value) ? nameOf(value) : typeof value;
  throw badParameter('data', given, 'Uint8Array, Uint16Array or Float32Array');
};
