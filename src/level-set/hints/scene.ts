/** How the cells of a field look: their colours, and how strongly neighbours are tied. */

import { cellsOf, dataPlanes, type Field, type Grid } from '../bits/grid.js';

/** Bits of a colour, shared evenly by the planes that are seen; the tail of values beyond the outer classes. */
const BITS_BY_PLANES = [0, 6, 5, 4] as const;
const TAIL = 0.01;
/** Ties of the steepest step. */
const LEAST = 1e-3;

/** The looks of a field's cells. */
export interface Scene {
  readonly grid: Grid;
  /** Class of each cell: each plane seen cut at its tails, in classes of equal width. */
  readonly colours: Uint16Array;
  readonly classes: number;
  /** Steps between the classes of neighbouring values of each plane, and how many values each plane has. */
  readonly planes: readonly { readonly stride: number; readonly values: number }[];
  /** Strength of the ties of each cell to the next along x, y and z: 0 at the end of a line. */
  readonly ties: readonly Float64Array[];
  readonly missing: Uint8Array | undefined;
}

/** Looks at the field's data: its first three planes. */
export const sceneOf = (field: Field): Scene => {
  const { grid, missing } = field;
  const seen = field.planes.slice(0, Math.min(dataPlanes(field), BITS_BY_PLANES.length - 1));
  const values = 2 ** BITS_BY_PLANES[seen.length]!;
  const colours = new Uint16Array(cellsOf(grid));
  for (const plane of seen) {
    const sorted = plane.filter((_, i) => !missing?.[i]).sort();
    const low = sorted[Math.floor(TAIL * sorted.length)] ?? 0;
    const high = sorted[Math.floor((1 - TAIL) * sorted.length)] ?? 1;
    const scale = values / Math.max(1, high - low);
    for (let i = 0; i < colours.length; i++) {
      const value = Math.min(Math.max(Math.floor((plane[i]! - low) * scale), 0), values - 1);
      colours[i] = colours[i]! * values + value;
    }
  }
  const planes = seen.map((_, k) => ({ stride: values ** k, values }));
  return { grid, colours, classes: values ** seen.length, planes, ties: tiesOf(seen, grid), missing };
};

/** 1 / (1 + (g/2m)²), with g the squared step between two cells and m its mean, as for the snake (ALGORITHMS D.10). */
const tiesOf = (planes: readonly ArrayLike<number>[], { width, height, depth }: Grid): Float64Array[] => {
  const steps = [1, width, width * height];
  const ends = [width, height, depth];
  const ties = ends.map((end) => new Float64Array(end > 1 ? width * height * depth : 0));
  let [sum, count] = [0, 0];
  const each = (take: (axis: number, at: number) => void): void => {
    for (let z = 0, at = 0; z < depth; z++)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++, at++) {
          if (x + 1 < width) take(0, at);
          if (y + 1 < height) take(1, at);
          if (z + 1 < depth) take(2, at);
        }
  };
  each((axis, at) => {
    let squared = 0;
    for (const plane of planes) squared += (plane[at]! - plane[at + steps[axis]!]!) ** 2;
    ties[axis]![at] = squared;
    sum += squared;
    count++;
  });
  const mean = sum / Math.max(1, count) || 1;
  each((axis, at) => {
    const step = ties[axis]![at]! / (2 * mean);
    ties[axis]![at] = 1 / (1 + step * step) + LEAST;
  });
  return ties;
};

/** Counts of either region's cells by colour, evened out. */
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

/** Counts by colour, evened out by 1 4 6 4 1 along each plane's values. */
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
