/** The reference point of a contour. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { boundsOf } from '../geometry.js';

/**
 * The centroid of what polygons hold; of lines, and of polygons without an area, the middle of their bounds. It need not
 * lie inside. It comes from + − × ÷ in doubles, so the same on every machine.
 */
export const centroidOf = (geometry: Geometry): readonly [x: number, y: number] => {
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  // Sums are relative to the bounds' corner, so that they are small and lose no precision.
  let [area, sumX, sumY] = [0, 0, 0];
  for (const rings of polygonsOf(geometry)) {
    for (const [k, ring] of rings.entries()) {
      let [a, sx, sy] = [0, 0, 0];
      const [firstX, firstY] = ring[0] ?? [x0, y0];
      let [px, py] = [firstX - x0, firstY - y0];
      for (const [x, y] of ring) {
        const [qx, qy] = [x - x0, y - y0];
        const cross = px * qy - qx * py;
        a += cross;
        sx += (px + qx) * cross;
        sy += (py + qy) * cross;
        [px, py] = [qx, qy];
      }
      // The outer ring is added and holes are subtracted, whatever their orientation.
      const sign = a < 0 === (k === 0) ? -1 : 1;
      area += sign * a;
      sumX += sign * sx;
      sumY += sign * sy;
    }
  }
  if (!(area > 0)) return [(x0 + x1) / 2, (y0 + y1) / 2];
  return [x0 + sumX / (3 * area), y0 + sumY / (3 * area)];
};

/** The pixel that determines the region of a contour: its centroid, rounded down. */
export const referencePoint = (geometry: Geometry): readonly [x: number, y: number] => {
  const [x, y] = centroidOf(geometry);
  return [Math.floor(x), Math.floor(y)];
};
