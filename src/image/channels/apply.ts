/** Applies a transform to samples; the result depends on each pixel alone. */

import { naturalLog } from '../../core/numbers/logarithm.js';
import { yielding } from '../../core/yielding.js';
import { eachRun } from '../missing.js';
import type { Samples } from '../samples.js';
import { type Fill, type PlaneSamples, paletteFill, quantileFill } from './codes.js';
import { isMissing } from './statistics.js';
import { type Affine, type AffinePlane, bitsOf, type Transform } from './transform.js';

/** A transform of samples with its tables: properties of the result, and the planes of any run of pixels. */
export interface Applied {
  readonly bits: 8 | 16;
  readonly codes?: number;
  /** Number of planes. */
  readonly count: number;
  /** The planes of the pixels from `first` to before `end`, written over `spent` where it is given; rejects with `AbortError`. */
  planes(
    first: number,
    end: number,
    spent?: readonly PlaneSamples[],
    signal?: AbortSignal,
  ): Promise<readonly PlaneSamples[]>;
}

/** @param missing what `missingOf` says of these samples */
export const apply = (samples: Samples, transform: Transform, missing: Uint8Array | undefined): Applied => {
  const { data, bands } = samples;
  const filled = (bits: 8 | 16, fills: readonly Fill[]): Applied => ({
    bits,
    count: fills.length,
    planes: async (first, end, spent, signal) => {
      const planes = planesFor(fills.length, bits, end - first, spent);
      for (const [k, fill] of fills.entries()) {
        const out = planes[k]!;
        await walk([out], first, end, missing, signal, (from, to) => fill(out, from, to, first));
      }
      return planes;
    },
  });
  switch (transform.kind) {
    case 'bands': {
      if (data instanceof Float32Array) throw new TypeError('floating samples have no bands of integers');
      const bits = data instanceof Uint8Array ? 8 : 16;
      if (bands === 1 && transform.bands.length === 1)
        return { bits, count: 1, planes: async (first, end) => [data.subarray(first, end)] };
      return filled(
        bits,
        transform.bands.map((band) => bandOf(data, bands, band)),
      );
    }
    case 'luma':
      return filled(bitsOf(data) === 8 ? 8 : 16, [lumaOf(samples)]);
    case 'affine': {
      if (bands === 3 && transform.planes.length === 3) return threeAxes(samples, transform, missing);
      const top = transform.bits === 8 ? 255 : 65535;
      return filled(
        transform.bits,
        transform.planes.map((axis) => affineOf(samples, axis, top)),
      );
    }
    case 'logarithm':
      return filled(16, [logarithmOf(samples, transform)]);
    case 'absorbance':
      return filled(16, [absorbanceOf(samples, transform)]);
    case 'palette':
      return { ...filled(8, [paletteFill(samples, transform)]), codes: transform.centres.length };
    case 'quantiles':
      return { ...filled(8, [quantileFill(samples, transform)]), codes: transform.thresholds.length + 1 };
  }
};

const each =
  (value: (pixel: number) => number): Fill =>
  (out, from, to, first) => {
    for (let i = from; i < to; i++) out[i - first] = value(i);
  };

const bandOf =
  (data: Exclude<Samples['data'], Float32Array>, bands: number, band: number): Fill =>
  (out, from, to, first) =>
    copyEvery(data, from * bands + band, bands, out, from - first, to - first);

/** Loops over pixels get all values as arguments, because variables of a closure would be looked up for each pixel. */
const copyEvery = (
  data: PlaneSamples,
  start: number,
  step: number,
  out: PlaneSamples,
  first: number,
  end: number,
): void => {
  for (let i = first, at = start; i < end; i++, at += step) out[i] = data[at]!;
};

const planesFor = (
  count: number,
  bits: 8 | 16,
  pixels: number,
  spent: readonly PlaneSamples[] = [],
): readonly PlaneSamples[] =>
  Array.from(
    { length: count },
    (_, k) => spent[k]?.subarray(0, pixels) ?? (bits === 8 ? new Uint8Array(pixels) : new Uint16Array(pixels)),
  );

/** Fills planes of the pixels from `first` to before `end`; those of missing pixels become 0. */
const walk = async (
  planes: readonly PlaneSamples[],
  first: number,
  end: number,
  missing: Uint8Array | undefined,
  signal: AbortSignal | undefined,
  fill: (from: number, to: number) => void,
): Promise<void> => {
  for await (const [from, to] of yielding(end - first, signal)) {
    if (missing) for (const plane of planes) plane.fill(0, from, to);
    eachRun(missing, first + from, first + to, fill);
  }
};

/** Flags of the pixels without data: those that the samples flag, and those with a value that is not finite, or without a logarithm where the transform takes one. */
export const missingOf = async (
  samples: Samples,
  transform: Transform,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const { data, bands, width, height } = samples;
  const positive = transform.kind === 'logarithm' ? [transform.band, transform.over ?? transform.band] : [];
  if (!(data instanceof Float32Array) && positive.length === 0) return samples.missing;
  let found = false;
  const mask = new Uint8Array(width * height);
  for await (const [from, to] of yielding(width * height, signal)) {
    for (let i = from; i < to; i++) {
      if (!isMissing(samples, i) && positive.every((band) => data[i * bands + band]! > 0)) continue;
      mask[i] = 1;
      found = true;
    }
  }
  return found ? mask : undefined;
};

const lumaOf =
  ({ data, bands }: Samples): Fill =>
  (out, from, to, first) => {
    for (let i = from - first, at = from * bands; i < to - first; i++, at += bands)
      out[i] = Math.floor((19595 * data[at]! + 38470 * data[at + 1]! + 7471 * data[at + 2]! + 32768) / 65536);
  };

const quantised = (value: number, top: number): number => {
  const rounded = Math.floor(value + 0.5);
  return rounded <= 0 ? 0 : Math.min(rounded, top);
};

/** The usual case, colours on their three axes, in one pass over the samples; the same arithmetic as `affineOf`. */
const threeAxes = (samples: Samples, { bits, planes: axes }: Affine, missing: Uint8Array | undefined): Applied => {
  const [one, two, three] = axes;
  const given = { axes: [one!, two!, three!], top: bits === 8 ? 255 : 65535 } as const;
  return {
    bits,
    count: 3,
    planes: async (first, end, spent, signal) => {
      const planes = planesFor(3, bits, end - first, spent);
      const [p, q, r] = planes;
      await walk(planes, first, end, missing, signal, (from, to) =>
        fillThree(samples.data, given, { planes: [p!, q!, r!], first }, from, to),
      );
      return planes;
    },
  };
};

type Three<T> = readonly [T, T, T];

/**
 * Fills three planes with the pixels [from, to).
 * @param top maximum value of the planes
 * @param first the pixel with which the planes begin
 */
const fillThree = (
  data: Samples['data'],
  { axes: [one, two, three], top }: { readonly axes: Three<AffinePlane>; readonly top: number },
  { planes: [p, q, r], first }: { readonly planes: Three<PlaneSamples>; readonly first: number },
  from: number,
  to: number,
): void => {
  const [pa = 0, pb = 0, pc = 0] = one.weights;
  const [qa = 0, qb = 0, qc = 0] = two.weights;
  const [ra = 0, rb = 0, rc = 0] = three.weights;
  for (let i = from - first, at = from * 3; i < to - first; i++, at += 3) {
    const a = data[at]!;
    const b = data[at + 1]!;
    const c = data[at + 2]!;
    const x = (pa * a + pb * b + pc * c - one.offset) * one.scale + 0.5;
    const y = (qa * a + qb * b + qc * c - two.offset) * two.scale + 0.5;
    const z = (ra * a + rb * b + rc * c - three.offset) * three.scale + 0.5;
    p[i] = Math.max(0, Math.min(x, top));
    q[i] = Math.max(0, Math.min(y, top));
    r[i] = Math.max(0, Math.min(z, top));
  }
};

const affineOf = ({ data, bands }: Samples, { weights, offset, scale }: AffinePlane, top: number): Fill => {
  const used = Math.min(bands, weights.length);
  const [a = 0, b = 0, c = 0] = weights;
  if (used === 3)
    return (out, from, to, first) => {
      for (let i = from - first, at = from * bands; i < to - first; i++, at += bands)
        out[i] = quantised((a * data[at]! + b * data[at + 1]! + c * data[at + 2]! - offset) * scale, top);
    };
  return each((pixel) => {
    let sum = 0;
    for (let k = 0, at = pixel * bands; k < used; k++, at++) sum += weights[k]! * data[at]!;
    return quantised((sum - offset) * scale, top);
  });
};

const logarithmOf = (
  { data, bands }: Samples,
  { band, over, offset, scale }: Transform & { kind: 'logarithm' },
): Fill => {
  const log = tabled(data, (value) => (value > 0 ? naturalLog(value) : 0));
  return each((pixel) => {
    const at = pixel * bands;
    const value = log(data[at + band]!) - (over === undefined ? 0 : log(data[at + over]!));
    return quantised((value - offset) * scale, 65535);
  });
};

const absorbanceOf = (
  { data, bands }: Samples,
  { weights, white, offset, scale }: Transform & { kind: 'absorbance' },
): Fill => {
  const whitest = naturalLog(white + 1);
  const density = (value: number): number => whitest - naturalLog(value + 1);
  const [r, g, b] = weights;
  if (data instanceof Float32Array)
    return each((pixel) => {
      const at = pixel * bands;
      const sum = r * density(data[at]!) + g * density(data[at + 1]!) + b * density(data[at + 2]!);
      return quantised((sum - offset) * scale, 65535);
    });
  const [red, green, blue] = weights.map((weight) => tableOf(data, (value) => weight * density(value)));
  return (out, from, to, first) => fillDensities(data, bands, red!, green!, blue!, offset, scale, out, from, to, first);
};

const fillDensities = (
  data: PlaneSamples,
  bands: number,
  red: Float64Array,
  green: Float64Array,
  blue: Float64Array,
  offset: number,
  scale: number,
  out: PlaneSamples,
  from: number,
  to: number,
  start: number,
): void => {
  for (let i = from - start, at = from * bands; i < to - start; i++, at += bands) {
    const sum = red[data[at]!]! + green[data[at + 1]!]! + blue[data[at + 2]!]!;
    out[i] = quantised((sum - offset) * scale, 65535);
  }
};

/** A function of one sample, from a table where samples are integers. */
const tabled = (data: Samples['data'], f: (value: number) => number): ((value: number) => number) => {
  if (data instanceof Float32Array) return f;
  const table = tableOf(data, f);
  return (value) => table[value]!;
};

const tableOf = (data: PlaneSamples, f: (value: number) => number): Float64Array =>
  Float64Array.from({ length: data instanceof Uint8Array ? 256 : 65536 }, (_, value) => f(value));
