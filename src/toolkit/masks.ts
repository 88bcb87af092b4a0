/** Outlines of masks, for algorithms of a page. */
import type { Geometry } from '../algorithm/algorithm.js';
import { maskGeometry as geometryOf, type Mask } from '../contours/shapes/mask-geometry.js';
import { badParameter } from '../core/errors.js';
import { type Part, traceMask as partsOf } from '../core/geometry/trace.js';
import { membersOf, reading } from '../core/given.js';
import { cellsIn } from './numbers.js';

/** Corners have columns below 2²⁶. */
const MOST = 2 ** 26 - 1;

/**
 * Traces a mask along the edges of its cells. Cells that meet at a corner only are apart.
 * @param mask `width` × `height` numbers row by row, 0 outside
 * @returns the connected parts, the largest first: rings in cells, corner origin, with their holes
 * @throws SegmenterError `bad-parameter` where the sizes do not fit
 */
export const traceMask = (mask: ArrayLike<number>, width: number, height: number): Part[] => {
  for (const [name, size] of Object.entries({ width, height }))
    if (!(Number.isInteger(size) && size >= 0 && size <= MOST))
      throw badParameter(name, size, `it must be a whole number from 0 to ${MOST}`);
  const cells = cellsIn('mask', mask);
  if (cells.length !== width * height)
    throw badParameter('mask', `${cells.length} cells`, `it must have ${width} × ${height} cells`);
  return partsOf(cells, width, height);
};

/**
 * The polygons of a mask, with their holes, the largest first; `undefined` where all cells are outside. Cells that meet at a corner
 * only are apart.
 * @param mask `width` × `height` numbers row by row, 0 outside; over `rect`, in full-resolution pixels, where it is given
 * @throws SegmenterError `bad-parameter` where the sizes do not fit
 */
export const maskGeometry = (mask: Mask): Geometry | undefined => {
  const wanted = 'it must be {data, width, height}';
  if (mask === undefined) throw badParameter('mask', mask, wanted);
  const { data, ...about } = membersOf('mask', mask, wanted);
  return reading('mask', () => geometryOf({ width: 0, height: 0, ...about, data: cellsIn('mask.data', data) }));
};
