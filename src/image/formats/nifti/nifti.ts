/** NIfTI-1 and NIfTI-2 in one file, gzipped or not: the header, and the samples that it announces; what follows them is not read. */

import { isAbort, reasonWithin, SegmenterError, throwIfAborted } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because, Damage, inBytes, type Reason, type ReasonData, type Told } from '../../../core/reasons.js';
import { MOST_PICTURE } from '../../budget.js';
import { machineLittle, swapBytes } from '../../byte-order.js';
import type { Bytes } from '../../io/bytes.js';
import { notesOf } from '../../rounded-samples.js';
import { FLOAT_LIMIT, type NumberArray } from '../../samples.js';
import { anyMissing, type Coded, toCodes } from '../volume/codes.js';
import { checkSize, type Volume } from '../volume/grid.js';
import { NIFTI_HEADER, type NiftiHeader, niftiHeader } from './header.js';
import { isGzip } from './magic.js';

/** Bytes that may follow the samples in a gzipped file, whose checksum is at its end. */
const MOST_TAIL = 2 ** 26;

interface Kind {
  /** Named as NumPy does. */
  readonly type: string;
  readonly bytes: 1 | 2 | 4 | 8;
  /** Samples of a voxel, side by side. */
  readonly samples: 1 | 3;
  readonly read: (content: ArrayBuffer) => NumberArray;
}

/** Kinds of samples by the code in the header. */
const kinds: Readonly<Record<number, Kind>> = {
  2: { type: 'uint8', bytes: 1, samples: 1, read: (content) => new Uint8Array(content) },
  4: { type: 'int16', bytes: 2, samples: 1, read: (content) => new Int16Array(content) },
  8: { type: 'int32', bytes: 4, samples: 1, read: (content) => new Int32Array(content) },
  16: { type: 'float32', bytes: 4, samples: 1, read: (content) => new Float32Array(content) },
  64: { type: 'float64', bytes: 8, samples: 1, read: (content) => new Float64Array(content) },
  128: { type: 'uint8', bytes: 1, samples: 3, read: (content) => new Uint8Array(content) },
  256: { type: 'int8', bytes: 1, samples: 1, read: (content) => new Int8Array(content) },
  512: { type: 'uint16', bytes: 2, samples: 1, read: (content) => new Uint16Array(content) },
  768: { type: 'uint32', bytes: 4, samples: 1, read: (content) => new Uint32Array(content) },
};

/**
 * Reads a volume.
 * @param head the first bytes of the file, 4,096 or all
 * @throws SegmenterError `image-unreadable` where the file is not NIfTI, is cut short, or its header makes no sense, `image-too-large`, or
 *   `unsupported` where its samples are of no kind known here; rejects with `AbortError` once `signal` is aborted.
 */
export const readNifti = async (file: Bytes, head: Uint8Array, name: string, signal?: AbortSignal): Promise<Volume> => {
  const unreadable = (reason: Told, cause?: unknown): SegmenterError =>
    new SegmenterError('image-unreadable', { name, reason }, { cause });
  let header: NiftiHeader;
  try {
    const start = isGzip(head) ? (await loaded(import('../../codecs/inflate.js'))).startOfGzip(head) : head;
    if (isGzip(head) && start.length < NIFTI_HEADER)
      throw new Damage(because('nifti-gzip')`its gzip stream is damaged, cut short or no volume`);
    header = niftiHeader(start);
  } catch (error) {
    if (error instanceof SegmenterError) throw error;
    throw unreadable(
      error instanceof RangeError ? reasonWithin(error) : because('nifti-header')`its NIfTI header is damaged`,
      error,
    );
  }
  const { kind, sides, cells, times, bytes } = sizeOf(header, name, unreadable);
  const from = header.offset;
  if (!Number.isInteger(from) || from < 348)
    throw unreadable(because('header-claims-from')`its header claims samples from byte ${from} on`);
  const content = isGzip(head)
    ? await unpacked(file, name, from, bytes, unreadable, signal)
    : await plain(file, from, bytes, unreadable, signal);
  throwIfAborted(signal);
  if (kind.bytes > 1 && header.little !== machineLittle) swapBytes(new Uint8Array(content), kind.bytes);
  const numbers = kind.read(content);
  const bands = kind.samples > 1 ? apart(numbers, kind.samples) : separate(numbers, times, cells);
  const coded = bands.map(toCodes);
  const values = coded.map((band) => scaled(band, header, kind, unreadable));
  return {
    name,
    width: sides[0]!,
    height: sides[1]!,
    depth: sides[2]!,
    planes: coded.map(({ plane }) => plane),
    values,
    missing: anyMissing(coded.map(({ missing }) => missing)),
    notes: notesOn(coded, values, kind),
    ...placeOf(header),
  };
};

type Unreadable = (reason: Told, cause?: unknown) => SegmenterError;

const sizeOf = (
  { dims, datatype }: NiftiHeader,
  name: string,
  unreadable: Unreadable,
): {
  readonly kind: Kind;
  readonly sides: number[];
  readonly cells: number;
  readonly times: number;
  readonly bytes: number;
} => {
  const rank = dims[0]!;
  if (!(rank >= 1 && rank <= 7)) throw unreadable(because('header-dimensions')`its header claims ${rank} dimensions`);
  const side = (axis: number): number => (axis <= rank ? dims[axis]! : 1);
  const sides = [side(1), side(2), side(3)];
  const times = [4, 5, 6, 7].map(side).reduce((product, n) => product * n, 1);
  const kind = kinds[datatype];
  if (!kind) {
    throw new SegmenterError('unsupported', {
      what: because('sample-type')`the sample type ${datatype} of ${name}`,
      reason: because('save-as-integers')`save it as integers of 8, 16 or 32 bits, as floats, or as RGB`,
    });
  }
  if (!Number.isInteger(times) || times < 1)
    throw unreadable(because('header-volumes')`its header claims ${times} volumes`);
  const cells = checkSize(name, sides, times * kind.samples);
  const bytes = cells * times * kind.samples * kind.bytes;
  if (bytes > MOST_PICTURE)
    throw new SegmenterError('image-too-large', {
      name,
      size: because('bytes-of-samples')`${bytes} bytes of samples`,
      limit: inBytes(MOST_PICTURE),
    });
  return { kind, sides, cells, times, bytes };
};

const claim = (from: number, bytes: number, has: number): Reason =>
  because('header-claims-samples')`its header claims ${bytes} bytes of samples from byte ${from} on, but it has ${has}`;

const plain = async (
  file: Bytes,
  from: number,
  bytes: number,
  unreadable: Unreadable,
  signal: AbortSignal | undefined,
): Promise<ArrayBuffer> => {
  const { size } = file;
  if (size !== undefined && from + bytes > size) throw unreadable(claim(from, bytes, size));
  const content = await file.read(from, bytes, { signal });
  if (content.length < bytes) throw unreadable(claim(from, bytes, from + content.length));
  return content.slice().buffer;
};

/** The samples of a gzip stream, which is unpacked to its end, since only there its checksum is known. */
const unpacked = async (
  file: Bytes,
  name: string,
  from: number,
  bytes: number,
  unreadable: Unreadable,
  signal: AbortSignal | undefined,
): Promise<ArrayBuffer> => {
  // Deflate adds five bytes to every 65,535 that it cannot make smaller.
  const packed = await file.whole(from + bytes + (bytes >> 12) + MOST_TAIL, signal);
  const content = new Uint8Array(bytes);
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  let size = 0;
  try {
    for (;;) {
      throwIfAborted(signal);
      const { done, value } = await reader.read();
      if (done) break;
      const start = Math.max(0, from - size);
      const to = Math.max(0, size - from);
      if (start < value.length && to < bytes) content.set(value.subarray(start, start + bytes - to), to);
      size += value.length;
      if (size > from + bytes + MOST_TAIL) throw tooLong(name, size, from + bytes + MOST_TAIL);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof SegmenterError || isAbort(error)
      ? error
      : unreadable(because('gzip-damaged')`its gzip stream is damaged or cut short`, error);
  }
  if (size < from + bytes) throw unreadable(claim(from, bytes, size));
  return content.buffer;
};

const tooLong = (name: string, size: number, limit: number): SegmenterError =>
  new SegmenterError('image-too-large', {
    name,
    size: because('bytes-or-more')`${size} bytes or more`,
    limit: because('bytes-by-header')`${limit} bytes by its header`,
  });

/** What is said of numbers that are rounded; the step is that of the band with the largest. */
const notesOn = (
  coded: readonly Coded[],
  values: Volume['values'],
  { type }: Kind,
): readonly ReasonData[] | undefined => {
  const steps = coded.map(({ rounded }, band) => (rounded === 'to-steps' ? Math.abs(values[band]?.scale ?? 0) : 0));
  const step = Math.max(...steps);
  if (step > 0) return [stepsNote(type, step)];
  return coded.some(({ rounded }) => rounded === 'to-floats') ? notesOf(type) : undefined;
};

const stepsNote = (type: string, step: number): ReasonData =>
  because(
    'samples-in-steps',
  )`its samples (${type}) are read in 65536 steps from the least to the greatest, ${Number(step.toPrecision(3))} apart: what lies between two steps is rounded`.toJSON();

/** Gives the value that a code stands for, with the slope and intercept of the header. */
const scaled = (
  { scale, offset }: Coded,
  { slope, intercept }: NiftiHeader,
  { samples }: Kind,
  unreadable: Unreadable,
): { readonly scale: number; readonly offset: number } => {
  const applies = Number.isFinite(slope) && slope !== 0 && Number.isFinite(intercept) && samples === 1;
  if (!applies) return { scale, offset };
  const values = { scale: scale * slope, offset: offset * slope + intercept };
  const ends = [values.offset, 65535 * values.scale + values.offset];
  if (ends.every((end) => Math.abs(end) <= FLOAT_LIMIT)) return values;
  throw unreadable(
    because('slope-beyond')`its slope ${slope} and intercept ${intercept} lead beyond the range of 32-bit floats`,
  );
};

const apart = (numbers: NumberArray, samples: number): NumberArray[] =>
  Array.from({ length: samples }, (_, band) => {
    const plane = new Uint8Array(numbers.length / samples);
    for (let cell = 0, at = band; cell < plane.length; cell++, at += samples) plane[cell] = numbers[at]!;
    return plane;
  });

const separate = (numbers: NumberArray, times: number, cells: number): NumberArray[] =>
  Array.from({ length: times }, (_, time) => numbers.subarray(time * cells, (time + 1) * cells));

/** Bits of the code of units that hold the unit of space. */
const SPATIAL = 7;
/** Millimetres per unit, by NIfTI's code of spatial units; 1 where it has none, as with other readers. */
const millimetres: Readonly<Record<number, number>> = { 1: 1000, 3: 0.001 };

const placeOf = ({ units, pixelSizes, affine }: NiftiHeader): Pick<Volume, 'spacing' | 'affine'> => {
  const unit = millimetres[units & SPATIAL] ?? 1;
  const [dx, dy, dz] = [1, 2, 3].map((axis) => Math.abs(pixelSizes[axis]!) * unit);
  const known = [dx, dy, dz].every((size) => Number.isFinite(size) && size! > 0);
  return {
    spacing: known ? [dx!, dy!, dz!] : undefined,
    affine: affine?.map(([a, b, c, d]) => [a * unit, b * unit, c * unit, d * unit] as const),
  };
};
