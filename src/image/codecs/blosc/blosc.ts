/**
 * Blosc 1 chunks (c-blosc, README_CHUNK_FORMAT). Read here and not by its WebAssembly build, which would be a third of the worker
 * and holds a second Zstandard and a second zlib.
 */
import { because, Damage, type Reason } from '../../../core/reasons.js';
import { inflate } from '../inflate.js';
import { unzstd } from '../zstd.js';
import { decodeBlosclz } from './blosclz.js';
import { decodeLz4 } from './lz4.js';
import { unshuffle, unshuffleBits } from './shuffle.js';

const HEADER = 16;
/** Flags of the header. */
const SHUFFLED = 1;
const STORED = 2;
const BITS_SHUFFLED = 4;
const UNDIVIDED = 16;
/** A block is divided into a stream for each byte of an element where elements are at most so long, and streams at least so long. */
const MOST_STREAMS = 16;
const SHORTEST_STREAM = 128;

type Decode = (bytes: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>;

/** By the number that the header has for them. */
const codecs: readonly (Decode | undefined)[] = [decodeBlosclz, decodeLz4, undefined, inflate, unzstd];
const names: readonly string[] = ['BloscLZ', 'LZ4', 'Snappy', 'zlib', 'Zstandard'];

/**
 * The content of a chunk, which has at most `most` bytes.
 * @throws RangeError where the chunk is damaged, cut short, too long or of a kind that is not read; SegmenterError `unsupported`
 *   where it needs WebAssembly and that is forbidden
 */
export const decodeBlosc = async (chunk: Uint8Array, most: number): Promise<Uint8Array> => {
  if (chunk.length < HEADER) throw damaged(because('blosc-short')`it is shorter than its header`);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const [version, flags, typeSize] = [chunk[0]!, chunk[2]!, chunk[3]!];
  const [size, blockSize, stored] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)];
  if (version !== 2) throw damaged(because('blosc-format')`its format is ${version}, not 2`);
  if (size > most) throw damaged(because('blosc-size')`it holds ${size} bytes, not ${most}`);
  if (stored > chunk.length) throw damaged(because('blosc-cut')`it is cut short`);
  if (size === 0) return new Uint8Array(0);
  if ((flags & STORED) !== 0) {
    if (HEADER + size > chunk.length) throw damaged(because('blosc-cut')`it is cut short`);
    return chunk.subarray(HEADER, HEADER + size);
  }
  const decode = codecs[flags >> 5];
  if (!decode)
    throw new Damage(because('blosc-codec')`its Blosc codec is ${names[flags >> 5] ?? flags >> 5}, which is not read`);
  const count = Math.ceil(size / blockSize);
  if (typeSize === 0 || blockSize === 0 || HEADER + 4 * count > stored)
    throw damaged(because('blosc-header')`its header makes no sense`);
  const divided =
    (flags & UNDIVIDED) === 0 && typeSize <= MOST_STREAMS && Math.floor(blockSize / typeSize) >= SHORTEST_STREAM;
  const out = new Uint8Array(size);
  for (let k = 0; k < count; k++) {
    const length = Math.min(blockSize, size - k * blockSize);
    const streams = divided && length === blockSize ? typeSize : 1;
    let block: Uint8Array = new Uint8Array(length);
    let at = view.getUint32(HEADER + 4 * k, true);
    const share = Math.floor(length / streams);
    for (let stream = 0; stream < streams; stream++) {
      const packed = at + 4 <= stored ? view.getInt32(at, true) : -1;
      at += 4;
      if (packed < 0 || at + packed > stored) throw damaged(because('blosc-block-cut')`one of its blocks is cut short`);
      const bytes = chunk.subarray(at, at + packed);
      const part = packed === share ? bytes : await decode(bytes, share);
      if (part.length !== share) throw damaged(because('blosc-block-size')`one of its blocks is of another size`);
      block.set(part, stream * share);
      at += packed;
    }
    if ((flags & SHUFFLED) !== 0 && typeSize > 1) block = unshuffle(block, typeSize);
    else if ((flags & BITS_SHUFFLED) !== 0) block = unshuffleBits(block, typeSize);
    out.set(block, k * blockSize);
  }
  return out;
};

const damaged = (reason: Reason): RangeError =>
  new Damage(because('blosc-damaged')`its Blosc chunk is damaged: ${reason}`);
