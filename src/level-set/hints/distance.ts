/** Signed distances on a grid, exact: P. Felzenszwalb, D. Huttenlocher, Distance transforms of sampled functions (2012), axis by axis. */

import { cellsOf, type Grid } from '../bits/grid.js';

/** Larger than any squared distance in a grid. */
const FAR = 2 ** 50;

/** Squared distance of each cell's centre to that of the nearest cell with a flag of this value; huge where there is none. */
export const squaredDistances = (flags: Uint8Array, value: 0 | 1, { width, height, depth }: Grid): Float64Array => {
  const distances = new Float64Array(flags.length);
  for (let cell = 0; cell < flags.length; cell++) if (flags[cell] !== value) distances[cell] = FAR;
  const line = new Line(Math.max(width, height, depth));
  for (let row = 0; row < height * depth; row++) line.transform(distances, row * width, 1, width);
  for (let z = 0; z < depth; z++)
    for (let x = 0; x < width; x++) line.transform(distances, z * width * height + x, width, height);
  if (depth > 1) for (let at = 0; at < width * height; at++) line.transform(distances, at, width * height, depth);
  return distances;
};

/** Distance of each cell from the outline of a mask, in cells: negative inside. The magnitude is at most the length of the grid. */
export const outlineDistances = (mask: Uint8Array, grid: Grid): Float64Array => {
  const [out, within] = [squaredDistances(mask, 1, grid), squaredDistances(mask, 0, grid)];
  const reach = Math.min(cellsOf(grid), grid.width + grid.height + grid.depth);
  for (let i = 0; i < out.length; i++) {
    const far = Math.min(Math.sqrt(mask[i] === 0 ? out[i]! : within[i]!), reach) - 0.5;
    out[i] = mask[i] === 0 ? far : -far;
  }
  return out;
};

/** The lower envelope of the parabolas over the cells of a line. */
class Line {
  readonly #values: Float64Array;
  readonly #places: Int32Array;
  readonly #from: Float64Array;

  constructor(longest: number) {
    this.#values = new Float64Array(longest);
    this.#places = new Int32Array(longest);
    this.#from = new Float64Array(longest + 1);
  }

  transform(of: Float64Array, first: number, step: number, count: number): void {
    const [values, places, from] = [this.#values, this.#places, this.#from];
    for (let i = 0; i < count; i++) values[i] = of[first + i * step]!;
    let last = 0;
    places[0] = 0;
    from[0] = Number.NEGATIVE_INFINITY;
    for (let i = 1; i < count; i++) {
      let meeting = this.#meeting(places[last]!, i);
      while (meeting <= from[last]!) meeting = this.#meeting(places[--last]!, i);
      places[++last] = i;
      from[last] = meeting;
    }
    from[last + 1] = Number.POSITIVE_INFINITY;
    for (let i = 0, k = 0; i < count; i++) {
      while (from[k + 1]! < i) k++;
      of[first + i * step] = (i - places[k]!) ** 2 + values[places[k]!]!;
    }
  }

  /** The position from which the parabola of a later cell is below that of an earlier one. */
  #meeting(early: number, late: number): number {
    const values = this.#values;
    return (values[late]! + late * late - values[early]! - early * early) / (2 * (late - early));
  }
}
