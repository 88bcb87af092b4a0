/** Statistics of a domain, the same bits on every machine: integers add exactly, floats in the order of the pixels. */

import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { yielding } from '../../core/yielding.js';
import { eachRun } from '../missing.js';
import { samplesLike } from '../sample-arrays.js';
import type { SampleArray, Samples } from '../samples.js';

/** Means and covariance of the bands. */
export interface SampleMoments {
  /** Pixels that have data in every band. */
  readonly count: number;
  readonly means: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

/** The least and the greatest value of a band. */
export interface Range {
  readonly least: number;
  readonly most: number;
  /** Every value is a whole number. */
  readonly whole: boolean;
}

/** Integer products below 2^32 stay exact in a double for 2^21 of them; a slice holds fewer. */
const SLICE = 1 << 16;

/** Whether a pixel, by its index, has no data. */
export const isMissing = ({ missing, data, bands }: Samples, pixel: number): boolean => {
  if (missing !== undefined && missing[pixel] === 1) return true;
  if (!(data instanceof Float32Array)) return false;
  for (let at = pixel * bands, end = at + bands; at < end; at++) if (!Number.isFinite(data[at]!)) return true;
  return false;
};

/** Pixels that the axes and palettes of a domain are taken from, at most. */
const ENOUGH = 1 << 19;

/** Every s-th pixel of every s-th row, so that enough are left; the samples themselves where they are few. */
export const thinned = (samples: Samples): Samples => {
  const { width, height, bands, data, missing } = samples;
  const step = Math.ceil(Math.sqrt((width * height) / ENOUGH));
  if (step === 1) return samples;
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  const thin = samplesLike(data, w * h * bands);
  const mask = missing === undefined ? undefined : new Uint8Array(w * h);
  for (let y = 0, k = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step, k++) {
      const pixel = y * width + x;
      for (let c = 0; c < bands; c++) thin[k * bands + c] = data[pixel * bands + c]!;
      if (mask !== undefined && missing !== undefined) mask[k] = missing[pixel]!;
    }
  }
  return { width: w, height: h, bands, data: thin, ...(mask === undefined ? {} : { missing: mask }) };
};

/** Weighted sum of the bands of a pixel, in the order of the bands. */
export const weighted = ({ data, bands }: Samples, weights: readonly number[]): ((pixel: number) => number) => {
  if (bands === 1 && weights[0] === 1) return (pixel) => data[pixel]!;
  const [a = 0, b = 0, c = 0] = weights;
  if (bands === 3) return (pixel) => a * data[3 * pixel]! + b * data[3 * pixel + 1]! + c * data[3 * pixel + 2]!;
  return (pixel) => {
    let sum = 0;
    for (let k = 0, at = pixel * bands; k < bands; k++, at++) sum += weights[k]! * data[at]!;
    return sum;
  };
};

/** Means and covariance of the bands. */
export const momentsOf = async (samples: Samples, signal?: AbortSignal): Promise<SampleMoments> =>
  samples.data instanceof Float32Array ? floatMoments(samples, signal) : integerMoments(samples, signal);

const integerMoments = async (samples: Samples, signal: AbortSignal | undefined): Promise<SampleMoments> => {
  const { data, bands, width, height, missing } = samples;
  const sums = new Float64Array(bands);
  const products = new Float64Array(bands * bands);
  const totals = Array.from(sums, () => 0n);
  const totalProducts = Array.from(products, () => 0n);
  let count = 0;
  for await (const [from, to] of yielding(width * height, signal, SLICE)) {
    sums.fill(0);
    products.fill(0);
    eachRun(missing, from, to, (first, end) => {
      count += end - first;
      if (bands === 3) {
        addThree(data, first, end, sums, products);
        return;
      }
      for (let c = 0; c < bands; c++) {
        sums[c]! += sumOf(data, bands, first, end, c);
        for (let d = c; d < bands; d++) products[c * bands + d]! += sumOf(data, bands, first, end, c, d);
      }
    });
    sums.forEach((sum, k) => {
      totals[k]! += BigInt(sum);
    });
    products.forEach((sum, k) => {
      totalProducts[k]! += BigInt(sum);
    });
  }
  const n = BigInt(count);
  const square = Number(n * n);
  return moments(
    count,
    bands,
    (c) => Number(totals[c]!) / count,
    (c, d) => Number(n * totalProducts[c * bands + d]! - totals[c]! * totals[d]!) / square,
  );
};

/** Adds the sums and products of three bands over a run of pixels, in one pass. */
const addThree = (data: SampleArray, from: number, to: number, sums: Float64Array, products: Float64Array): void => {
  let [a, b, c, aa, ab, ac, bb, bc, cc] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 3 * from; at < 3 * to; at += 3) {
    const [x, y, z] = [data[at]!, data[at + 1]!, data[at + 2]!];
    a += x;
    b += y;
    c += z;
    aa += x * x;
    ab += x * y;
    ac += x * z;
    bb += y * y;
    bc += y * z;
    cc += z * z;
  }
  for (const [k, sum] of [a, b, c].entries()) sums[k]! += sum;
  for (const [k, sum] of [aa, ab, ac, 0, bb, bc, 0, 0, cc].entries()) products[k]! += sum;
};

/** The sum of a band over a run of pixels, or of the products of two. */
const sumOf = (data: SampleArray, bands: number, from: number, to: number, c: number, d = -1): number => {
  let sum = 0;
  const end = to * bands;
  if (d < 0) for (let at = from * bands; at < end; at += bands) sum += data[at + c]!;
  else for (let at = from * bands; at < end; at += bands) sum += data[at + c]! * data[at + d]!;
  return sum;
};

const floatMoments = async (samples: Samples, signal: AbortSignal | undefined): Promise<SampleMoments> => {
  const { data, bands, width, height } = samples;
  const sums = new Float64Array(bands);
  let count = 0;
  for await (const [from, to] of yielding(width * height, signal)) {
    for (let i = from; i < to; i++) {
      if (isMissing(samples, i)) continue;
      count++;
      for (let c = 0; c < bands; c++) sums[c]! += data[i * bands + c]!;
    }
  }
  const means = sums.map((sum) => sum / count);
  const products = new Float64Array(bands * bands);
  for await (const [from, to] of yielding(width * height, signal)) {
    for (let i = from; i < to; i++) {
      if (isMissing(samples, i)) continue;
      const at = i * bands;
      for (let c = 0; c < bands; c++) {
        const v = data[at + c]! - means[c]!;
        for (let d = c; d < bands; d++) products[c * bands + d]! += v * (data[at + d]! - means[d]!);
      }
    }
  }
  return moments(
    count,
    bands,
    (c) => means[c]!,
    (c, d) => products[c * bands + d]! / count,
  );
};

const moments = (
  count: number,
  bands: number,
  mean: (c: number) => number,
  covariance: (c: number, d: number) => number,
): SampleMoments => {
  if (count === 0) throw emptyDomain();
  const each = Array.from({ length: bands }, (_, c) => c);
  return {
    count,
    means: each.map(mean),
    covariance: each.map((c) => each.map((d) => covariance(Math.min(c, d), Math.max(c, d)))),
  };
};

/** Least and most of `value(pixel)` over the pixels with data; `NaN` marks a pixel without. */
export const rangeOf = async (
  samples: Samples,
  value: (pixel: number) => number,
  signal?: AbortSignal,
): Promise<Range> => {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let whole = true;
  const float = samples.data instanceof Float32Array;
  for await (const [from, to] of yielding(samples.width * samples.height, signal)) {
    eachRun(samples.missing, from, to, (first, end) => {
      for (let i = first; i < end; i++) {
        if (float && isMissing(samples, i)) continue;
        const v = value(i);
        if (v < least) least = v;
        if (v > most) most = v;
        whole &&= Number.isInteger(v) || Number.isNaN(v);
      }
    });
  }
  if (least > most) throw emptyDomain();
  return { least, most, whole };
};

/** Steps of the quantised values from one value of a range to the next. */
export const stretch = ({ least, most }: Pick<Range, 'least' | 'most'>, top: number): number =>
  most > least ? top / (most - least) : 0;

/** Ranges of weighted sums of the bands, as of `rangeOf`; of three integer bands and three sums in one pass. */
export const rangesOf = async (
  samples: Samples,
  sums: readonly (readonly number[])[],
  signal?: AbortSignal,
): Promise<readonly Pick<Range, 'least' | 'most'>[]> => {
  const { data, bands, width, height, missing } = samples;
  if (bands !== 3 || sums.length !== 3 || data instanceof Float32Array) {
    const ranges = [];
    for (const weights of sums) ranges.push(await rangeOf(samples, weighted(samples, weights), signal));
    return ranges;
  }
  const [p, q, r] = sums as readonly [readonly number[], readonly number[], readonly number[]];
  const ends = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for await (const [from, to] of yielding(width * height, signal))
    eachRun(missing, from, to, (first, end) => widen(data, first, end, p, q, r, ends));
  return sums.map((_, k) => ({ least: ends[k]!, most: ends[3 + k]! }));
};

/** Widens the ends of three ranges, first the least values, to the sums of the pixels from `from` to before `to`. */
const widen = (
  data: SampleArray,
  from: number,
  to: number,
  [pa = 0, pb = 0, pc = 0]: readonly number[],
  [qa = 0, qb = 0, qc = 0]: readonly number[],
  [ra = 0, rb = 0, rc = 0]: readonly number[],
  ends: Float64Array,
): void => {
  let leastP = ends[0]!;
  let leastQ = ends[1]!;
  let leastR = ends[2]!;
  let mostP = ends[3]!;
  let mostQ = ends[4]!;
  let mostR = ends[5]!;
  for (let at = 3 * from; at < 3 * to; at += 3) {
    const a = data[at]!;
    const b = data[at + 1]!;
    const c = data[at + 2]!;
    const x = pa * a + pb * b + pc * c;
    const y = qa * a + qb * b + qc * c;
    const z = ra * a + rb * b + rc * c;
    if (x < leastP) leastP = x;
    if (x > mostP) mostP = x;
    if (y < leastQ) leastQ = y;
    if (y > mostQ) mostQ = y;
    if (z < leastR) leastR = z;
    if (z > mostR) mostR = z;
  }
  ends.set([leastP, leastQ, leastR, mostP, mostQ, mostR]);
};

/** Thrown where a domain holds no pixel that the channel can use. */
export const emptyDomain = (channel = 'of this image'): SegmenterError =>
  new SegmenterError('bad-parameter', {
    name: 'channel',
    value: channel,
    wanted: because('no-value')`no pixel of the domain has a value in it; choose another channel or a domain with data`,
  });
