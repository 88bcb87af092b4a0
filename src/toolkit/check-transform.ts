/** Checks of a transform that comes from outside, as in the record of an earlier call. */

import type { Transform } from '../image/channels/transform.js';
import type { Samples } from '../image/samples.js';

/** Most codes, which bytes hold. */
const MOST_CODES = 256;

/** Whether a value is a transform, with members of the right kinds. */
export const isTransform = (value: unknown): value is Transform => {
  if (typeof value !== 'object' || value === null) return false;
  const its: Readonly<Record<string, unknown>> = { ...value };
  const stretched = isNumber(its.offset) && isNumber(its.scale);
  switch (its.kind) {
    case 'bands':
      return isList(its.bands, isBand);
    case 'luma':
      return true;
    case 'affine':
      return isAffine(its);
    case 'logarithm':
      return stretched && isBand(its.band) && (its.over === undefined || isBand(its.over));
    case 'absorbance':
      return stretched && isNumber(its.white) && its.white > -1 && isList(its.weights, isNumber, 3);
    case 'palette':
      return isAffine(its.axes) && isList(its.centres, (centre) => isList(centre, isNumber)) && few(its.centres);
    case 'quantiles':
      return isBand(its.band) && Array.isArray(its.thresholds) && its.thresholds.every(isNumber) && few(its.thresholds);
    default:
      return false;
  }
};

/** Whether samples have the bands that a transform takes, of a kind that it takes. */
export const fitsTransform = ({ bands, data }: Samples, transform: Transform): boolean => {
  const whole = !(data instanceof Float32Array);
  switch (transform.kind) {
    case 'bands':
      return whole && transform.bands.every((band) => band < bands);
    case 'luma':
      return whole && bands >= 3;
    case 'affine':
      return transform.planes.every(({ weights }) => weights.length <= bands);
    case 'palette':
      return transform.axes.planes.every(({ weights }) => weights.length <= bands);
    case 'logarithm':
      return transform.band < bands && (transform.over ?? 0) < bands;
    case 'absorbance':
      return bands >= 3;
    case 'quantiles':
      return transform.band < bands;
  }
};

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isBand = (value: unknown): boolean => isNumber(value) && Number.isInteger(value) && value >= 0;

const isList = (value: unknown, fits: (entry: unknown) => boolean, length?: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && (length ?? value.length) === value.length && value.every(fits);

const few = (list: readonly unknown[]): boolean => list.length <= MOST_CODES;

const isAffine = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { bits, planes }: Readonly<Record<string, unknown>> = { ...value };
  return (bits === 8 || bits === 16) && isList(planes, isPlane);
};

const isPlane = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { weights, offset, scale }: Readonly<Record<string, unknown>> = { ...value };
  return isList(weights, isNumber) && isNumber(offset) && isNumber(scale);
};
