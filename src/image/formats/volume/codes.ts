/** Turns stored numbers into integer codes of 8 or 16 bits. */
import { FLOAT_LIMIT, type NumberArray } from '../../samples.js';

/** Codes of a plane, and the line by which they stand for stored numbers. */
export interface Coded {
  readonly plane: Uint8Array | Uint16Array;
  /** Stored number = code · scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /** 1 where the stored number is NaN, infinite, or beyond the range of 32-bit floats. */
  readonly missing: Uint8Array | undefined;
  /**
   * How stored numbers are rounded: not at all; to 32-bit floats, which is what values are read as; or to the nearest of 65,536 steps
   * from the least to the greatest.
   */
  readonly rounded: 'no' | 'to-floats' | 'to-steps';
}

const TOP = 65535;

/** Integers that span no more than 65,536 values are only shifted; others are spread over 65,536 codes, to the nearest. */
export const toCodes = (numbers: NumberArray): Coded => {
  if (numbers instanceof Uint8Array || numbers instanceof Uint16Array) {
    return { plane: numbers, scale: 1, offset: 0, missing: undefined, rounded: 'no' };
  }
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let whole = true;
  let missing: Uint8Array | undefined;
  for (let k = 0; k < numbers.length; k++) {
    const v = numbers[k]!;
    if (!(Math.abs(v) <= FLOAT_LIMIT)) {
      missing ??= new Uint8Array(numbers.length);
      missing[k] = 1;
      continue;
    }
    if (v < least) least = v;
    if (v > most) most = v;
    if (whole && !Number.isInteger(v)) whole = false;
  }
  const span = most - least;
  const spread = span > 0 && !(whole && span <= TOP);
  const scale = spread ? span / TOP : 1;
  const offset = Number.isFinite(least) ? least : 0;
  const plane = new Uint16Array(numbers.length);
  for (let k = 0; k < plane.length; k++) if (missing?.[k] !== 1) plane[k] = Math.round((numbers[k]! - offset) / scale);
  const kept = numbers instanceof Float32Array || [least, most].every(isKept);
  return { plane, scale, offset, missing, rounded: spread ? 'to-steps' : kept ? 'no' : 'to-floats' };
};

/** Whether a 32-bit float is a number and all whole numbers between it and 0; also where there is no number at all. */
const isKept = (value: number): boolean => {
  if (!Number.isFinite(value)) return true;
  return Math.fround(value) === value && Math.abs(value) <= 2 ** 24;
};

/** Combines flags of missing values: 1 where at least one of them is 1. */
export const anyMissing = (flags: readonly (Uint8Array | undefined)[]): Uint8Array | undefined => {
  const given = flags.filter((flag) => flag !== undefined);
  const [first, ...others] = given;
  if (!first || others.length === 0) return first;
  return first.map((flag, k) => (flag !== 0 || others.some((other) => other[k] !== 0) ? 1 : 0));
};
