/** NIfTI-1 and NIfTI-2 in one file, gzipped or not. */
import { isNIFTI, NIFTI1, type NIFTI2, readHeader } from 'nifti-reader-js';
import { SegmenterError, throwIfAborted } from '../worker/errors.js';
import type { Numbers } from './volume-codes.js';
import { anyMissing, toCodes } from './volume-codes.js';
import type { Volume } from './volume-grid.js';
import { checkSize, MOST_SAMPLES } from './volume-grid.js';

/** Bytes of a header with its extension flag, and the most of a file before it is unpacked. */
const HEADER = 4096;
const MOST_BYTES = 8 * MOST_SAMPLES + 2 ** 20;

export const readNifti = async (file: Blob, name: string, signal?: AbortSignal): Promise<Volume> => {
  const unreadable = (reason: string, cause?: unknown): SegmenterError =>
    new SegmenterError('image-unreadable', { name, reason }, { cause });
  const content = await unpacked(file, name, unreadable, signal);
  const start = content.slice(0, HEADER);
  let header: NIFTI1 | NIFTI2;
  try {
    if (!isNIFTI(start)) throw unreadable('its first bytes are of no volume format known here (NIfTI, TIFF)');
    header = readHeader(start);
  } catch (error) {
    throw error instanceof SegmenterError ? error : unreadable('its NIfTI header is damaged', error);
  }
  const { dims, datatypeCode, littleEndian } = header;
  const rank = dims[0]!;
  if (!(rank >= 1 && rank <= 7)) throw unreadable(`its header claims ${rank} dimensions`);
  const side = (axis: number): number => (axis <= rank ? dims[axis]! : 1);
  const sides = [side(1), side(2), side(3)];
  const times = [4, 5, 6, 7].map(side).reduce((product, n) => product * n, 1);
  const kind = kinds[datatypeCode];
  if (!kind) {
    throw new SegmenterError('unsupported', {
      what: `the sample type ${datatypeCode} of ${name}`,
      reason: 'save it as integers of 8, 16 or 32 bits, as floats, or as RGB',
    });
  }
  if (!Number.isInteger(times) || times < 1) throw unreadable(`its header claims ${times} volumes`);
  const cells = checkSize(name, sides, times * kind.samples);
  const from = header.vox_offset;
  const bytes = cells * times * kind.samples * kind.bytes;
  if (!Number.isInteger(from) || from < 348 || from + bytes > content.byteLength) {
    const claim = `its header claims ${bytes} bytes of samples from byte ${from} on`;
    throw unreadable(`${claim}, but it has ${content.byteLength}`);
  }
  throwIfAborted(signal);
  const numbers = kind.read(aligned(content, from, bytes, kind.bytes, littleEndian));
  const bands = kind.samples > 1 ? interleaved(numbers, kind.samples) : separate(numbers, times, cells);
  const coded = bands.map(toCodes);
  const { scl_slope: slope, scl_inter: inter } = header;
  const scaled = Number.isFinite(slope) && slope !== 0 && Number.isFinite(inter) && kind.samples === 1;
  return {
    name,
    width: sides[0]!,
    height: sides[1]!,
    depth: sides[2]!,
    planes: coded.map(({ plane }) => plane),
    values: coded.map(({ scale, offset }) =>
      scaled ? { scale: scale * slope, offset: offset * slope + inter } : { scale, offset },
    ),
    missing: anyMissing(coded.map(({ missing }) => missing)),
    ...placeOf(header),
  };
};

interface Kind {
  readonly bytes: 1 | 2 | 4 | 8;
  /** Samples of a voxel, side by side. */
  readonly samples: 1 | 3 | 4;
  readonly read: (content: ArrayBuffer) => Numbers;
}

const kinds: Readonly<Record<number, Kind>> = {
  [NIFTI1.TYPE_UINT8]: { bytes: 1, samples: 1, read: (content) => new Uint8Array(content) },
  [NIFTI1.TYPE_INT8]: { bytes: 1, samples: 1, read: (content) => new Int8Array(content) },
  [NIFTI1.TYPE_INT16]: { bytes: 2, samples: 1, read: (content) => new Int16Array(content) },
  [NIFTI1.TYPE_UINT16]: { bytes: 2, samples: 1, read: (content) => new Uint16Array(content) },
  [NIFTI1.TYPE_INT32]: { bytes: 4, samples: 1, read: (content) => new Int32Array(content) },
  [NIFTI1.TYPE_UINT32]: { bytes: 4, samples: 1, read: (content) => new Uint32Array(content) },
  [NIFTI1.TYPE_FLOAT32]: { bytes: 4, samples: 1, read: (content) => new Float32Array(content) },
  [NIFTI1.TYPE_FLOAT64]: { bytes: 8, samples: 1, read: (content) => new Float64Array(content) },
  [NIFTI1.TYPE_RGB24]: { bytes: 1, samples: 3, read: (content) => new Uint8Array(content) },
};

/** The whole content; a gzip stream is unpacked no further than a volume may be large. */
const unpacked = async (
  file: Blob,
  name: string,
  unreadable: (reason: string, cause?: unknown) => SegmenterError,
  signal: AbortSignal | undefined,
): Promise<ArrayBuffer> => {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    if (file.size > MOST_BYTES) throw tooLong(name, file.size);
    return file.arrayBuffer();
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      throwIfAborted(signal);
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > MOST_BYTES) throw tooLong(name, size);
      parts.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throwIfAborted(signal);
    throw error instanceof SegmenterError ? error : unreadable('its gzip stream is damaged or cut short', error);
  }
  return new Blob(parts).arrayBuffer();
};

const tooLong = (name: string, size: number): SegmenterError =>
  new SegmenterError('image-too-large', { name, size: `${size} bytes or more`, limit: `${MOST_BYTES} bytes` });

/** A copy that starts a word, in the machine's own order of bytes. */
const aligned = (content: ArrayBuffer, from: number, bytes: number, size: number, little: boolean): ArrayBuffer => {
  const copy = content.slice(from, from + bytes);
  if (little || size === 1) return copy;
  const all = new Uint8Array(copy);
  for (let at = 0; at < all.length; at += size) all.subarray(at, at + size).reverse();
  return copy;
};

const interleaved = (numbers: Numbers, samples: number): Numbers[] =>
  Array.from({ length: samples }, (_, band) =>
    Uint8Array.from({ length: numbers.length / samples }, (__, cell) => numbers[cell * samples + band]!),
  );

const separate = (numbers: Numbers, times: number, cells: number): Numbers[] =>
  Array.from({ length: times }, (_, time) => numbers.subarray(time * cells, (time + 1) * cells));

/** Millimetres by NIfTI's code of spatial units; without one they are taken for millimetres, as other readers do. */
const millimetres: Readonly<Record<number, number>> = { 1: 1000, 3: 0.001 };

const placeOf = (header: NIFTI1 | NIFTI2): Pick<Volume, 'spacing' | 'affine'> => {
  const unit = millimetres[header.xyzt_units & NIFTI1.SPATIAL_UNITS_MASK] ?? 1;
  const [dx, dy, dz] = [1, 2, 3].map((axis) => Math.abs(header.pixDims[axis]!) * unit);
  const known = [dx, dy, dz].every((size) => Number.isFinite(size) && size! > 0);
  const placed = (header.qform_code > 0 || header.sform_code > 0) && header.affine.flat().every(Number.isFinite);
  return {
    spacing: known ? [dx!, dy!, dz!] : undefined,
    affine: placed
      ? header.affine.slice(0, 3).map(([a, b, c, d]) => [a! * unit, b! * unit, c! * unit, d! * unit] as const)
      : undefined,
  };
};
