/** The body in a user's box as evidence for cells: the box prior's body, enlarged to match a contour (ALGORITHMS D.14). */

import { boxPrior, RADIUS } from '../../algorithm/evidence/box-prior.js';
import { MIDDLE, UNIT } from '../../algorithm/evidence/falling.js';
import { tiltedPriorRows } from '../../algorithm/evidence/tilted-box.js';
import type { CellGrid } from '../hints/cells.js';
import type { Boxed } from './uneven.js';

/**
 * The box prior's body as values of cells, from 0 to nearly 1, ½ on its rim. Where the contour extends beyond the body, towards
 * the sides of a tightly drawn box, the body is enlarged accordingly.
 */
export const bodyIn = async ({ box, border, its }: Boxed, tilt: number, grid: CellGrid): Promise<Float64Array> => {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const reach = ((its.x1 - its.x0) / width + (its.y1 - its.y0) / height) / 2;
  const factor = Math.min(Math.max(reach, RADIUS), 1) / RADIUS;
  const [across, down] = [((factor - 1) * width) / 2, ((factor - 1) * height) / 2];
  const { size } = grid;
  const onCells = {
    x0: (box.x0 - across) / size,
    y0: (box.y0 - down) / size,
    x1: (box.x1 + across) / size,
    y1: (box.y1 + down) / size,
  };
  const plane =
    tilt === 0
      ? await boxPrior(grid, onCells, border, 8)
      : await tiltedPriorRows(grid, onCells, border, 8, tilt)(0, grid.height);
  return Float64Array.from(plane, (value) => (1 + (value - MIDDLE) / UNIT) / 2);
};
