/** From the bytes of a CZI block to its samples, without the file that it lies in: a worker decodes it as well as this thread. */

import { loaded } from '../../../core/later.js';
import { because, Damage } from '../../../core/reasons.js';
import { machineLittle, swapBytes } from '../../byte-order.js';
import type { SampleArray } from '../../samples.js';
import { compressions, type PixelType } from './pixel-type.js';

/** Everything that the decoding of a block depends on beside its bytes: plain data. */
export interface SubblockTerms {
  readonly type: PixelType;
  readonly compression: number;
  /** Pixels that it stores. */
  readonly width: number;
  readonly height: number;
}

/**
 * The samples of a block, the bands of a pixel side by side, red first.
 * @throws RangeError where the block is damaged, cut short or of another size; SegmenterError `unsupported` where a decoder cannot
 *   run here; rejects with `AbortError` once `signal` is aborted
 */
export const decodeSubblock = async (
  bytes: Uint8Array,
  terms: SubblockTerms,
  signal?: AbortSignal,
): Promise<SampleArray> => {
  const { type, compression } = terms;
  const plain = plainSize(terms);
  switch (compression) {
    case compressions.none:
      return samplesOf(bytes.slice(0, plain), plain, type);
    case compressions.jpeg:
      return jpeg(bytes, terms, signal);
    case compressions.lzw: {
      const { decodeLzw } = await loaded(import('../../codecs/lzw.js'));
      return samplesOf(decodeLzw(bytes, plain), plain, type);
    }
    case compressions.zstandard0:
      return samplesOf(await unzstd(bytes, plain), plain, type);
    case compressions.zstandard1: {
      const { start, split } = zstandardHead(bytes);
      const packed = await unzstd(bytes.subarray(start), plain);
      return samplesOf(split && type.bits === 16 ? joined(packed) : packed, plain, type);
    }
    default:
      throw new Damage(because('compression-no-decoder')`the compression ${compression} has no decoder`);
  }
};

/** Bytes of the samples of a block. */
export const plainSize = ({ type, width, height }: SubblockTerms): number =>
  width * height * type.bands * (type.bits / 8);

const unzstd = async (bytes: Uint8Array, plain: number): Promise<Uint8Array<ArrayBuffer>> =>
  (await loaded(import('../../codecs/zstd.js'))).unzstd(bytes, plain);

/** The head of zstd1: its length, then perhaps a chunk of kind 1, whose lowest bit says that low and high bytes are apart. */
const zstandardHead = (bytes: Uint8Array): { start: number; split: boolean } => {
  const [length = 0, chunk = 0, flags = 0] = bytes;
  if (length === 1) return { start: 1, split: false };
  if (length === 3 && chunk === 1) return { start: 3, split: (flags & 1) === 1 };
  throw new Damage(because('czi-zstd-head')`its Zstandard head begins with ${length}, ${chunk}, ${flags}`);
};

/** All low bytes, then all high ones, to words. */
const joined = (apart: Uint8Array): Uint8Array<ArrayBuffer> => {
  const half = apart.length >> 1;
  const words = new Uint8Array(2 * half);
  for (let k = 0; k < half; k++) {
    words[2 * k] = apart[k]!;
    words[2 * k + 1] = apart[half + k]!;
  }
  return words;
};

const samplesOf = (bytes: Uint8Array<ArrayBuffer>, plain: number, { bands, bits }: PixelType): SampleArray => {
  if (bytes.length !== plain)
    throw new Damage(because('decodes-to')`it decodes to ${bytes.length} bytes, not ${plain}`);
  const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (bits > 8 && !machineLittle) swapBytes(own, bits / 8);
  const { buffer, byteOffset } = own;
  const count = plain / (bits / 8);
  const samples =
    bits === 8
      ? own
      : bits === 16
        ? new Uint16Array(buffer, byteOffset, count)
        : new Float32Array(buffer, byteOffset, count);
  if (bands === 3) redFirst(samples);
  return samples;
};

const redFirst = (samples: SampleArray): void => {
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const blue = samples[at]!;
    samples[at] = samples[at + 2]!;
    samples[at + 2] = blue;
  }
};

const jpeg = async (
  bytes: Uint8Array,
  { type, width, height }: SubblockTerms,
  signal: AbortSignal | undefined,
): Promise<SampleArray> => {
  const { decodeJpeg } = await loaded(import('../../codecs/jpeg/jpeg.js'));
  const { jpegHeader } = await loaded(import('../../codecs/jpeg/header.js'));
  const header = jpegHeader(bytes);
  if (header.width !== width || header.height !== height)
    throw new Damage(because('block-jpeg')`its JPEG is ${header.width} × ${header.height}, not ${width} × ${height}`);
  if (header.components.length !== type.bands || type.bits !== 8)
    throw new Damage(because('block-components')`its JPEG has ${header.components.length} components`);
  return (await decodeJpeg(bytes, 'block', signal)).data;
};
