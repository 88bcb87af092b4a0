/** From the bytes of a TIFF block to its stored values, without the file that it lies in: a worker decodes it as well as this thread. */

import { loaded } from '../../../core/later.js';
import { because, Damage } from '../../../core/reasons.js';
import { machineLittle } from '../../byte-order.js';
import { fromYcbcr } from '../../codecs/ycbcr.js';
import type { NumberArray } from '../../samples.js';
import { decompress } from './codecs.js';
import { compressions } from './compressions.js';
import { type Layout, plainSize, WHITE_IS_ZERO } from './layout.js';
import { unpack } from './unpack.js';

/** Everything that the decoding of a block depends on beside its bytes: plain data. */
export interface BlockTerms {
  readonly layout: Layout;
  /** Rows of the block. */
  readonly height: number;
  /** The file's order of bytes. */
  readonly little: boolean;
  /** Values of the `LercParameters` tag. */
  readonly lerc: readonly number[];
  /** The stream of tables that the JPEG blocks of a directory share. */
  readonly jpegTables: Uint8Array | undefined;
}

/**
 * The values as stored, the samples of a pixel side by side.
 * @throws RangeError where the block is damaged, cut short or of another size; SegmenterError `unsupported` where a decoder cannot
 *   run here; rejects with `AbortError` once `signal` is aborted
 */
export const decodeBlock = async (bytes: Uint8Array, terms: BlockTerms, signal?: AbortSignal): Promise<NumberArray> => {
  const { layout, height, little, lerc } = terms;
  if (layout.compression === compressions.jpeg) return jpeg(bytes, terms, signal);
  const plain = plainSize(layout, height);
  if (isAsStored(bytes, plain, layout, little)) return unpack(bytes.buffer, layout, height, little);
  const decoded = await decompress(bytes, layout, height, plain, lerc);
  if ('bytes' in decoded) return unpack(decoded.bytes, layout, height, little);
  return decoded.samples.subarray(0, layout.blockWidth * height * (layout.planar ? 1 : layout.stored));
};

/** Whether the bytes need no copy: they fill their buffer, and no step on the way to samples changes them in place. */
const isAsStored = (
  bytes: Uint8Array,
  plain: number,
  { compression, predictor, photometric, bits }: Layout,
  little: boolean,
): bytes is Uint8Array<ArrayBuffer> =>
  compression === compressions.none &&
  bytes.buffer instanceof ArrayBuffer &&
  bytes.byteLength === plain &&
  bytes.buffer.byteLength === plain &&
  predictor === 1 &&
  photometric !== WHITE_IS_ZERO &&
  (little === machineLittle || bits <= 8);

const jpeg = async (
  bytes: Uint8Array,
  { layout, height, jpegTables }: BlockTerms,
  signal: AbortSignal | undefined,
): Promise<NumberArray> => {
  const { decodeComponents } = await loaded(import('../../codecs/jpeg/decoder.js'));
  const { jpegHeader } = await loaded(import('../../codecs/jpeg/header.js'));
  const header = jpegHeader(bytes);
  const samples = layout.planar ? 1 : layout.stored;
  if (header.width !== layout.blockWidth || header.height < height || header.height > layout.blockHeight)
    throw new Damage(
      because('block-jpeg')`its JPEG is ${header.width} × ${header.height}, not ${layout.blockWidth} × ${height}`,
    );
  if (header.components.length !== samples)
    throw new Damage(because('block-components')`its JPEG has ${header.components.length} components`);
  const data = await decodeComponents(bytes, header, {
    ...(jpegTables === undefined ? {} : { tables: jpegTables }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (layout.photometric === 6 && samples === 3) fromYcbcr(data, 3);
  return data.subarray(0, layout.blockWidth * height * samples);
};
