/** The appearance of a field's cells: their colours, and how strongly neighbours are tied. */

import type { Part } from '../../algorithm/evidence/relaxation.js';
import { cellsOf, dataPlanes, type Field, type Grid, type PlaneSamples } from '../bits/grid.js';

/** Bits of a colour per plane, by the number of planes used; below, the share of values beyond the outer classes. */
const BITS_BY_PLANES = [0, 6, 5, 4] as const;
const TAIL = 0.01;
/** Minimum strength of a tie, for the steepest step. */
const LEAST = 1e-3;

/** The appearance of a field's cells. */
export interface Scene {
  readonly grid: Grid;
  /** Class of each cell: each plane used is clipped at its tails and divided into classes of equal width. */
  readonly colours: Uint16Array;
  readonly classes: number;
  /** Steps between the classes of neighbouring values of each plane, and how many values each plane has. */
  readonly planes: readonly { readonly stride: number; readonly values: number }[];
  /** Planes that are used. */
  readonly seen: readonly PlaneSamples[];
  /** Mean squared step between neighbours. */
  readonly steepness: number;
  readonly missing: Uint8Array | undefined;
}

/** The appearance by the first three data planes of a field. */
export const sceneOf = (field: Field): Scene => {
  const { grid, missing } = field;
  const seen = field.planes.slice(0, Math.min(dataPlanes(field), BITS_BY_PLANES.length - 1));
  const values = 2 ** BITS_BY_PLANES[seen.length]!;
  const colours = new Uint16Array(cellsOf(grid));
  for (const plane of seen) {
    const [low, high] = tailsOf(plane, missing);
    const scale = values / Math.max(1, high - low);
    for (let i = 0; i < colours.length; i++) {
      const value = Math.min(Math.max(Math.floor((plane[i]! - low) * scale), 0), values - 1);
      colours[i] = colours[i]! * values + value;
    }
  }
  const planes = seen.map((_, k) => ({ stride: values ** k, values }));
  return { grid, colours, classes: values ** seen.length, planes, seen, steepness: steepnessOf(seen, grid), missing };
};

/** Values below which, and above which, lies a tail of the cells with data. */
const tailsOf = (plane: PlaneSamples, missing: Uint8Array | undefined): readonly [low: number, high: number] => {
  const counts = new Float64Array(plane instanceof Uint8Array ? 256 : 65536);
  let count = 0;
  for (let i = 0; i < plane.length; i++) {
    if (missing?.[i]) continue;
    counts[plane[i]!]!++;
    count++;
  }
  if (count === 0) return [0, 1];
  const at = (rank: number): number => {
    let value = 0;
    for (let below = counts[0]!; below <= rank; below += counts[value]!) value++;
    return value;
  };
  return [at(Math.floor(TAIL * count)), at(Math.floor((1 - TAIL) * count))];
};

const squaredStep = (planes: readonly PlaneSamples[], one: number, other: number): number => {
  let squared = 0;
  for (const plane of planes) squared += (plane[one]! - plane[other]!) ** 2;
  return squared;
};

const steepnessOf = (planes: readonly PlaneSamples[], { width, height, depth }: Grid): number => {
  let [sum, count] = [0, 0];
  for (let z = 0, at = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (x + 1 < width) {
          sum += squaredStep(planes, at, at + 1);
          count++;
        }
        if (y + 1 < height) {
          sum += squaredStep(planes, at, at + width);
          count++;
        }
        if (z + 1 < depth) {
          sum += squaredStep(planes, at, at + width * height);
          count++;
        }
      }
    }
  }
  return sum / Math.max(1, count) || 1;
};

/**
 * Strength of the ties of each cell of a part to the next along x, y and z: 0 at the end of a line. 1 / (1 + (g/2m)²), with g the squared step between two
 * cells and m its mean, as for the snake (ALGORITHMS D.10).
 */
export const tiesIn = (
  { seen, steepness, grid: { width, height, depth } }: Scene,
  { from, to }: Part,
): Float64Array[] => {
  const [wide, high, deep] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const ties = [width, height, depth].map((end) => new Float64Array(end > 1 ? wide * high * deep : 0));
  const [right, below, behind] = ties as [Float64Array, Float64Array, Float64Array];
  const tie = (one: number, other: number): number => {
    const step = squaredStep(seen, one, other) / (2 * steepness);
    return 1 / (1 + step * step) + LEAST;
  };
  for (let z = from[2], local = 0; z < to[2]; z++) {
    for (let y = from[1]; y < to[1]; y++) {
      for (let x = from[0], at = (z * height + y) * width + x; x < to[0]; x++, at++, local++) {
        if (x + 1 < width) right[local] = tie(at, at + 1);
        if (y + 1 < height) below[local] = tie(at, at + width);
        if (z + 1 < depth) behind[local] = tie(at, at + width * height);
      }
    }
  }
  return ties;
};

/** Smoothed counts of the cells of either region by colour. */
export const countsOf = (
  scene: Scene,
  inside: Uint8Array,
  weightOf: (cell: number) => number,
): readonly [outside: Float64Array, inside: Float64Array] => {
  const { colours, classes, missing } = scene;
  const counts = [new Float64Array(classes), new Float64Array(classes)] as const;
  for (let i = 0; i < colours.length; i++)
    if (!missing?.[i]) counts[inside[i] === 1 ? 1 : 0][colours[i]!]! += weightOf(i);
  return [evened(scene, counts[0]), evened(scene, counts[1])];
};

/** Counts by colour, smoothed by 1 4 6 4 1 along each plane's values. */
export const evened = ({ planes }: Pick<Scene, 'planes'>, counts: Float64Array): Float64Array => {
  let from = counts;
  for (const plane of [...planes, ...planes]) from = spread(from, plane.stride, plane.values);
  return from;
};

/** 1 2 1 along one plane's values; whole numbers stay whole. */
const spread = (counts: Float64Array, stride: number, values: number): Float64Array =>
  counts.map((count, colour) => {
    const value = Math.floor(colour / stride) % values;
    const below = counts[value > 0 ? colour - stride : colour]!;
    const above = counts[value + 1 < values ? colour + stride : colour]!;
    return below + 2 * count + above;
  });

/** Factor by which `evened` multiplies a count. */
export const evenedBy = ({ planes }: Pick<Scene, 'planes'>): number => 16 ** planes.length;
