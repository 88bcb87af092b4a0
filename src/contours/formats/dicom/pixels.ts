/** The pixels of a DICOM Segmentation. */
import { because } from '../../../core/reasons.js';
import { type Dataset, numberOf, valuesOf } from '../../../image/formats/dicom/dataset.js';
import { badImport } from '../features.js';

/** Most pixels of a frame. */
const MOST = 2 ** 28;

/** Sizes and values of the pixels. */
export interface Pixels {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  /** A pixel of a frame: 1 inside of its segment and 0 outside, or the segment's number in a label map. */
  at(frame: number, pixel: number): number;
}

/** A whole number from 1 to `most`. Throws `bad-import`. */
export const whole = (data: Dataset, tag: string, name: string, most: number, missing?: number): number => {
  const value = valuesOf(data, tag).length === 0 && missing !== undefined ? missing : numberOf(data, tag);
  if (!Number.isSafeInteger(value) || value < 1 || value > most)
    throw badImport(
      because(
        'whole-number-to',
      )`its ${name} is ${Number.isNaN(value) ? because('missing-number')`missing, or no number` : value}; it must be a whole number from 1 to ${most}`,
    );
  return value;
};

/** @throws SegmenterError `bad-import` where sizes and bytes do not fit, or for kinds that are not read */
export const pixelsOf = (data: Dataset, type: string): Pixels => {
  const rows = whole(data, '00280010', 'Rows', 65535);
  const columns = whole(data, '00280011', 'Columns', 65535);
  const frames = whole(data, '00280008', 'NumberOfFrames', 2 ** 31 - 1, 1);
  const bits = numberOf(data, '00280100');
  const known: Readonly<Record<string, readonly number[]>> = { BINARY: [1], FRACTIONAL: [8], LABELMAP: [8, 16] };
  if (!(Object.hasOwn(known, type) && known[type]?.includes(bits)))
    throw badImport(
      because(
        'dicom-segmentation-type',
      )`its SegmentationType is ${type}, with ${Number.isNaN(bits) ? because('no-number-of')`no number of` : bits} bits a pixel; read are BINARY of 1, FRACTIONAL of 8 and LABELMAP of 8 or 16`,
    );
  const size = rows * columns;
  if (size > MOST) throw badImport(because('frame-size')`a frame has ${columns} × ${rows} pixels; at most ${MOST}`);
  const [buffer] = valuesOf(data, '7FE00010');
  const needed = Math.ceil((frames * size * bits) / 8);
  const there = buffer instanceof ArrayBuffer ? buffer : new ArrayBuffer(0);
  if (there.byteLength < needed)
    throw badImport(
      because(
        'dicom-pixel-bytes',
      )`its PixelData has ${there.byteLength} bytes; ${frames} frames of ${columns} × ${rows} pixels need ${needed}`,
    );
  const bytes = new Uint8Array(there);
  const most = numberOf(data, '0062000E') || 255;
  const readers: Readonly<Record<string, (k: number) => number>> = {
    BINARY: (k) => ((bytes[k >>> 3] ?? 0) >> (k & 7)) & 1,
    // The part of a pixel that the segment takes, or its probability: half and more is inside.
    FRACTIONAL: (k) => (2 * (bytes[k] ?? 0) >= most ? 1 : 0),
    LABELMAP: bits === 8 ? (k) => bytes[k] ?? 0 : (k) => (bytes[2 * k] ?? 0) | ((bytes[2 * k + 1] ?? 0) << 8),
  };
  const read = readers[type] ?? (() => 0);
  return { rows, columns, frames, at: (frame, pixel) => read(frame * size + pixel) };
};
