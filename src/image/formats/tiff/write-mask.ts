/** A mask as a TIFF that lies on its image: deflated strips, GeoTIFF keys or a resolution where the place is known. */

import { SegmenterError } from '../../../core/errors.js';
import { because, inBytes, type Told } from '../../../core/reasons.js';
import type { Placement } from '../../samples.js';
import { placeTags } from './place-tags.js';
import { tags } from './tags.js';
import { ASCII, encodeDirectory, LONG, SHORT, type TypedValues } from './write-directory.js';

/** A mask to write, row by row. */
export interface MaskImage {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  /** Top to bottom, `width` labels each. */
  readonly rows: Iterable<ArrayLike<number>>;
  /** Text in ASCII that tells what the labels are. */
  readonly description?: string;
}

const DEFLATE = 8;
/** Bytes of a strip before it is deflated, about. */
const STRIP = 1 << 18;
const MOST_BYTES = 2 ** 32 - 1;
/** Most pixels on a side: GDAL's, and that of 31-bit coordinates. */
const MOST_SIDE = 2 ** 31 - 1;

/** @throws SegmenterError `image-too-large` where classic TIFF cannot hold it */
export const writeMaskTiff = async (mask: MaskImage, placement?: Placement): Promise<Blob> => {
  const { width, height, bits } = mask;
  const tooLarge = (size: Told, limit: Told): SegmenterError =>
    new SegmenterError('image-too-large', { name: because('the-mask')`The mask`, size, limit });
  if (width > MOST_SIDE || height > MOST_SIDE)
    throw tooLarge(`${width} × ${height}`, because('pixels-a-side')`${MOST_SIDE} pixels a side`);
  const rowsPerStrip = Math.max(1, Math.min(height, Math.floor(STRIP / (width * (bits / 8)))));
  const strips: Blob[] = [];
  for (const strip of stripsOf(mask, rowsPerStrip)) strips.push(await deflated(strip));
  const offsets: number[] = [];
  let end = 8;
  for (const { size } of strips) {
    offsets.push(end);
    end += size + (size & 1);
  }
  const entries = new Map<number, TypedValues>([
    [tags.ImageWidth, { type: LONG, values: [width] }],
    [tags.ImageLength, { type: LONG, values: [height] }],
    [tags.BitsPerSample, { type: SHORT, values: [bits] }],
    [tags.Compression, { type: SHORT, values: [DEFLATE] }],
    [tags.PhotometricInterpretation, { type: SHORT, values: [1] }],
    [tags.StripOffsets, { type: LONG, values: offsets }],
    [tags.SamplesPerPixel, { type: SHORT, values: [1] }],
    [tags.RowsPerStrip, { type: LONG, values: [rowsPerStrip] }],
    [tags.StripByteCounts, { type: LONG, values: strips.map(({ size }) => size) }],
    [tags.SampleFormat, { type: SHORT, values: [1] }],
    ...described(mask.description),
    ...placeTags(placement),
  ]);
  const directory = encodeDirectory(entries, end);
  if (end + directory.length > MOST_BYTES) throw tooLarge(inBytes(end), inBytes(MOST_BYTES));
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0x4949);
  head.setUint16(2, 42, true);
  head.setUint32(4, end, true);
  const padded = strips.flatMap((strip) => (strip.size & 1 ? [strip, new Uint8Array(1)] : [strip]));
  return new Blob([head.buffer, ...padded, directory], { type: 'image/tiff' });
};

const described = (text: string | undefined): [number, TypedValues][] =>
  text === undefined
    ? []
    : [[tags.ImageDescription, { type: ASCII, values: [...text, '\0'].map((c) => c.charCodeAt(0) & 127) }]];

/** Strips of rows as bytes, little-endian. */
function* stripsOf({ width, height, bits, rows }: MaskImage, rowsPerStrip: number): Generator<Uint8Array<ArrayBuffer>> {
  let strip = new DataView(new ArrayBuffer(0));
  let y = 0;
  for (const row of rows) {
    const inside = y % rowsPerStrip;
    if (inside === 0) strip = new DataView(new ArrayBuffer(Math.min(rowsPerStrip, height - y) * width * (bits / 8)));
    for (let x = 0, at = inside * width; x < width; x++, at++)
      if (bits === 8) strip.setUint8(at, row[x]!);
      else strip.setUint16(at * 2, row[x]!, true);
    if (++y % rowsPerStrip === 0 || y === height) yield new Uint8Array(strip.buffer);
  }
}

const deflated = (bytes: Uint8Array<ArrayBuffer>): Promise<Blob> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).blob();
