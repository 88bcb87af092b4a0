/**
 * PNG: every bit depth, palettes, transparency, interlacing. Its rows are unpacked by pako and decoded as they come, so that no
 * more memory is taken than the samples and two rows; the packages that read PNG unpack whatever a file claims.
 */
import { yielding } from '../../../core/yielding.js';
import { checkPicture } from '../../budget.js';
import type { Samples } from '../../samples.js';
import { ZlibReader } from '../inflate.js';
import { pngChunks, pngHeader } from './chunks.js';
import { passesOf, RowReader, rawSize } from './rows.js';
import { pixelBits, SampleWriter, shapeOf } from './samples.js';

/** Compressed bytes unpacked before other messages may come in between. */
const STEP = 1 << 15;

/**
 * @throws RangeError where the file is damaged or cut short; SegmenterError `image-unreadable` or `image-too-large` by its size;
 *   rejects with `AbortError` once `signal` is aborted.
 */
export const decodePng = async (bytes: Uint8Array, name: string, signal?: AbortSignal): Promise<Samples> => {
  const header = pngHeader(bytes);
  const { width, height, interlaced } = header;
  const shape = shapeOf(header);
  const pixel = shape.bands * shape.bytes + 1;
  checkPicture(name, width, height, bytes.length + width * height * pixel);
  const chunks = pngChunks(bytes);
  const passes = passesOf(width, height, interlaced);
  const writer = new SampleWriter(chunks);
  const bits = pixelBits(header);
  const rows = new RowReader(passes, bits, (pass, row, values) => writer.row(pass, row, values));
  const stream = new ZlibReader((part) => rows.push(part), rawSize(passes, bits));
  for (const part of chunks.data)
    for await (const [from, to] of yielding(part.length, signal, STEP)) stream.push(part.subarray(from, to));
  stream.finish();
  if (!rows.complete) throw new RangeError('its rows end early');
  return writer.finish();
};
