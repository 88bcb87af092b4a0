/** Masks as contours: the polygons along the edges of their cells. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { polygonal } from '../../algorithm/shapes/polygons.js';
import { badParameter } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { type Position, positionsOf, type Ring } from '../../core/geometry/ring.js';
import { traceMask } from '../../core/geometry/trace.js';

/** A mask over a rectangle of the image: cells row by row, 0 outside of the object. */
export interface Mask {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  /** Rectangle of its cells, in full-resolution pixels; the cells are the pixels from (0, 0) on when not given. */
  readonly rect?: Rect;
}

/**
 * The polygons of a mask, with their holes, the largest first; `undefined` where all cells are outside. Cells that meet at a corner
 * only are apart.
 * @param mask `width` × `height` numbers row by row, 0 outside; over `rect`, in full-resolution pixels, where it is given
 * @throws SegmenterError `bad-parameter` where the sizes do not fit
 */
export const maskGeometry = ({ data, width, height, rect }: Mask): Geometry | undefined => {
  if (!(Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0))
    throw badParameter('mask', `${width} × ${height}`, 'width and height must be whole numbers above 0');
  if (data.length !== width * height)
    throw badParameter('mask', `${data.length} cells`, `it must have ${width} × ${height} cells`);
  const { x, y, width: w, height: h } = rect ?? { x: 0, y: 0, width, height };
  if (![x, y, w, h].every(Number.isFinite) || w <= 0 || h <= 0)
    throw badParameter('mask.rect', rect, 'it must be {x, y, width, height} in pixels of the image');
  const closed = (ring: Ring): Position[] => {
    const placed = positionsOf(ring).map(
      ([column, row]): Position => [x + (column * w) / width, y + (row * h) / height],
    );
    return [...placed, ...placed.slice(0, 1)];
  };
  return polygonal(traceMask(data, width, height).map(({ outer, holes }) => [outer, ...holes].map(closed)));
};
