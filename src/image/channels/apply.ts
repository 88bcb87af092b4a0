/** Applies a transform to samples; the result depends on each pixel alone. */
import type { Samples } from '../samples.js';
import { slices } from '../slices.js';
import { cellAt } from './fit.js';
import { naturalLog } from './logarithm.js';
import { paletteTable } from './palette.js';
import { isMissing } from './statistics.js';
import { type AffinePlane, bitsOf, type Transform } from './transform.js';

export interface Applied {
  readonly bits: 8 | 16;
  readonly planes: (Uint8Array | Uint16Array)[];
  readonly codes?: number;
  readonly missing?: Uint8Array;
}

export const apply = async (samples: Samples, transform: Transform, signal?: AbortSignal): Promise<Applied> => {
  const { data } = samples;
  const missing = await missingOf(samples, transform, signal);
  const mask = missing === undefined ? {} : { missing };
  const mapped = async (bits: 8 | 16, values: readonly ((pixel: number) => number)[]): Promise<Applied> => {
    const planes: (Uint8Array | Uint16Array)[] = [];
    for (const value of values) planes.push(await mapPlane(samples, bits, value, missing, signal));
    return { bits, planes, ...mask };
  };
  switch (transform.kind) {
    case 'bands': {
      if (data instanceof Float32Array) throw new TypeError('floating samples have no bands of integers');
      const bits = data instanceof Uint8Array ? 8 : 16;
      if (samples.bands === 1 && transform.bands.length === 1) return { bits, planes: [data], ...mask };
      const { bands } = samples;
      return mapped(
        bits,
        transform.bands.map((band) => (pixel) => data[pixel * bands + band]!),
      );
    }
    case 'luma':
      return mapped(bitsOf(data) === 8 ? 8 : 16, [lumaOf(samples)]);
    case 'affine': {
      const top = transform.bits === 8 ? 255 : 65535;
      return mapped(
        transform.bits,
        transform.planes.map((plane) => affineOf(samples, plane, top)),
      );
    }
    case 'logarithm':
      return mapped(16, [logarithmOf(samples, transform)]);
    case 'absorbance':
      return mapped(16, [absorbanceOf(samples, transform)]);
    case 'palette': {
      const table = await paletteTable(transform.centres, signal);
      const cell = cellAt(samples, transform.axes);
      return { ...(await mapped(8, [(pixel) => table[cell(pixel)]!])), codes: transform.centres.length };
    }
    case 'quantiles': {
      const { thresholds, band } = transform;
      const { bands } = samples;
      const code = (value: number): number => {
        let k = 0;
        while (k < thresholds.length && thresholds[k]! <= value) k++;
        return k;
      };
      const codes = thresholds.length + 1;
      if (data instanceof Float32Array)
        return { ...(await mapped(8, [(pixel) => code(data[pixel * bands + band]!)])), codes };
      const table = Uint8Array.from({ length: data instanceof Uint8Array ? 256 : 65536 }, (_, value) => code(value));
      return { ...(await mapped(8, [(pixel) => table[data[pixel * bands + band]!]!])), codes };
    }
  }
};

const mapPlane = async (
  { width, height }: Samples,
  bits: 8 | 16,
  value: (pixel: number) => number,
  missing: Uint8Array | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | Uint16Array> => {
  const total = width * height;
  const plane = bits === 8 ? new Uint8Array(total) : new Uint16Array(total);
  for await (const [from, to] of slices(total, signal))
    for (let i = from; i < to; i++) if (missing === undefined || missing[i] === 0) plane[i] = value(i);
  return plane;
};

/** The samples' own mask, with what is not finite and what the transform has no value for. */
const missingOf = async (
  samples: Samples,
  transform: Transform,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const { data, bands, width, height } = samples;
  const positive = transform.kind === 'logarithm' ? [transform.band, transform.over ?? transform.band] : [];
  if (!(data instanceof Float32Array) && positive.length === 0) return samples.missing;
  let found = false;
  const mask = new Uint8Array(width * height);
  for await (const [from, to] of slices(width * height, signal)) {
    for (let i = from; i < to; i++) {
      if (!isMissing(samples, i) && positive.every((band) => data[i * bands + band]! > 0)) continue;
      mask[i] = 1;
      found = true;
    }
  }
  return found ? mask : undefined;
};

const lumaOf = ({ data, bands }: Samples): ((pixel: number) => number) =>
  data instanceof Uint8Array
    ? (pixel) => {
        const at = pixel * bands;
        return (19595 * data[at]! + 38470 * data[at + 1]! + 7471 * data[at + 2]! + 32768) >> 16;
      }
    : (pixel) => {
        const at = pixel * bands;
        return Math.floor((19595 * data[at]! + 38470 * data[at + 1]! + 7471 * data[at + 2]! + 32768) / 65536);
      };

const quantised = (value: number, top: number): number => {
  const rounded = Math.floor(value + 0.5);
  return rounded <= 0 ? 0 : Math.min(rounded, top);
};

const affineOf = (
  { data, bands }: Samples,
  { weights, offset, scale }: AffinePlane,
  top: number,
): ((pixel: number) => number) => {
  const used = Math.min(bands, weights.length);
  return (pixel) => {
    let sum = 0;
    for (let c = 0, at = pixel * bands; c < used; c++, at++) sum += weights[c]! * data[at]!;
    return quantised((sum - offset) * scale, top);
  };
};

const logarithmOf = (
  { data, bands }: Samples,
  { band, over, offset, scale }: Transform & { kind: 'logarithm' },
): ((pixel: number) => number) => {
  const log = tabled(data, (value) => (value > 0 ? naturalLog(value) : 0));
  return (pixel) => {
    const at = pixel * bands;
    const value = log(data[at + band]!) - (over === undefined ? 0 : log(data[at + over]!));
    return quantised((value - offset) * scale, 65535);
  };
};

const absorbanceOf = (
  { data, bands }: Samples,
  { weights, white, offset, scale }: Transform & { kind: 'absorbance' },
): ((pixel: number) => number) => {
  const whitest = naturalLog(white + 1);
  const density = tabled(data, (value) => whitest - naturalLog(value + 1));
  const [r, g, b] = weights;
  return (pixel) => {
    const at = pixel * bands;
    const sum = r * density(data[at]!) + g * density(data[at + 1]!) + b * density(data[at + 2]!);
    return quantised((sum - offset) * scale, 65535);
  };
};

/** A function of one sample, from a table where samples are integers. */
const tabled = (data: Samples['data'], f: (value: number) => number): ((value: number) => number) => {
  if (data instanceof Float32Array) return f;
  const table = Float64Array.from({ length: data instanceof Uint8Array ? 256 : 65536 }, (_, value) => f(value));
  return (value) => table[value]!;
};
