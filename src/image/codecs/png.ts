/** PNG through fast-png: every bit depth, palettes, transparency, and interlacing from 8 bits on. */
import { decode } from 'fast-png';
import { SegmenterError } from '../../worker/errors.js';
import type { Samples } from '../samples.js';
import { splitAlpha } from './alpha.js';
import { checkSize } from './picture-size.js';

export const decodePng = (bytes: Uint8Array<ArrayBuffer>, name: string): Samples => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkSize(view.getUint32(16), view.getUint32(20), name);
  // fast-png 8.0 reads interlaced rows as if each sample filled a byte.
  if (bytes[28] === 1 && bytes[24]! < 8)
    throw new SegmenterError('unsupported', {
      what: `the interlaced PNG ${name} of ${bytes[24]} bits`,
      reason: 'save it without interlacing, or with 8 bits',
    });
  const { width, height, depth, channels, palette, transparency, data } = decode(bytes, { checkCrc: true });
  const values = depth < 8 ? unpack(data, width * channels, height, depth) : data;
  if (palette !== undefined) return indexed(values, palette, width, height);
  const stored =
    values instanceof Uint8ClampedArray ? new Uint8Array(values.buffer, values.byteOffset, values.length) : values;
  const samples: Samples = { width, height, bands: channels, data: stored };
  if (channels === 2 || channels === 4) return splitAlpha(samples);
  const opaque = transparency === undefined || transparency.length < channels;
  return spanned(opaque ? samples : masked(samples, transparency), depth);
};

/** Samples of 1, 2 or 4 bits, each row starting on a byte, one a byte. */
const unpack = (data: ArrayLike<number>, row: number, height: number, depth: number): Uint8Array => {
  const values = new Uint8Array(row * height);
  const stride = Math.ceil((row * depth) / 8);
  const top = (1 << depth) - 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < row; x++) {
      const bit = x * depth;
      values[y * row + x] = (data[y * stride + (bit >> 3)]! >> (8 - depth - (bit & 7))) & top;
    }
  return values;
};

const indexed = (
  values: ArrayLike<number>,
  palette: readonly (readonly number[])[],
  width: number,
  height: number,
): Samples => {
  const count = width * height;
  const data = new Uint8Array(count * 3);
  const missing = new Uint8Array(count);
  let found = false;
  for (let i = 0; i < count; i++) {
    const colour = palette[values[i]!];
    if (colour === undefined) throw new RangeError(`the palette has no colour ${values[i]}`);
    for (let c = 0; c < 3; c++) data[i * 3 + c] = colour[c]!;
    if (colour[3] !== 0) continue;
    missing[i] = 1;
    found = true;
  }
  return { width, height, bands: 3, data, ...(found ? { missing } : {}) };
};

/** Marks the pixels of the one colour that stands for transparent. */
const masked = (samples: Samples, colour: Uint16Array): Samples => {
  const { data, bands, width, height } = samples;
  const missing = new Uint8Array(width * height);
  let found = false;
  for (let i = 0; i < missing.length; i++) {
    let same = true;
    for (let c = 0; c < bands; c++) same &&= data[i * bands + c] === colour[c];
    if (!same) continue;
    missing[i] = 1;
    found = true;
  }
  return found ? { ...samples, missing } : samples;
};

/** Grey values of 1, 2 or 4 bits span 0 to 255, as every viewer shows them. */
const spanned = (samples: Samples, depth: number): Samples => {
  if (depth >= 8) return samples;
  const step = 255 / ((1 << depth) - 1);
  return { ...samples, data: Uint8Array.from(samples.data, (value) => value * step) };
};
