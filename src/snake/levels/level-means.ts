/**
 * Estimates for the regions outside of the windows that are read: the moments of everything beyond a window, at a level
 * whose samples are read only near the ring (ALGORITHMS D.5).
 *
 * Sums are exact at the last level that was read whole, and for a window's own pixels. From there on each
 * region is represented by its mean moments per pixel. At the next finer level these are the coarser level's plus the mean
 * difference between the two levels, taken from pixels read at both (a difference estimator: Särndal, Swensson and
 * Wretman, Model Assisted Survey Sampling, 1992, 6.3). The means of a finer level hardly differ; its squares do, by
 * the noise that averaging removed, and so do its counts of codes.
 *
 * Only + − × ÷ and rounding of f64: the same on every machine.
 */
import { eachPair } from '../../core/geometry/pairs.js';
import { type ContourSpans, runsOn } from '../../core/geometry/scanline.js';
import type { ChannelPlanes } from '../../image/channels/channels.js';
import { eachRun } from '../../image/missing.js';
import type { Rest } from '../starts.js';
import type { Snapshot } from '../steps/optimiser.js';
import { addRuns, countRuns, type RunSums } from './pixel-sums.js';

/** A region's number of pixels and its moments per pixel: S and Q of every plane, or the shares of the codes. */
export interface RegionMeans {
  readonly pixels: number;
  readonly means: readonly number[];
}

/** The means of both regions at one level. */
export interface LevelMeans {
  readonly target: RegionMeans;
  readonly background: RegionMeans;
}

/**
 * Maximum number of pixels for which the rest counts. The criterion is homogeneous of degree one in its moments: the gain of a move
 * does not depend on the number of pixels behind the means once it is large; and its integers are designed for
 * 2³⁰ pixels.
 */
const MOST_PIXELS = 2 ** 29;

/** Exact means, of a level that was evolved as a whole. */
export const meansOf = ({ moments, domain }: Pick<Snapshot, 'moments' | 'domain'>): LevelMeans => {
  const region = (sums: readonly bigint[]): RegionMeans => {
    const pixels = Number(sums[0]!);
    return { pixels, means: sums.slice(1).map((sum) => Number(sum) / pixels) };
  };
  return { target: region(moments), background: region(domain.map((all, i) => all - moments[i]!)) };
};

/** The sums of both. */
export const addedSums = (one: WindowSums, other: WindowSums): WindowSums => {
  const added = (name: keyof WindowSums): Float64Array => one[name].map((sum, i) => sum + other[name][i]!);
  return { target: added('target'), background: added('background') };
};

/** Sums of the pixels with data inside and outside a ring: N, then S and Q of every plane, or the counts of codes. */
export interface WindowSums {
  readonly target: Float64Array;
  readonly background: Float64Array;
}

/**
 * Exact: below 2⁵³ for 2²¹ pixels of 16 bits.
 * @param inside the pixels of the target, in the coordinates of a window; the planes show the part of it from (left, top) on
 */
export const windowSums = (channel: ChannelPlanes, inside: ContourSpans, [left, top] = [0, 0]): WindowSums => {
  const { width, height, planes, codes, missing } = channel;
  const side = (): RunsOfRegion => ({
    runs: [],
    sums: new Float64Array(codes === undefined ? 1 + 2 * planes.length : 1 + codes),
  });
  const [target, background] = [side(), side()];
  for (let row = 0; row < height; row++) {
    const line = row * width;
    const runs = runsOn(inside, top + row);
    eachRun(missing, line, line + width, (first, end) => {
      let at = first;
      eachPair(runs, (runFirst, runEnd) => {
        const from = Math.max(at, line + runFirst - left);
        const until = Math.min(end, line + runEnd - left);
        if (from >= until) return;
        addRun(background, at, from);
        addRun(target, from, until);
        at = until;
      });
      addRun(background, at, end);
    });
  }
  const sides = [target, background];
  if (codes !== undefined) for (const each of sides) countRuns(planes[0]!, codes, each);
  else for (const [k, plane] of planes.entries()) addRuns(plane, sides, 1 + 2 * k);
  return { target: target.sums, background: background.sums };
};

interface RunsOfRegion extends RunSums {
  readonly runs: number[];
}

/** Adds a run, or extends the last one where they are adjacent. */
const addRun = ({ runs, sums }: RunsOfRegion, from: number, until: number): void => {
  if (from >= until) return;
  sums[0]! += until - from;
  if (runs.at(-1) === from) runs[runs.length - 1] = until;
  else runs.push(from, until);
};

/**
 * The means of a level from those of the next coarser one.
 * @param area pixels of this level per pixel of the coarser one
 * @param pairs sums over the same places at this level and at the coarser one
 * @param kind of the planes; a sample is at most `highest`
 */
export const finerMeans = (
  coarser: LevelMeans,
  area: number,
  pairs: readonly (readonly [fine: WindowSums, coarse: WindowSums])[],
  kind: { readonly codes: boolean; readonly highest: number },
): LevelMeans => {
  const region = (name: keyof LevelMeans): RegionMeans => {
    const known = coarser[name];
    const mean = (side: 0 | 1): readonly number[] | undefined => {
      const sums = known.means.map(() => 0);
      let pixels = 0;
      for (const pair of pairs) {
        pixels += pair[side][name][0]!;
        for (let i = 0; i < sums.length; i++) sums[i]! += pair[side][name][1 + i]!;
      }
      return pixels > 0 ? sums.map((sum) => sum / pixels) : undefined;
    };
    const [fine, coarse] = [mean(0), mean(1)];
    const means = known.means.map((value, i) => (fine && coarse ? value + fine[i]! - coarse[i]! : value));
    return { pixels: known.pixels * area, means: possible(means, kind) };
  };
  return { target: region('target'), background: region('background') };
};

/** The nearest possible means of samples: shares and means within their bounds, squares at least the mean's. */
const possible = (means: readonly number[], { codes, highest }: { codes: boolean; highest: number }): number[] => {
  const bounded = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
  if (codes) return means.map((share) => bounded(share, 0, 1));
  return means.map((value, i) => {
    if (i % 2 === 0) return bounded(value, 0, highest);
    const mean = bounded(means[i - 1]!, 0, highest);
    return bounded(value, mean * mean, highest * mean);
  });
};

/** The share of a window that each region has, and the sums of all of its pixels with data, as in `WindowSums`. */
export interface WindowShares {
  readonly inside: number;
  readonly outside: number;
  readonly all: Float64Array;
}

/** The shares of a window whose sums are known. */
export const sharesOf = ({ target, background }: WindowSums): WindowShares => ({
  inside: target[0]!,
  outside: background[0]!,
  all: target.map((sum, i) => sum + background[i]!),
});

/** Moments of everything outside a window: the regions' mean moments, times the remaining number of pixels. */
export const restOf = (
  { target, background }: LevelMeans,
  { inside: seenInside, outside: seenOutside }: Pick<WindowShares, 'inside' | 'outside'>,
  codes: boolean,
): Rest => {
  const share = Math.min(1, MOST_PIXELS / (target.pixels + background.pixels));
  const moments = ({ pixels, means }: RegionMeans, count: number): bigint[] => {
    const left = Math.max(0, Math.round((pixels - count) * share));
    const rest = means.map((mean) => BigInt(Math.round(left * mean)));
    // For codes, N is the sum of the counts.
    return [codes ? rest.reduce((sum, each) => sum + each, 0n) : BigInt(left), ...rest];
  };
  const inside = moments(target, seenInside);
  const outside = moments(background, seenOutside);
  return { target: inside, domain: inside.map((value, i) => value + outside[i]!) };
};

/**
 * The `rest` of a window that lies in one image with others, whose pixels `besides` are not part of its domain. Negative
 * values are modulo 2⁶⁴, as the kernels add.
 */
export const restBeside = ({ target, domain }: Rest, besides: readonly Pick<WindowShares, 'all'>[]): Rest => {
  const theirs = (i: number): bigint => besides.reduce((sum, { all }) => sum + BigInt(all[i]!), 0n);
  return { target, domain: domain.map((value, i) => value - theirs(i)) };
};
