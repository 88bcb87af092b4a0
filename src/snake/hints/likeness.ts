/** The likeness of cells: how well their values match those of the object or of its surroundings. */

import { ofRank } from '../../core/numbers/rank.js';
import { type CellPlanes, smoothed } from './cells.js';

/** Bins per plane, maximum number of planes used, and the share of cells at either end that the outer bins take in besides. */
const BINS = 16;
const PLANES = 3;
const TAIL = 0.01;
/** Smoothing passes against noise. */
const PASSES = 2;
/** Prior count of cells per region, in all colours together. */
const UNKNOWN = 10;

/** The colour of each cell: one of `colours` numbers. */
export interface Colours {
  readonly of: Uint16Array;
  readonly planes: number;
  readonly colours: number;
}

/** Numbers the cells by colour: each plane is smoothed, cut at its tails, and divided into classes of equal width. */
export const coloursOf = ({ planes, empty, width, height }: CellPlanes): Colours => {
  const seen = planes.slice(0, PLANES);
  const of = new Uint16Array(width * height);
  for (const plane of seen) {
    const even = smoothed(plane, width, PASSES);
    const full = even.filter((_, i) => empty[i] === 0);
    const low = ofRank(full, Math.floor(TAIL * full.length)) ?? 0;
    const high = ofRank(full, Math.floor((1 - TAIL) * full.length)) ?? 1;
    const scale = BINS / Math.max(high - low, Number.MIN_VALUE);
    for (let i = 0; i < of.length; i++) {
      of[i] = of[i]! * BINS + Math.min(Math.max(Math.floor((even[i]! - low) * scale), 0), BINS - 1);
    }
  }
  return { of, planes: seen.length, colours: BINS ** seen.length };
};

/**
 * Likeness of each cell to the object, whose cells have values above one half: the share of its colour among the object's cells, divided by the sum of
 * that share in both regions; cells are weighted by `weight`.
 */
export const likeness = (
  { of, planes, colours }: Colours,
  values: Float64Array | Uint8Array,
  weight: Float64Array,
): Float64Array => {
  const [counts, others] = [new Float64Array(colours), new Float64Array(colours)];
  let [sum, otherSum] = [UNKNOWN, UNKNOWN];
  for (let i = 0; i < of.length; i++) {
    if (values[i]! > 0.5) {
      counts[of[i]!]! += weight[i]!;
      sum += weight[i]!;
    } else {
      others[of[i]!]! += weight[i]!;
      otherSum += weight[i]!;
    }
  }
  const [object, rest] = [spread(counts, planes), spread(others, planes)];
  const share = new Float64Array(colours);
  for (let colour = 0; colour < colours; colour++) {
    const here = (object[colour]! + UNKNOWN / colours) / sum;
    share[colour] = here / (here + (rest[colour]! + UNKNOWN / colours) / otherSum);
  }
  const alike = new Float64Array(of.length);
  for (let i = 0; i < alike.length; i++) alike[i] = share[of[i]!]!;
  return alike;
};

/** Counts smoothed along each plane's values, 1 2 1. */
const spread = (counts: Float64Array, planes: number): Float64Array => {
  let from = counts;
  for (let plane = 0, step = 1; plane < planes; plane++, step *= BINS) {
    const to = new Float64Array(from.length);
    for (let colour = 0; colour < from.length; colour++) {
      const value = Math.floor(colour / step) % BINS;
      const below = from[value > 0 ? colour - step : colour]!;
      to[colour] = (below + 2 * from[colour]! + from[value + 1 < BINS ? colour + step : colour]!) / 4;
    }
    from = to;
  }
  return from;
};
