/**
 * The compressions of TIFF blocks, each bounded by the size that the block must have: the lossless ones of TIFF 6.0
 * here and through fflate, Zstandard through zstddec, LERC and WebP through geotiff once their headers agree.
 */
import { unzlibSync } from 'fflate';
import { getDecoder } from 'geotiff';
import { ZSTDDecoder } from 'zstddec';
import { SegmenterError } from '../../worker/errors.js';
import { decodeLzw } from '../codecs/lzw.js';
import { decodePackBits } from '../codecs/packbits.js';
import type { Layout } from './layout.js';

const LZW = 5;
const PACKBITS = 32773;
const LERC = 34887;
const ZSTANDARD = 50000;
const WEBP = 50001;

/**
 * @param plain bytes that the block has when decoded
 * @param lerc values of the `LercParameters` tag: version, and 0 none, 1 deflate or 2 Zstandard on top
 * @throws RangeError where the block cannot be decoded; SegmenterError `unsupported` where only a browser can
 */
export const decompress = async (
  bytes: Uint8Array,
  layout: Layout,
  height: number,
  plain: number,
  lerc: readonly number[],
): Promise<ArrayBuffer> => {
  switch (layout.compression) {
    case 1:
      return ownBuffer(bytes.slice(0, plain));
    case LZW:
      return ownBuffer(decodeLzw(bytes, plain));
    case PACKBITS:
      return ownBuffer(decodePackBits(bytes, plain));
    case 8:
    case 32946:
      return ownBuffer(inflate(bytes, plain));
    case ZSTANDARD:
      return ownBuffer(await unzstandard(bytes, plain));
    case LERC:
      return decodeLerc(bytes, layout, height, plain, lerc[1] ?? 0);
    case WEBP:
      if (typeof createImageBitmap === 'undefined')
        throw new SegmenterError('unsupported', { what: 'WebP in TIFF', reason: 'only a browser can decode it' });
      return ownBuffer(await byGeotiff(WEBP, bytes, layout, height));
    default:
      throw new RangeError(`the compression ${layout.compression} has no decoder`);
  }
};

const ownBuffer = (bytes: Uint8Array): ArrayBuffer => {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : bytes.slice().buffer;
};

/** Output beyond `limit` is dropped, so that a small block cannot fill the memory. */
const inflate = (bytes: Uint8Array, limit: number): Uint8Array => unzlibSync(bytes, { out: new Uint8Array(limit) });

const byGeotiff = async (
  compression: number,
  bytes: Uint8Array,
  { blockWidth, bits, planar, stored }: Layout,
  height: number,
): Promise<Uint8Array> => {
  const decoder = await getDecoder(compression, {
    tileWidth: blockWidth,
    tileHeight: height,
    planarConfiguration: planar ? 2 : 1,
    bitsPerSample: bits,
    predictor: 1,
    samplesPerPixel: planar ? 1 : stored,
    ...{ LercParameters: [4, 0] },
  });
  return new Uint8Array(await decoder.decode(bytes.slice().buffer));
};

/** At most `limit` bytes; the decoder is told so, because it would believe what a frame claims. */
const unzstandard = async (bytes: Uint8Array, limit: number): Promise<Uint8Array> => {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return decoder.decode(bytes, limit);
};

const decodeLerc = async (
  bytes: Uint8Array,
  layout: Layout,
  height: number,
  plain: number,
  added: number,
): Promise<ArrayBuffer> => {
  const limit = 2 * plain + 4096;
  let blob = bytes;
  if (added === 1) blob = inflate(bytes, limit);
  else if (added === 2) blob = await unzstandard(bytes, limit);
  else if (added !== 0) throw new RangeError(`LERC with the compression ${added} on top is not supported`);
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (String.fromCharCode(...blob.subarray(0, 6)) !== 'Lerc2 ') throw new RangeError('it is no LERC2 block');
  const version = view.getInt32(6, true);
  const at = version >= 3 ? 14 : 10;
  const [rows, columns] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
  const depth = version >= 4 ? view.getInt32(at + 8, true) : 1;
  const samples = layout.planar ? 1 : layout.stored;
  if (columns !== layout.blockWidth || rows < height || rows > layout.blockHeight || depth > samples)
    throw new RangeError(`its LERC block is ${columns} × ${rows} × ${depth}, not ${layout.blockWidth} × ${height}`);
  return ownBuffer(await byGeotiff(LERC, blob, layout, height));
};
