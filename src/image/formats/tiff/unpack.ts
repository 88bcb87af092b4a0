/** Turns the decoded bytes of a TIFF block into samples: predictor, byte order, bit packing, YCbCr. */
import { computed } from '../../../core/numbers/computed.js';
import { because, Damage } from '../../../core/reasons.js';
import { machineLittle, swapBytes } from '../../byte-order.js';
import { fromYcbcr } from '../../codecs/ycbcr.js';
import type { NumberArray } from '../../samples.js';
import { compressions } from './compressions.js';
import type { Layout } from './layout.js';

/** `length` zeros of the kind of `values`. */
export const rawLike = (values: NumberArray, length: number): NumberArray => {
  if (values instanceof Uint8Array) return new Uint8Array(length);
  if (values instanceof Uint16Array) return new Uint16Array(length);
  if (values instanceof Float32Array) return new Float32Array(length);
  return new Float64Array(length);
};

/**
 * `width * height * samples` values. LERC brings its own byte order and no predictor; the others are in the file's.
 * @throws RangeError where the block is shorter than its size says
 */
export const unpack = (block: ArrayBuffer, layout: Layout, height: number, little: boolean): NumberArray => {
  const { blockWidth, bits, stored, planar } = layout;
  const samples = planar ? 1 : stored;
  if (layout.subsampling !== undefined) return chunkyYcbcr(new Uint8Array(block), layout, height, layout.subsampling);
  const rowBytes = Math.ceil((blockWidth * samples * bits) / 8);
  if (block.byteLength < rowBytes * height)
    throw new Damage(because('decodes-to')`it decodes to ${block.byteLength} bytes, not ${rowBytes * height}`);
  const bytes = new Uint8Array(block, 0, rowBytes * height);
  const size = bits / 8;
  if (layout.compression === compressions.lerc) return typed(bytes, layout);
  if (layout.predictor === 3) undoFloatPredictor(bytes, rowBytes, samples, size);
  else if (little !== machineLittle && size > 1 && Number.isInteger(size)) swapBytes(bytes, size);
  if (!Number.isInteger(size) || size === 3)
    return packed(bytes, { rowBytes, perRow: blockWidth * samples, rows: height, bits });
  const values = typed(bytes, layout);
  if (layout.predictor === 2) undoDifferences(values, blockWidth * samples, samples);
  return values;
};

const typed = (bytes: Uint8Array, { bits, format }: Layout): NumberArray => {
  const { buffer, byteOffset } = bytes;
  const length = bytes.length / (bits / 8);
  if (format === 'float') {
    if (bits === 64) return new Float64Array(buffer, byteOffset, length);
    if (bits === 32) return new Float32Array(buffer, byteOffset, length);
    const halves = new Uint16Array(buffer, byteOffset, length);
    return computed(new Float32Array(length), (i) => halfFloat(halves[i]!));
  }
  const signed = format === 'signed';
  if (bits === 8)
    return signed ? new Int8Array(buffer, byteOffset, length) : new Uint8Array(buffer, byteOffset, length);
  if (bits === 16)
    return signed ? new Int16Array(buffer, byteOffset, length) : new Uint16Array(buffer, byteOffset, length);
  return signed ? new Int32Array(buffer, byteOffset, length) : new Uint32Array(buffer, byteOffset, length);
};

/** IEEE 754 binary16. */
const halfFloat = (word: number): number => {
  const sign = word & 0x8000 ? -1 : 1;
  const exponent = (word >> 10) & 31;
  const fraction = word & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
};

interface Packing {
  readonly rowBytes: number;
  /** Samples of a row, and bits of a sample. */
  readonly perRow: number;
  readonly bits: number;
  readonly rows: number;
}

/** Samples of any whole number of bits, most significant bit first, each row starting on a byte. */
const packed = (bytes: Uint8Array, { rowBytes, perRow, bits, rows }: Packing): NumberArray => {
  const count = perRow * rows;
  const values = bits <= 8 ? new Uint8Array(count) : bits <= 16 ? new Uint16Array(count) : new Uint32Array(count);
  for (let y = 0, k = 0; y < rows; y++) {
    let at = y * rowBytes;
    let held = 0;
    let have = 0;
    for (let x = 0; x < perRow; x++, k++) {
      while (have < bits) {
        held = held * 256 + bytes[at++]!;
        have += 8;
      }
      have -= bits;
      const unit = 2 ** have;
      values[k] = Math.floor(held / unit);
      held %= unit;
    }
  }
  return values;
};

/** Predictor 2: each sample is stored as its difference to the pixel on the left. */
const undoDifferences = (values: NumberArray, row: number, samples: number): void => {
  for (let start = 0; start < values.length; start += row)
    for (let at = start + samples; at < start + row; at++) values[at] = values[at]! + values[at - samples]!;
};

/** Predictor 3 (Adobe Photoshop TIFF Technical Note 3): byte planes, most significant first, of differences. */
const undoFloatPredictor = (bytes: Uint8Array, rowBytes: number, samples: number, size: number): void => {
  const row = new Uint8Array(rowBytes);
  const count = rowBytes / size;
  for (let start = 0; start < bytes.length; start += rowBytes) {
    for (let at = start + samples; at < start + rowBytes; at++) bytes[at] = bytes[at]! + bytes[at - samples]!;
    row.set(bytes.subarray(start, start + rowBytes));
    for (let k = 0; k < count; k++)
      for (let b = 0; b < size; b++) bytes[start + k * size + (machineLittle ? size - 1 - b : b)] = row[b * count + k]!;
  }
};

/** YCbCr in data units of `h × v` luma samples, then Cb, Cr (TIFF 6.0, section 21), to RGB. */
const chunkyYcbcr = (
  bytes: Uint8Array,
  layout: Layout,
  height: number,
  [h, v]: readonly [number, number],
): NumberArray => {
  const { blockWidth } = layout;
  const across = Math.ceil(blockWidth / h);
  const down = Math.ceil(height / v);
  const unit = h * v + 2;
  if (bytes.length < across * down * unit)
    throw new Damage(because('decodes-to')`it decodes to ${bytes.length} bytes, not ${across * down * unit}`);
  const data = new Uint8Array(blockWidth * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < blockWidth; x++) {
      const start = (Math.floor(y / v) * across + Math.floor(x / h)) * unit;
      const to = (y * blockWidth + x) * 3;
      data[to] = bytes[start + (y % v) * h + (x % h)]!;
      data[to + 1] = bytes[start + h * v]!;
      data[to + 2] = bytes[start + h * v + 1]!;
    }
  fromYcbcr(data, 3);
  return data;
};
