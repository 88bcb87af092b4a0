/** Squared distances on cells, exact. */

import { squaredDistances as squaredDepths } from '../find/map/distance.js';

/** Squared distance of each cell's centre to that of the nearest cell with a flag; infinite where no cell has one. */
export const squaredDistances = (flags: Uint8Array, width: number, height: number): Float64Array =>
  flags.some((flag) => flag !== 0)
    ? squaredDepths(
        flags.map((flag) => (flag === 0 ? 1 : 0)),
        { width, height },
      )
    : new Float64Array(flags.length).fill(Number.POSITIVE_INFINITY);

/**
 * Distance of each cell from the outline of the marked ones, in cells: negative inside. Whole domains inside or outside
 * count as `reach` away.
 */
export const outlineDistances = (inside: Uint8Array, width: number, height: number, reach: number): Float64Array => {
  const outside = new Uint8Array(inside.length);
  for (let i = 0; i < outside.length; i++) outside[i] = 1 - inside[i]!;
  const distances = squaredDepths(outside, { width, height });
  const depths = squaredDepths(inside, { width, height });
  for (let i = 0; i < distances.length; i++) {
    const distance = Math.min(Math.sqrt(inside[i] === 0 ? distances[i]! : depths[i]!), reach) - 0.5;
    distances[i] = inside[i] === 0 ? distance : -distance;
  }
  return distances;
};
