/**
 * A box that the user's marks show to be too small. An inside mark beyond the box lies in the middle of an error about two
 * of its depths wide, so the object and its box extend about one depth beyond the mark on all sides.
 */

import type { Box } from '../../core/geometry/rect.js';
import { type CellGrid, centreOf } from './cells.js';
import type { Correction } from './evidence.js';

/**
 * The smallest box that contains the box and, for each cell of an inside mark beyond it, a square that extends one depth to each side.
 * @param box of lattice positions
 * @param corrections with depths in cells
 * @param domain its size in pixels, to which the box is clipped
 */
export const enlarged = (
  box: Box,
  corrections: readonly Pick<Correction, 'cells' | 'inside' | 'depth'>[],
  grid: Pick<CellGrid, 'width' | 'size'>,
  domain: { readonly width: number; readonly height: number },
): Box => {
  let { x0, y0, x1, y1 } = box;
  for (const { cells, inside, depth } of corrections) {
    if (!inside) continue;
    const reach = depth * grid.size;
    for (const cell of cells) {
      const [x, y] = centreOf(cell, grid);
      if (x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1) continue;
      x0 = Math.min(x0, Math.max(0, Math.floor(x - reach)));
      y0 = Math.min(y0, Math.max(0, Math.floor(y - reach)));
      x1 = Math.max(x1, Math.min(domain.width, Math.ceil(x + reach)));
      y1 = Math.max(y1, Math.min(domain.height, Math.ceil(y + reach)));
    }
  }
  return { x0, y0, x1, y1 };
};
