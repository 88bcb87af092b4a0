/**
 * PNG: every bit depth, palettes, transparency, interlacing. Rows are decoded during decompression, so that only the samples and two
 * rows are in memory; packages for PNG decompress as much as a file claims. The platform decompresses a valid file. A file that it
 * rejects is decompressed again by pako, which reports the error, and accepts bytes after a valid stream, where platforms differ.
 */

import { isAbort, throwIfAborted } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because, Damage } from '../../../core/reasons.js';
import { TimeSlice, yielding } from '../../../core/yielding.js';
import { checkPicture } from '../../budget.js';
import type { Samples } from '../../samples.js';
import { pngChunks, pngHeader } from './chunks.js';
import { passesOf, RowReader, rawSize } from './rows.js';
import { pixelBits, SampleWriter, shapeOf } from './samples.js';

/** Compressed bytes that are decompressed before other messages are handled. */
const STEP = 1 << 15;

/**
 * @throws RangeError where the file is damaged or cut short; SegmenterError `image-unreadable` or `image-too-large` by its size;
 *   rejects with `AbortError` once `signal` is aborted.
 */
export const decodePng = async (
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  signal?: AbortSignal,
): Promise<Samples> => {
  const header = pngHeader(bytes);
  const { width, height, interlaced } = header;
  const shape = shapeOf(header);
  const pixel = shape.bands * shape.bytes + 1;
  checkPicture(name, width, height, bytes.length + width * height * pixel);
  const chunks = pngChunks(bytes);
  const passes = passesOf(width, height, interlaced);
  const bits = pixelBits(header);
  const read = async (unpack: Unpack): Promise<Samples> => {
    const writer = new SampleWriter(chunks);
    const rows = new RowReader(passes, bits, (pass, row, values) => writer.row(pass, row, values));
    await unpack(chunks.data, (part) => rows.push(part), rawSize(passes, bits), signal);
    if (!rows.complete) throw new Damage(because('png-end')`its rows end early`);
    return writer.finish();
  };
  try {
    return await read(byPlatform);
  } catch (error) {
    if (isAbort(error)) throw error;
    return await read(byPako);
  }
};

/** Unpacks a zlib stream that comes in parts, of at most `most` bytes. */
type Unpack = (
  parts: readonly Uint8Array<ArrayBuffer>[],
  take: (bytes: Uint8Array) => void,
  most: number,
  signal: AbortSignal | undefined,
) => Promise<void>;

const byPlatform: Unpack = async (parts, take, _most, signal) => {
  throwIfAborted(signal);
  const slice = new TimeSlice();
  const reader = new Blob([...parts]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      take(next.value);
      if (slice.spent) await slice.renew(signal);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
};

const byPako: Unpack = async (parts, take, most, signal) => {
  const { ZlibReader } = await loaded(import('../inflate.js'));
  const stream = new ZlibReader(take, most);
  for (const part of parts)
    for await (const [from, to] of yielding(part.length, signal, STEP)) stream.push(part.subarray(from, to));
  stream.finish();
};
