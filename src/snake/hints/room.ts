/** The room that a user's box leaves around an inside mark: the missed part belongs to the object, which lies in the box. */

import type { Box } from '../../core/geometry/rect.js';
import { type CellGrid, centreOf } from './cells.js';

/** Distance in cells from a cell's centre to the nearest side of a box on the pixel lattice; infinite for cells beyond a box that was drawn too small. */
export const roomIn = ({ x0, y0, x1, y1 }: Box, cell: number, grid: Pick<CellGrid, 'width' | 'size'>): number => {
  const [x, y] = centreOf(cell, grid);
  const room = Math.min(x - x0, y - y0, x1 - x, y1 - y) / grid.size;
  return room > 0 ? room : Number.POSITIVE_INFINITY;
};
