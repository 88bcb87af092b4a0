import { addTo64, double64 } from '../../core/numbers/wide.js';
import { countSet, eachSetRun } from '../bits/bits.js';
import type { Field, PlaneSamples } from '../bits/grid.js';
import { cellsOf } from '../bits/grid.js';

/**
 * Exact sums of samples, as words that the shaders share: for the inside, then for the whole domain,
 * [n, then per band Σz low, high, Σz² low, high]. The outside is the difference. 64-bit sums may wrap in between;
 * the final sums fit: cells < 2^28 and samples < 2^16 give Σz² < 2^60.
 */
export type MomentWords = Uint32Array;

/** Most cells of a field, so that sixteen times a sum of squares still fits 64 bits. */
export const MOST_CELLS = 2 ** 28 - 1;
/** Most bands, so that a sum of speeds fits a signed 32-bit integer. */
export const MOST_BANDS = 16;

/** Words of one region. */
export const regionWords = (bands: number): number => 1 + 4 * bands;
/** Moments of two regions, all 0. */
export const newMoments = (bands: number): MomentWords => new Uint32Array(2 * regionWords(bands));

/** Sums of one band over a region of `n` cells. */
export interface BandSums {
  readonly n: number;
  /** Σz and Σz², rounded to doubles. */
  readonly s: number;
  readonly q: number;
}

/** The sums of one band inside and outside, for display. */
export const bandSums = (words: MomentWords, band: number, bands: number): { inside: BandSums; outside: BandSums } => {
  const of = (region: number): BandSums => {
    const at = region + 1 + 4 * band;
    return { n: words[region]!, s: double64(words, at), q: double64(words, at + 2) };
  };
  const [inside, whole] = [of(0), of(regionWords(bands))];
  return { inside, outside: { n: whole.n - inside.n, s: whole.s - inside.s, q: whole.q - inside.q } };
};

/** Cells whose sums are surely exact in a double: below 2²⁰ · 2³². */
const BLOCK = 2 ** 20;

/** The moments of a mask (one byte a cell); cells without data count nowhere. */
export const momentsOf = (field: Field, mask: Uint8Array): MomentWords => {
  const { planes, missing } = field;
  const moments = newMoments(planes.length);
  const stride = regionWords(planes.length);
  const cells = cellsOf(field.grid);
  moments[stride] = cells - (missing === undefined ? 0 : countSet(missing));
  for (const [band, plane] of planes.entries()) moments.set(sumsOf(plane, missing), stride + 1 + 4 * band);
  for (let from = 0; from < cells; from += BLOCK) {
    addInside(moments, field, mask.subarray(from, from + BLOCK), from);
  }
  return moments;
};

const addInside = (moments: MomentWords, { planes, missing }: Field, mask: Uint8Array, from: number): void => {
  const sums = new Float64Array(1 + 2 * planes.length);
  eachSetRun(mask, (first, end) => {
    for (const [band, plane] of planes.entries()) {
      let [n, s, q] = [0, 0, 0];
      for (let cell = from + first; cell < from + end; cell++) {
        if (missing !== undefined && missing[cell] !== 0) continue;
        const z = plane[cell]!;
        n++;
        s += z;
        q += z * z;
      }
      if (band === 0) sums[0]! += n;
      sums[1 + 2 * band]! += s;
      sums[2 + 2 * band]! += q;
    }
  });
  moments[0]! += sums[0]!;
  for (let k = 1; k < sums.length; k++) addTo64(moments, 2 * k - 1, sums[k]!);
};

interface PlaneSums {
  readonly missing: Uint8Array | undefined;
  /** Σz low, high, Σz² low, high of the cells with data. */
  readonly words: Uint32Array;
}

/** A cache: planes are immutable, and a volume's plane has as many cells as all fronts of a run together. */
const known = new WeakMap<PlaneSamples, PlaneSums>();

const sumsOf = (plane: PlaneSamples, missing: Uint8Array | undefined): Uint32Array => {
  const found = known.get(plane);
  if (found !== undefined && found.missing === missing) return found.words;
  const words = new Uint32Array(4);
  for (let from = 0; from < plane.length; from += BLOCK) {
    const to = Math.min(plane.length, from + BLOCK);
    let [s, q] = [0, 0];
    for (let cell = from; cell < to; cell++) {
      if (missing !== undefined && missing[cell] !== 0) continue;
      const z = plane[cell]!;
      s += z;
      q += z * z;
    }
    addTo64(words, 0, s);
    addTo64(words, 2, q);
  }
  known.set(plane, { missing, words });
  return words;
};
