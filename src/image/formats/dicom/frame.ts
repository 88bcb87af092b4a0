/** The samples of a frame: JPEG, JPEG 2000, or as they are. */

import { loaded } from '../../../core/later.js';
import { computed } from '../../../core/numbers/computed.js';
import { because, Damage } from '../../../core/reasons.js';
import { fromYcbcr } from '../../codecs/ycbcr.js';
import type { SampleArray } from '../../samples.js';
import type { FrameKind } from './frame-kind.js';

const JPEG_LOSSLESS: ReadonlySet<number> = new Set([0xc3, 0xc7]);
const JPEG_LS = 0xf7;

/**
 * The samples of a frame, the bands of a pixel side by side, more always brighter. The format is determined by the bytes, not by
 * the server's media type.
 * @throws RangeError where the frame is damaged, of another size, or of a kind that is not read; SegmenterError `unsupported` where
 *   WebAssembly is forbidden; rejects with `AbortError` once `signal` is aborted
 */
export const decodeFrame = async (bytes: Uint8Array, kind: FrameKind, signal?: AbortSignal): Promise<SampleArray> => {
  const data = await decode(bytes, kind, signal);
  if (kind.photometric === 'MONOCHROME1') {
    const top = 2 ** kind.bits - 1;
    for (let i = 0; i < data.length; i++) data[i] = top - data[i]!;
  }
  return data;
};

const sizeOf = ({ width, height, samples, bits }: FrameKind): number => (width * height * samples * bits) / 8;

/** Whether a frame may be stored as it is: compressed ones are shorter. */
export const isPlain = (bytes: Uint8Array, kind: FrameKind): boolean => bytes.length >= sizeOf(kind);

const decode = async (bytes: Uint8Array, kind: FrameKind, signal?: AbortSignal): Promise<SampleArray> => {
  const { width, height, samples, bits, photometric } = kind;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpeg(bytes, kind, signal);
  const codestream = bytes[0] === 0xff && bytes[1] === 0x4f;
  const boxed = String.fromCharCode(...bytes.subarray(4, 8)) === 'jP  ';
  if (codestream || boxed) {
    const { decodeJpeg2000 } = await loaded(import('../../codecs/jpeg2000/jpeg2000.js'));
    return decodeJpeg2000(bytes, { width, height, most: height, samples, bits, ycbcr: photometric === 'YBR_FULL' });
  }
  const count = width * height * samples;
  const size = sizeOf(kind);
  // An odd number of bytes is filled up to an even one.
  if (bytes.length < size || bytes.length > size + 1)
    throw new Damage(
      because('frame-bytes')`it has ${bytes.length} bytes, not ${size}, and is neither JPEG nor JPEG 2000`,
    );
  if (bits === 16) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    return computed(new Uint16Array(count), (k) => view.getUint16(2 * k, true));
  }
  const data = bytes.slice(0, size);
  const pixels = samples > 1 && kind.planar ? interleaved(data, samples) : data;
  if (photometric === 'YBR_FULL') fromYcbcr(pixels, samples);
  else if (photometric.startsWith('YBR_'))
    throw new Damage(because('frame-photometric')`${photometric} without compression is not read`);
  return pixels;
};

const interleaved = (planes: Uint8Array, samples: number): Uint8Array => {
  const count = planes.length / samples;
  const at = (k: number): number => planes[(k % samples) * count + Math.floor(k / samples)]!;
  return computed(new Uint8Array(planes.length), at);
};

const jpeg = async (bytes: Uint8Array, kind: FrameKind, signal?: AbortSignal): Promise<Uint8Array> => {
  const { width, height, samples, bits, photometric } = kind;
  if (processOf(bytes) === JPEG_LS) throw new Damage(because('frame-jpeg-ls')`JPEG-LS is not read`);
  const { jpegHeader } = await loaded(import('../../codecs/jpeg/header.js'));
  const header = jpegHeader(bytes);
  if (JPEG_LOSSLESS.has(header.process)) throw new Damage(because('frame-lossless')`lossless JPEG is not read`);
  if (header.width !== width || header.height !== height || header.components.length !== samples || bits !== 8)
    throw new Damage(
      because(
        'other-shape',
      )`it is ${header.width} × ${header.height} × ${header.components.length}, not ${width} × ${height} × ${samples}`,
    );
  const { decodeComponents } = await loaded(import('../../codecs/jpeg/decoder.js'));
  const data = await decodeComponents(bytes, header, { signal });
  if (samples === 3 && isYcbcr(header, photometric)) fromYcbcr(data, 3);
  return data;
};

/** Colour transform of the stream itself, which counts first: scanners write RGB where their JPEG is luma and chroma. */
const isYcbcr = (
  { adobeTransform, jfif, components }: Awaited<ReturnType<typeof import('../../codecs/jpeg/header.js').jpegHeader>>,
  photometric: string,
): boolean => {
  if (adobeTransform !== undefined) return adobeTransform !== 0;
  if (jfif) return true;
  if (String.fromCharCode(...components.map(({ id }) => id)) === 'RGB') return false;
  return photometric !== 'RGB';
};

/** The marker of the frame header, before which only segments with a length come. */
const processOf = (bytes: Uint8Array): number | undefined => {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!) {
    const marker = bytes[at + 1]!;
    if (
      (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) ||
      marker === JPEG_LS
    )
      return marker;
    if (marker === 0xda) return undefined;
  }
  return undefined;
};
