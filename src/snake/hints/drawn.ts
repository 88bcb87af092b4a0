/**
 * A drawn outline as evidence for the object, and as the initial ring. The prior of a pixel is 0 on the outline,
 * 1 at the greatest depth inside, and −1 at the same distance outside; it is weighted like a box's (ALGORITHMS D.9).
 */

import type { Ring } from '../../core/geometry/ring.js';
import { isSimple } from '../kernels/shared/legality.js';
import { type CellGrid, cellsInside, gridOf } from './cells.js';
import { outlineDistances } from './distance.js';
import type { Guide } from './guide.js';
import type { Frame } from './marks.js';
import { shapeOf } from './shape.js';
import { outlineOf, simplified } from './trace.js';

/** Units of the plane for a prior of 1, as for a box. */
const UNITS = 100;
/** Minimum depth of an outline: half a cell. */
const LEAST_DEPTH = 0.5;
/** Depth of the inner start, as a share of the greatest depth: still inside the object where the outline is off by that much. */
const INNER = 0.25;
/** Maximum distance, in pixels or cells, of a dropped vertex from the ring: more than the corners of stairs have. */
const STAIRS = 1;

/** Distances of cells from an outline on a domain's corner lattice, in cells, negative inside; and the greatest depth. */
interface Depths extends CellGrid {
  readonly distances: Float64Array;
  readonly depth: number;
}

const depthsOf = (ring: Ring, { domain }: Pick<Frame, 'domain'>): Depths => {
  const grid = gridOf(domain, Number.POSITIVE_INFINITY);
  const { width, height } = grid;
  const distances = outlineDistances(cellsInside(ring, grid), width, height, Math.max(width, height));
  let depth = LEAST_DEPTH;
  for (let i = 0; i < distances.length; i++) depth = Math.max(depth, -distances[i]!);
  return { ...grid, distances, depth };
};

/** A drawn outline at one level. */
export interface DrawnOutline {
  /** The outline itself, on the corner lattice of the domain. */
  readonly ring: Ring;
  readonly guide: Guide;
  /** The initial ring: inside the outline, because a growing snake leaves no whiskers; the outline itself where nothing is left inside. */
  inner(): Ring;
}

/** @param ring on the corner lattice of the frame's domain */
export const drawnOutline = (ring: Ring, frame: Frame): DrawnOutline => {
  const { distances, depth, ...grid } = depthsOf(ring, frame);
  const values = new Float64Array(distances.length);
  for (let i = 0; i < values.length; i++) values[i] = 0.5 - Math.min(Math.max(distances[i]! / depth, -1), 1) / 2;
  const inner = (): Ring => {
    const deep = new Uint8Array(distances.length);
    for (let i = 0; i < deep.length; i++) deep[i] = distances[i]! <= -INNER * depth ? 1 : 0;
    return latticeRound(deep, grid, frame.domain) ?? withoutStairs(ring) ?? ring;
  };
  return { ring, guide: { ...grid, values, frame, marks: [], units: UNITS }, inner };
};

/**
 * The ring around the pixels inside an outline, for outlines whose vertices, rounded to the lattice, would make a ring that touches itself, such as
 * stairs finer than a pixel. `undefined` where too few pixels are inside.
 * @param positions in full-resolution pixels
 */
export const ringOfPixels = (
  positions: readonly (readonly number[])[],
  { domain, scaleX, scaleY }: Frame,
): Ring | undefined => {
  const grid = gridOf(domain, Number.POSITIVE_INFINITY);
  const placed = positions.flatMap(([x = 0, y = 0]) => [x / scaleX - domain.x, y / scaleY - domain.y]);
  return latticeRound(cellsInside(placed, grid), grid, domain);
};

/** The ring around marked cells, on the corner lattice of their domain. */
const latticeRound = (
  marked: Uint8Array,
  grid: CellGrid,
  { width, height }: { readonly width: number; readonly height: number },
): Ring | undefined => ringRound(marked, grid)?.map((at, i) => Math.min(at * grid.size, i % 2 === 0 ? width : height));

/** The ring around the largest part of the marked cells, with its holes filled, in cells; `undefined` where the part is too small or thin. */
export const ringRound = (marked: Uint8Array, size: Pick<CellGrid, 'width' | 'height'>): Ring | undefined => {
  const part = partMarked(marked, size);
  if (part === undefined) return undefined;
  const { x, y, cells, ...grid } = part;
  const inside = shapeOf(new Float64Array(cells), new Int8Array(cells.length), grid);
  return inside && withoutStairs(outlineOf(inside, grid))?.map((at, i) => at + (i % 2 === 0 ? x : y));
};

/** The bounding rectangle of the marked cells with a margin of one cell, if any: shapes and holes are the same in it as in the whole. */
const partMarked = (marked: Uint8Array, { width, height }: Pick<CellGrid, 'width' | 'height'>) => {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (marked[at] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right === 0) return undefined;
  const [x, y] = [Math.max(0, left - 1), Math.max(0, top - 1)];
  const grid = { width: Math.min(width, right + 1) - x, height: Math.min(height, bottom + 1) - y, size: 1 };
  const cells = new Uint8Array(grid.width * grid.height);
  for (let row = 0; row < grid.height; row++) {
    const from = (y + row) * width + x;
    cells.set(marked.subarray(from, from + grid.width), row * grid.width);
  }
  return { x, y, cells, ...grid };
};

/** Simplifies a ring whose vertices are a pixel apart, since these block each other; only where the result is simple. */
const withoutStairs = (ring: Ring): Ring | undefined => {
  const few = simplified(ring, STAIRS);
  return few.length >= 6 && isSimple({ words: Uint32Array.from(few), at: 0, vertices: few.length / 2 })
    ? few
    : undefined;
};
