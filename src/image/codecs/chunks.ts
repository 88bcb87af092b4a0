/** The codecs of chunks that are decompressed here, and not by a stream of the browser. */
import { because, Damage } from '../../core/reasons.js';
import { decodeBlosc } from './blosc/blosc.js';
import { decodeLz4 } from './blosc/lz4.js';
import { unzstd } from './zstd.js';

/** LZ4 as numcodecs writes it: the size before the block. */
const lz4 = async (bytes: Uint8Array, most: number): Promise<Uint8Array> => {
  if (bytes.length < 4) throw new Damage(because('lz4-cut')`its LZ4 chunk is cut short`);
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (size > most) throw new Damage(because('lz4-size')`its LZ4 chunk holds ${size} bytes, not ${most}`);
  return decodeLz4(bytes.subarray(4), size);
};

const codecs = { blosc: decodeBlosc, lz4, zstd: unzstd };

/** The name of a codec, as Zarr has it. */
export type ChunkCodec = keyof typeof codecs;

/** The names of the codecs. */
export const chunkCodecs: readonly ChunkCodec[] = ['blosc', 'lz4', 'zstd'];

/**
 * The bytes of a chunk, of which there may be `most`.
 * @throws RangeError where the chunk is damaged, cut short or longer; SegmenterError `unsupported` where WebAssembly is forbidden
 */
export const unpackChunk = (codec: ChunkCodec, bytes: Uint8Array, most: number): Promise<Uint8Array> =>
  codecs[codec](bytes, most);
