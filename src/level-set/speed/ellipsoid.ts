/**
 * The body in a box and its slices, where both were drawn round the object: an ellipsoid that touches all six sides. There is one for each tilt; a
 * slender, tilted object fills only a fifth of its box. The tilt chosen is the one that best separates the colours inside from those in the rest of the box.
 *
 * With coordinates from −1 to 1 between the sides, the ellipsoids that touch all six are x·R⁻¹·x ≤ 1 for the matrices R with ones on the
 * diagonal: correlations of x, y and z. Their volume is π/6·√det R of the box.
 */

import { BAND, BEYOND, HIGHEST } from '../../algorithm/evidence/box-prior.js';
import { log2Q12 } from '../../core/numbers/fixed-log2.js';
import { evened, evenedBy, type Scene } from '../hints/scene.js';
import { FORBIDDEN, type HeldBox, MIDDLE, UNIT } from './held.js';

/** Correlations of x with y, of x with z, and of y with z. */
type Tilt = readonly [xy: number, xz: number, yz: number];

/** Correlations are searched in steps of 0.3 up to 0.9, then in steps of 0.15 round the best. */
const COARSE = [0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9] as const;
const FINE = [0, -0.15, 0.15] as const;
/** An ellipsoid fills at least a tenth of its box: π/6·√det R ≥ 1/10. */
const LEAST_DETERMINANT = (6 / (10 * Math.PI)) ** 2;
/** Minimum number of slices for which a tilt along them is searched. */
const FEWEST_SLICES = 3;
/** Maximum number of cells by which tilts are compared; evenly spaced in a larger box. */
const MOST_CELLS = 2 ** 15;

/** A box's cells and their coordinates from −1 to 1 between its sides. */
interface Inner {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/** The prior of that body as a plane, on the scale of `boxPrior`: 0 on the ellipsoid, and `FORBIDDEN` beyond the box and its slices. */
export const ellipsoidPlane = (scene: Scene, held: HeldBox, slices: readonly [number, number]): Uint8Array => {
  const inner = innerOf(scene, held, slices);
  return planeOf(scene, inner, tiltOf(scene, inner));
};

const innerOf = (
  { grid: { width, height, depth } }: Scene,
  { box: { x0, y0, x1, y1 }, border }: HeldBox,
  [first, end]: readonly [number, number],
): Inner => {
  const cells = (low: number, high: number, size: number): [number, number] => [
    Math.max(0, Math.ceil(low - 0.5)),
    Math.min(size, Math.ceil(high - 0.5)),
  ];
  // A side on the image's border cuts the object off there.
  const across = (low: number, high: number, size: number, cut: readonly [boolean, boolean]): Float64Array => {
    const [from, to] = [low - (cut[0] ? BEYOND * (high - low) : 0), high + (cut[1] ? BEYOND * (high - low) : 0)];
    return Float64Array.from({ length: size }, (_, i) => (2 * (i + 0.5) - from - to) / (to - from));
  };
  const [x, y, z] = [cells(x0, x1, width), cells(y0, y1, height), cells(first, end, depth)];
  return {
    from: [x[0], y[0], z[0]],
    to: [x[1], y[1], z[1]],
    x: across(x0, x1, width, [border.left, border.right]),
    y: across(y0, y1, height, [border.top, border.bottom]),
    z: across(first, end, depth, [false, false]),
  };
};

/** The tilt whose inside and outside, both in the box, need the fewest bits to encode their colours; the first of equal ones. */
const tiltOf = (scene: Scene, inner: Inner): Tilt => {
  const sample = sampleOf(scene, inner);
  const flat = inner.to[2] - inner.from[2] < FEWEST_SLICES;
  let best: Tilt = [0, 0, 0];
  let fewest = bitsOf(scene, sample, best);
  for (const steps of [COARSE, FINE]) {
    const [xy, xz, yz] = best;
    for (const c of flat ? [0] : steps)
      for (const b of flat ? [0] : steps)
        for (const a of steps) {
          const tilt: Tilt = [xy + a, xz + b, yz + c];
          if ((a === 0 && b === 0 && c === 0) || !isWide(tilt)) continue;
          const bits = bitsOf(scene, sample, tilt);
          if (bits < fewest) [fewest, best] = [bits, tilt];
        }
  }
  return best;
};

const determinantOf = ([a, b, c]: Tilt): number => 1 + 2 * a * b * c - a * a - b * b - c * c;

/** Whether a tilt gives an ellipsoid that is not too thin. */
const isWide = (tilt: Tilt): boolean =>
  tilt.every((each) => Math.abs(each) < 1) && determinantOf(tilt) >= LEAST_DETERMINANT;

/** Factors of x², y², z², 2xy, 2xz and 2yz in x·R⁻¹·x. */
const formOf = (tilt: Tilt): readonly [number, number, number, number, number, number] => {
  const [a, b, c] = tilt;
  const d = determinantOf(tilt);
  return [
    (1 - c * c) / d,
    (1 - b * b) / d,
    (1 - a * a) / d,
    (2 * (b * c - a)) / d,
    (2 * (a * c - b)) / d,
    (2 * (a * b - c)) / d,
  ];
};

/** Cells of the box that tilts are compared by: coordinates, three each, and colours. */
interface Sample {
  readonly at: Float64Array;
  readonly colours: Uint16Array;
}

const sampleOf = ({ grid: { width, height }, colours, missing }: Scene, inner: Inner): Sample => {
  const { from, to, x, y, z } = inner;
  const along = (axis: 0 | 1 | 2, step: number): number => Math.ceil(Math.max(0, to[axis] - from[axis]) / step);
  let step = 1;
  while (along(0, step) * along(1, step) * along(2, step) > MOST_CELLS) step++;
  const at: number[] = [];
  const its: number[] = [];
  for (let k = from[2]; k < to[2]; k += step)
    for (let j = from[1]; j < to[1]; j += step)
      for (let i = from[0]; i < to[0]; i += step) {
        const cell = (k * height + j) * width + i;
        if (missing?.[cell]) continue;
        at.push(x[i]!, y[j]!, z[k]!);
        its.push(colours[cell]!);
      }
  return { at: Float64Array.from(at), colours: Uint16Array.from(its) };
};

/** Bits, times 4096, to encode the colours in an ellipsoid and round it, each region with its own distribution. */
const bitsOf = (scene: Scene, { at, colours }: Sample, tilt: Tilt): number => {
  const [xx, yy, zz, xy, xz, yz] = formOf(tilt);
  const counts = [new Float64Array(scene.classes), new Float64Array(scene.classes)] as const;
  for (let i = 0; i < colours.length; i++) {
    const [x, y, z] = [at[3 * i]!, at[3 * i + 1]!, at[3 * i + 2]!];
    const inside = xx * x * x + yy * y * y + zz * z * z + xy * x * y + xz * x * z + yz * y * z <= 1;
    counts[inside ? 1 : 0][colours[i]!]!++;
  }
  const half = evenedBy(scene) / 2;
  let bits = 0;
  for (const each of counts) {
    const shares = evened(scene, each);
    const all = log2Q12(shares.reduce((sum, count) => sum + count + half, 0));
    for (const count of shares) bits += (count + half) * (all - log2Q12(count + half));
  }
  return bits;
};

const planeOf = ({ grid: { width, height, depth } }: Scene, { from, to, x, y, z }: Inner, tilt: Tilt): Uint8Array => {
  const [xx, yy, zz, xy, xz, yz] = formOf(tilt);
  const plane = new Uint8Array(width * height * depth).fill(FORBIDDEN);
  for (let k = from[2]; k < to[2]; k++)
    for (let j = from[1]; j < to[1]; j++)
      for (let i = from[0]; i < to[0]; i++) {
        const [u, v, w] = [x[i]!, y[j]!, z[k]!];
        const squared = xx * u * u + yy * v * v + zz * w * w + xy * u * v + xz * u * w + yz * v * w;
        const weight = Math.min(Math.max((1 - Math.sqrt(Math.max(squared, 0))) / BAND, -1), HIGHEST);
        plane[(k * height + j) * width + i] = MIDDLE + Math.round(UNIT * weight);
      }
  return plane;
};
