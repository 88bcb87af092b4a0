/** The headers of NIfTI-1 (348 bytes) and NIfTI-2 (540 bytes), of either order of bytes, in one file with their samples. */

import { because, Damage } from '../../../core/reasons.js';

/** A row of an affine matrix. */
export type Row = readonly [number, number, number, number];

/** The content of a header, in voxels and mm. */
export interface NiftiHeader {
  readonly little: boolean;
  /** The number of dimensions, then the size of each. */
  readonly dims: readonly number[];
  readonly datatype: number;
  /** Offset of the samples, in bytes. */
  readonly offset: number;
  /** Value = sample · slope + intercept, where the slope is not 0. */
  readonly slope: number;
  readonly intercept: number;
  /** Code of the units of space and time. */
  readonly units: number;
  readonly pixelSizes: readonly number[];
  /** From voxel to world, in the units of space, where the file says it. */
  readonly affine: readonly [Row, Row, Row] | undefined;
}

/** Fewest bytes of a file with samples: the shorter header. */
export const NIFTI_HEADER = 348;

/** Offsets of the fields of one version, and how they are read. */
interface Fields {
  readonly size: number;
  readonly magic: readonly [at: number, text: string];
  readonly dims: readonly [at: number, step: number];
  readonly datatype: number;
  readonly sizes: readonly [at: number, step: number];
  readonly offset: number;
  readonly slope: number;
  readonly units: number;
  readonly codes: readonly [qform: number, sform: number];
  readonly quaternion: number;
  readonly rows: number;
}

const first: Fields = {
  size: 348,
  magic: [344, 'n+1\0'],
  dims: [40, 2],
  datatype: 70,
  sizes: [76, 4],
  offset: 108,
  slope: 112,
  units: 123,
  codes: [252, 254],
  quaternion: 256,
  rows: 280,
};

const second: Fields = {
  size: 540,
  magic: [4, 'n+2\0'],
  dims: [16, 8],
  datatype: 12,
  sizes: [104, 8],
  offset: 168,
  slope: 176,
  units: 500,
  codes: [344, 348],
  quaternion: 352,
  rows: 400,
};

/** The version whose size the first word gives, in the order of bytes in which it does. */
const versionOf = (view: DataView): { readonly fields: Fields; readonly little: boolean } | undefined => {
  for (const fields of [first, second])
    for (const little of [true, false])
      if (view.byteLength >= fields.size && view.getInt32(0, little) === fields.size) return { fields, little };
  return undefined;
};

/** @throws RangeError where the bytes are no header of a file that holds its samples */
export const niftiHeader = (bytes: Uint8Array): NiftiHeader => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = versionOf(view);
  if (!version)
    throw new Damage(because('nifti-unknown')`its first bytes are of no volume format known here (NIfTI, TIFF)`);
  const { fields, little } = version;
  const [at, text] = fields.magic;
  if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== text)
    throw new Damage(because('nifti-elsewhere')`its NIfTI header is damaged, or its samples are in another file`);
  const wide = fields === second;
  const float = (where: number): number => (wide ? view.getFloat64(where, little) : view.getFloat32(where, little));
  const code = (where: number): number => (wide ? view.getInt32(where, little) : view.getInt16(where, little));
  const whole = (where: number): number =>
    wide ? Number(view.getBigInt64(where, little)) : view.getInt16(where, little);
  const eight = (read: (where: number) => number, [start, step]: readonly [number, number]): number[] =>
    Array.from({ length: 8 }, (_, k) => read(start + k * step));
  const step = wide ? 8 : 4;
  const floats = (start: number, count: number): number[] =>
    Array.from({ length: count }, (_, k) => float(start + k * step));
  const pixelSizes = eight(float, fields.sizes);
  const [qform = 0, sform = 0] = fields.codes.map(code);
  const affine =
    sform > 0
      ? rowsOf(floats(fields.rows, 12))
      : qform > 0
        ? rotated(floats(fields.quaternion, 6), pixelSizes)
        : undefined;
  return {
    little,
    dims: eight(whole, fields.dims),
    datatype: view.getInt16(fields.datatype, little),
    offset: wide ? whole(fields.offset) : float(fields.offset),
    slope: float(fields.slope),
    intercept: float(fields.slope + step),
    units: wide ? view.getInt32(fields.units, little) : view.getUint8(fields.units),
    pixelSizes,
    affine: affine?.flat().every(Number.isFinite) ? affine : undefined,
  };
};

/** The three rows of twelve numbers. */
const rowsOf = (numbers: readonly number[]): [Row, Row, Row] => {
  const rowFrom = (start: number): Row => {
    const [x = 0, y = 0, z = 0, offset = 0] = numbers.slice(start);
    return [x, y, z, offset];
  };
  return [rowFrom(0), rowFrom(4), rowFrom(8)];
};

/** Method 2 of the NIfTI-1 standard: a rotation by the quaternion (a, b, c, d), the sizes of a voxel, and an offset. */
const rotated = (
  [b = 0, c = 0, d = 0, x = 0, y = 0, z = 0]: readonly number[],
  [handedness = 1, i = 0, j = 0, depth = 0]: readonly number[],
): [Row, Row, Row] => {
  const a = Math.sqrt(Math.max(0, 1 - (b * b + c * c + d * d)));
  const k = depth * (handedness < 0 ? -1 : 1);
  return [
    [(a * a + b * b - c * c - d * d) * i, 2 * (b * c - a * d) * j, 2 * (b * d + a * c) * k, x],
    [2 * (b * c + a * d) * i, (a * a + c * c - b * b - d * d) * j, 2 * (c * d - a * b) * k, y],
    [2 * (b * d - a * c) * i, 2 * (c * d + a * b) * j, (a * a + d * d - b * b - c * c) * k, z],
  ];
};
