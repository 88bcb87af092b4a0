import { addTo64, double64 } from '../../core/wide.js';
import type { Field, PlaneSamples } from '../bits/grid.js';
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

/** Cells whose sums are surely exact in a double: below 2¹⁶ · 2³². */
const BLOCK = 2 ** 16;

/** The moments of a mask (one byte a cell); cells without data count nowhere. */
export const momentsOf = (field: Field, mask: Uint8Array): Moments => {
  const { planes, missing } = field;
  const moments = newMoments(planes.length);
  const stride = regionWords(planes.length);
  const cells = cellsOf(field.grid);
  for (let from = 0; from < cells; from += BLOCK) {
    const to = Math.min(cells, from + BLOCK);
    addCounts(moments, stride, mask, missing, from, to);
    for (const [band, plane] of planes.entries()) addSums(moments, stride, band, plane, mask, missing, from, to);
  }
  return moments;
};

const addCounts = (
  moments: Moments,
  stride: number,
  mask: Uint8Array,
  missing: Uint8Array | undefined,
  from: number,
  to: number,
): void => {
  let [inside, whole] = [0, 0];
  for (let cell = from; cell < to; cell++) {
    if (missing !== undefined && missing[cell] !== 0) continue;
    whole++;
    if (mask[cell] !== 0) inside++;
  }
  moments[0]! += inside;
  moments[stride]! += whole;
};

const addSums = (
  moments: Moments,
  stride: number,
  band: number,
  plane: PlaneSamples,
  mask: Uint8Array,
  missing: Uint8Array | undefined,
  from: number,
  to: number,
): void => {
  let [s, q, insideS, insideQ] = [0, 0, 0, 0];
  for (let cell = from; cell < to; cell++) {
    if (missing !== undefined && missing[cell] !== 0) continue;
    const z = plane[cell]!;
    s += z;
    q += z * z;
    if (mask[cell] === 0) continue;
    insideS += z;
    insideQ += z * z;
  }
  const at = 1 + 4 * band;
  addTo64(moments, at, insideS);
  addTo64(moments, at + 2, insideQ);
  addTo64(moments, stride + at, s);
  addTo64(moments, stride + at + 2, q);
};
