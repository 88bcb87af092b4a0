import { addTo64, double64 } from '../../core/wide.js';
import type { Field } from '../bits/grid.js';
import { cellsOf } from '../bits/grid.js';

/**
 * Exact sums of samples, as words that the shaders share: for the inside, then for the whole domain,
 * [n, then per band Σz low, high, Σz² low, high]. The outside is the difference. 64-bit sums wrap on the way and fit at the
 * end: cells < 2^28 and samples < 2^16 give Σz² < 2^60.
 */
export type Moments = Uint32Array;

/** Most cells of a field, so that sixteen times a sum of squares still fits 64 bits. */
export const MOST_CELLS = 2 ** 28 - 1;
/** Most bands, so that a sum of speeds fits a signed 32-bit integer. */
export const MOST_BANDS = 16;

/** Words of one region. */
export const regionWords = (bands: number): number => 1 + 4 * bands;
export const newMoments = (bands: number): Moments => new Uint32Array(2 * regionWords(bands));

/** Adds cell `cell` to the region at word `region`, or takes it out (sign −1). */
export const addCell = (words: Uint32Array, region: number, field: Field, cell: number, sign: 1 | -1): void => {
  const { planes } = field;
  words[region] = words[region]! + sign;
  for (let band = 0, at = region + 1; band < planes.length; band++, at += 4) {
    const z = planes[band]![cell]!;
    addTo64(words, at, sign * z);
    addTo64(words, at + 2, sign * z * z);
  }
};

export interface BandSums {
  readonly n: number;
  /** Σz and Σz², rounded to doubles. */
  readonly s: number;
  readonly q: number;
}

/** The sums of one band inside and outside, for display. */
export const bandSums = (words: Moments, band: number, bands: number): { inside: BandSums; outside: BandSums } => {
  const of = (region: number): BandSums => {
    const at = region + 1 + 4 * band;
    return { n: words[region]!, s: double64(words, at), q: double64(words, at + 2) };
  };
  const [inside, whole] = [of(0), of(regionWords(bands))];
  return { inside, outside: { n: whole.n - inside.n, s: whole.s - inside.s, q: whole.q - inside.q } };
};

/** The moments of a mask (one byte a cell); cells without data count nowhere. */
export const momentsOf = (field: Field, mask: Uint8Array): Moments => {
  const { planes, missing } = field;
  const moments = newMoments(planes.length);
  const stride = regionWords(planes.length);
  const sums = new Float64Array(2 * stride);
  const flush = (): void => {
    for (const region of [0, stride]) {
      moments[region] = moments[region]! + sums[region]!;
      for (let k = 1; k < stride; k += 2) addTo64(moments, region + k, sums[region + k]!);
    }
    sums.fill(0);
  };
  const cells = cellsOf(field.grid);
  for (let cell = 0; cell < cells; cell++) {
    // Partial sums stay below 2^16 · 2^32.
    if ((cell & 0xffff) === 0) flush();
    if (missing && missing[cell] !== 0) continue;
    for (const region of mask[cell] !== 0 ? [0, stride] : [stride]) {
      sums[region]!++;
      for (let band = 0, at = region + 1; band < planes.length; band++, at += 4) {
        const z = planes[band]![cell]!;
        sums[at]! += z;
        sums[at + 2]! += z * z;
      }
    }
  }
  flush();
  return moments;
};
