/**
 * The body that a box drawn round an object encloses, where the object lies askew: an ellipse that touches all four sides of its box has one
 * degree of freedom, its tilt (ALGORITHMS D.9). With coordinates from −1 to 1 between the sides these ellipses are
 * (u² − 2·t·u·v + v²) / (1 − t²) ≤ ρ², t the correlation of x and y.
 */

import type { Box, Rect } from '../../core/geometry/rect.js';
import { log2Q12 } from '../../core/numbers/fixed-log2.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { acrossBox, BAND, type Border, HIGHEST, RADIUS } from './box-prior.js';
import { Falling, type PlaneRows, planeByRows, planeValue } from './falling.js';

/** Tilts are tried in steps of 0.3 up to 0.9, then in steps of 0.15 around the best. */
const COARSE = [-0.3, 0.3, -0.6, 0.6, -0.9, 0.9] as const;
const FINE = [-0.15, 0.15] as const;
/** Maximum number of pixels by which tilts are compared; evenly spaced pixels of a larger box. */
const MOST_PIXELS = 2 ** 13;
/** With fewer pixels inside or outside, a mean is not meaningful. */
const FEWEST = 8;
/** Minimum reduction of the variance that the upright body leaves, as a logarithm to base 2 with 12 fraction bits: one sixteenth. */
const LEAST_GAIN = log2Q12(16 * 2 ** 20) - log2Q12(15 * 2 ** 20);
/** ρ of the ellipse as large as the upright body |u|³ + |v|³ = `RADIUS`³, whose area is 0.8833 of a square's. */
const TILTED_RADIUS = 0.827;

/** Pixels of a box: coordinates from −1 to 1 between its sides, and the samples of each plane with their sums. */
interface Sample {
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly planes: readonly Plane[];
}

interface Plane {
  readonly values: Float64Array;
  readonly sum: number;
  readonly squares: number;
}

/**
 * The tilt, from −1 to 1, for which the variances inside and outside are least; 0 where no tilt reduces the upright body's variance by one sixteenth.
 * Sums are of whole numbers, so every machine finds the same tilt.
 * @param box in pixels of the channel; it may extend beyond the channel
 */
export const tiltIn = async (channel: ChannelRows, box: Box, border: Border): Promise<number> => {
  const sample = await sampleOf(channel, box, border);
  const inside = new Uint8Array(sample.u.length);
  const upright = spreadOf(sample, inside, markUpright(sample, inside));
  let best = 0;
  let least = upright;
  for (const steps of [COARSE, FINE]) {
    const from = best;
    for (const step of steps) {
      const tilt = from + step;
      if (Math.abs(tilt) >= 1 || (steps === FINE && from === 0)) continue;
      const spread = spreadOf(sample, inside, markTilted(sample, inside, tilt));
      if (spread < least) [least, best] = [spread, tilt];
    }
  }
  return upright - least < LEAST_GAIN ? 0 : best;
};

/** Marks the pixels in the upright body; returns their number. */
const markUpright = ({ u, v }: Sample, inside: Uint8Array): number => {
  let within = 0;
  for (let i = 0; i < inside.length; i++) {
    inside[i] = cube(u[i]!) + cube(v[i]!) < cube(RADIUS) ? 1 : 0;
    within += inside[i]!;
  }
  return within;
};

/** Marks the pixels in the tilted ellipse; returns their number. */
const markTilted = ({ u, v }: Sample, inside: Uint8Array, tilt: number): number => {
  let within = 0;
  for (let i = 0; i < inside.length; i++) {
    inside[i] = squaredRadius(tilt, u[i]!, v[i]!) < RADIUS * RADIUS ? 1 : 0;
    within += inside[i]!;
  }
  return within;
};

const cube = (value: number): number => Math.abs(value * value * value);

/** Squared distance from the middle, 1 on the ellipse that touches the box. */
const squaredRadius = (tilt: number, u: number, v: number): number =>
  (u * u - 2 * tilt * u * v + v * v) / (1 - tilt * tilt);

const sampleOf = async (channel: ChannelRows, box: Box, border: Border): Promise<Sample> => {
  const { width, height } = channel;
  const [left, right] = [Math.max(0, Math.ceil(box.x0)), Math.min(width, Math.floor(box.x1))];
  const [top, bottom] = [Math.max(0, Math.ceil(box.y0)), Math.min(height, Math.floor(box.y1))];
  const { across, down } = acrossBox(channel, box, border);
  const [wide, high] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const step = Math.max(1, Math.ceil(Math.sqrt((wide * high) / MOST_PIXELS)));
  const most = Math.ceil(wide / step) * Math.ceil(high / step);
  const [u, v] = [new Float64Array(most), new Float64Array(most)];
  const values = Array.from({ length: channel.count }, () => new Float64Array(most));
  const rows = step === 1 ? high : 1;
  let n = 0;
  for (let y = top; y < bottom; y += rows * step) {
    const { planes, missing } = await channel.rows(y, rows);
    for (let row = 0; row < rows; row++)
      for (let x = left, i = row * width + left; x < right; x += step, i += step) {
        if (missing?.[i]) continue;
        u[n] = across[x]!;
        v[n] = down[y + row]!;
        for (let k = 0; k < planes.length; k++) values[k]![n] = planes[k]![i]!;
        n++;
      }
  }
  return {
    u: u.subarray(0, n),
    v: v.subarray(0, n),
    planes: values.map((each) => {
      const its = each.subarray(0, n);
      let [sum, squares] = [0, 0];
      for (const z of its) {
        sum += z;
        squares += z * z;
      }
      return { values: its, sum, squares };
    }),
  };
};

/** Logarithm of the squared deviations from the means of `within` pixels inside and of the others, added up over the planes. */
const spreadOf = ({ planes }: Sample, inside: Uint8Array, within: number): number => {
  const beyond = inside.length - within;
  if (within < FEWEST || beyond < FEWEST) return Number.POSITIVE_INFINITY;
  let spread = 0;
  for (const { values, sum, squares } of planes) {
    let its = 0;
    for (let i = 0; i < values.length; i++) its += inside[i]! * values[i]!;
    const left = squares - (its * its) / within - ((sum - its) * (sum - its)) / beyond;
    spread += log2Q12(Math.max(1, Math.round(left)));
  }
  return spread;
};

/** Plane of the prior by rows, as `boxPriorRows` gives it, of the ellipse with a tilt. */
export const tiltedPriorRows = (
  region: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
  tilt: number,
): PlaneRows => {
  const { across, down } = acrossBox(region, box, border);
  // The part of the squared radius that depends on the column only.
  const own = across.map((u) => (u * u) / (1 - tilt * tilt));
  const squares = new Float64Array(region.width);
  falling ??= new Falling(priorOf);
  const law = falling;
  return planeByRows(region.width, bits, (plane, row, y) => {
    const v = down[y]!;
    const rest = (v * v) / (1 - tilt * tilt);
    const mixed = (2 * tilt * v) / (1 - tilt * tilt);
    for (let x = 0; x < squares.length; x++) squares[x] = Math.max(0, own[x]! - mixed * across[x]! + rest);
    law.fill(plane, row, squares);
  });
};

/** A function of the squared radius. */
let falling: Falling | undefined;

const priorOf = (squared: number): number =>
  planeValue(Math.min(Math.max((TILTED_RADIUS - Math.sqrt(squared)) / BAND, -1), HIGHEST));
