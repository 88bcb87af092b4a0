/**
 * Tests whether the samples of each region are independent of each other, as every noise model of the criterion assumes: quotients of
 * integer sums over the domain.
 */
import type { Ring } from '../../core/geometry/ring.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { fillSpans, type RowBlock, ringSpans, runsOn } from '../../core/geometry/scanline.js';
import type { ChannelPlanes, ChannelRows } from '../../image/channels/channels.js';

type Plane = ChannelPlanes['planes'][number];

/** Maximum number of pixels sampled; larger domains are sampled in evenly spaced blocks of whole rows. */
const MOST_PIXELS = 2 ** 16;
const BLOCKS = 16;
/** Minimum rows per block: as many as the longest distance needs. */
const FEWEST_ROWS = 3;
/** Variance of quantisation: the lower bound of a region's variance. */
const LEAST_VARIANCE = 1 / 12;
/** Maximum growth: that of a plane that rises or falls steadily. */
const MOST_GROWTH = 3;
/** Standard errors by which a correlation must exceed chance. */
const ERRORS = 2;

/** The rows of a domain that its statistics are taken from. */
export const blocksOf = ({ width, height }: Pick<ChannelRows, 'width' | 'height'>): readonly RowBlock[] => {
  if (width * height <= MOST_PIXELS || height < BLOCKS * FEWEST_ROWS) return [{ firstRow: 0, rows: height }];
  const rows = Math.min(Math.max(FEWEST_ROWS, Math.floor(MOST_PIXELS / BLOCKS / width)), Math.floor(height / BLOCKS));
  return Array.from({ length: BLOCKS }, (_, i) => ({
    firstRow: Math.floor((height - rows) * (i / (BLOCKS - 1))),
    rows,
  }));
};

/**
 * Σ(z − z″)² / Σ(z − z′)² − 1, with z′ and z″ one and two pixels from z along x or y, less two standard errors: about 0 in
 * white noise whatever the regions are, 1 in a random walk, 3 where a plane only rises or falls. Of several planes the greatest.
 */
export const growthOf = async (channel: ChannelRows): Promise<number> => {
  const sums = Array.from({ length: channel.count }, () => ({ near: 0, far: 0, pairs: 0 }));
  for (const { firstRow, rows } of blocksOf(channel)) {
    const part = await channel.rows(firstRow, rows);
    for (const [k, z] of part.planes.entries()) {
      addDifferences(sums[k]!, z, part, 1, part.width - 2, rows);
      addDifferences(sums[k]!, z, part, part.width, part.width, rows - 2);
    }
  }
  return Math.max(
    ...sums.map(({ near, far, pairs }) => (near === 0 ? MOST_GROWTH : far / near - 1) - ERRORS / Math.sqrt(pairs)),
  );
};

/** Adds the squared differences between pixels `step` and `2·step` apart, over the given number of columns and rows. */
const addDifferences = (
  sum: { near: number; far: number; pairs: number },
  z: Plane,
  { width, missing, kind }: Pick<ChannelPlanes, 'width' | 'missing' | 'kind'>,
  step: number,
  columns: number,
  rows: number,
): void => {
  const codes = kind === 'codes';
  if (!codes && missing === undefined) {
    addPlainDifferences(sum, z, width, step, columns, rows);
    return;
  }
  let [near, far, pairs] = [0, 0, 0];
  for (let y = 0; y < rows; y++) {
    for (let i = y * width, end = i + columns; i < end; i++) {
      if (missing !== undefined && (missing[i] || missing[i + step] || missing[i + 2 * step])) continue;
      const one = z[i + step]! - z[i]!;
      const two = z[i + 2 * step]! - z[i]!;
      near += codes ? Number(one !== 0) : one * one;
      far += codes ? Number(two !== 0) : two * two;
      pairs++;
    }
  }
  sum.near += near;
  sum.far += far;
  sum.pairs += pairs;
};

/** As `addDifferences`, for intensities without missing pixels. */
const addPlainDifferences = (
  sum: { near: number; far: number; pairs: number },
  z: Plane,
  width: number,
  step: number,
  columns: number,
  rows: number,
): void => {
  let [near, far] = [0, 0];
  for (let y = 0; y < rows; y++) {
    for (let i = y * width, end = i + columns; i < end; i++) {
      const one = z[i + step]! - z[i]!;
      const two = z[i + 2 * step]! - z[i]!;
      near += one * one;
      far += two * two;
    }
  }
  sum.near += near;
  sum.far += far;
  sum.pairs += Math.max(0, columns) * Math.max(0, rows);
};

/**
 * Correlation of neighbours within the two regions of a ring: of each, 1 − Σ(z − z′)² / (2·pairs·variance) (von Neumann
 * 1941, Geary 1954), less two of its standard errors in white noise, 1/√pairs. The lesser of the two, in the plane in which
 * that is greatest.
 */
export const correlationIn = async (channel: ChannelRows, ring: Ring): Promise<number> => {
  const spans = ringSpans([positionsOf(ring)], channel, blocksOf(channel));
  return correlationOver(channel, (firstRow, rows) => {
    const lines = Array.from({ length: rows }, (_, y) => runsOn(spans, firstRow + y));
    const inside = new Uint8Array(channel.width * rows);
    fillSpans(inside, channel.width, { top: 0, rows: lines }, 1);
    return inside;
  });
};

/** Correlation as `correlationIn` gives it, of a region that is given row by row: 1 per pixel inside. */
export const correlationOver = async (
  channel: ChannelRows,
  insideOf: (firstRow: number, rows: number) => Uint8Array,
): Promise<number> => {
  const regions = Array.from({ length: channel.count }, () => [regionOf(channel), regionOf(channel)] as const);
  for (const { firstRow, rows } of blocksOf(channel)) {
    const part = await channel.rows(firstRow, rows);
    const inside = insideOf(firstRow, rows);
    for (const [k, z] of part.planes.entries()) {
      if (part.missing === undefined && part.kind !== 'codes') addRuns(regions[k]!, z, part, inside);
      else for (const [region, sums] of regions[k]!.entries()) addRegion(sums, z, part, inside, region);
    }
  }
  return Math.max(...regions.map((both) => Math.min(...both.map(correlationOf))));
};

/** Sums over the samples of one region in one plane. */
interface Region {
  n: number;
  s: number;
  q: number;
  pairs: number;
  squares: number;
  /** Pixels of each code, where there are codes. */
  readonly counts: Float64Array;
}

const regionOf = ({ codes = 0 }: Pick<ChannelRows, 'codes'>): Region => ({
  n: 0,
  s: 0,
  q: 0,
  pairs: 0,
  squares: 0,
  counts: new Float64Array(codes),
});

/** As `addRegion` for both regions, run by run, for intensities without missing pixels. Sums stay below 2⁵³ for 2²⁰ pixels of 16 bits. */
const addRuns = (
  regions: readonly [Region, Region],
  z: Plane,
  { width, height }: Pick<ChannelPlanes, 'width' | 'height'>,
  inside: Uint8Array,
): void => {
  for (let line = 0, last = width * (height - 1); line <= last; line += width) {
    for (let from = line, until = line; from < line + width; from = until) {
      const region = inside[from]!;
      while (until < line + width && inside[until] === region) until++;
      addRun(regions[region === 0 ? 0 : 1], z, from, until);
      if (line < last) addPairsBelow(regions[region === 0 ? 0 : 1], z, inside, from, until, width);
    }
  }
};

/** Adds a run of one region: its samples, and its horizontal pairs. */
const addRun = (sums: Region, z: Plane, from: number, until: number): void => {
  let before = z[from]!;
  let [s, q, squares] = [before, before * before, 0];
  for (let i = from + 1; i < until; i++) {
    const here = z[i]!;
    s += here;
    q += here * here;
    squares += (here - before) * (here - before);
    before = here;
  }
  sums.n += until - from;
  sums.s += s;
  sums.q += q;
  sums.squares += squares;
  sums.pairs += until - from - 1;
};

const addPairsBelow = (
  sums: Region,
  z: Plane,
  inside: Uint8Array,
  from: number,
  until: number,
  width: number,
): void => {
  const region = inside[from]!;
  let [squares, pairs] = [0, 0];
  for (let i = from; i < until; i++) {
    if (inside[i + width] !== region) continue;
    const difference = z[i + width]! - z[i]!;
    squares += difference * difference;
    pairs++;
  }
  sums.squares += squares;
  sums.pairs += pairs;
};

const addRegion = (
  sums: Region,
  z: Plane,
  { width, height, missing, kind }: ChannelPlanes,
  inside: Uint8Array,
  region: number,
): void => {
  const codes = kind === 'codes';
  let { n, s, q, pairs, squares } = sums;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (inside[i] !== region || missing?.[i]) continue;
      const here = z[i]!;
      n++;
      s += here;
      q += here * here;
      if (codes) sums.counts[here]!++;
      if (x + 1 < width && inside[i + 1] === region && !missing?.[i + 1]) {
        const difference = z[i + 1]! - here;
        squares += codes ? Number(difference !== 0) : difference * difference;
        pairs++;
      }
      const below = i + width;
      if (y + 1 < height && inside[below] === region && !missing?.[below]) {
        const difference = z[below]! - here;
        squares += codes ? Number(difference !== 0) : difference * difference;
        pairs++;
      }
    }
  }
  Object.assign(sums, { n, s, q, pairs, squares });
};

/** For codes, any two different ones are equally far apart; twice the variance is then the share of pairs that differ. */
const correlationOf = ({ n, s, q, pairs, squares, counts }: Region): number => {
  if (pairs === 0) return -1;
  const mean = s / n;
  const apart =
    counts.length === 0
      ? 2 * Math.max(q / n - mean * mean, LEAST_VARIANCE)
      : Math.max(1 - counts.reduce((sum, count) => sum + (count / n) ** 2, 0), 1 / n);
  return 1 - squares / (pairs * apart) - ERRORS / Math.sqrt(pairs);
};

/**
 * Correlation below which samples count as independent. White noise in the regions of a good contour has less than 0.11,
 * the regions of real images more than 0.38: between the two, nearer to noise.
 */
export const LEAST_CORRELATION = 0.2;
/** Growth up to which samples are assumed independent before there is a contour: real images have 0.11 or more. */
export const LEAST_GROWTH = 0.1;
