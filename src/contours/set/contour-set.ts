/** Contours over which writers may iterate several times, in memory or in a file. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import type { Box } from '../../core/geometry/rect.js';
import { boundsOf } from '../geometry.js';

/** Contours, by number or one after another. */
export interface ContourSet extends AsyncIterable<ContourFeature> {
  readonly count: number;
  /** Bounds of a contour by its number, from 0. */
  boundsOf(index: number): Box;
  at(index: number): Promise<ContourFeature>;
}

/** A set of contours in memory. */
export const contourSet = (contours: readonly ContourFeature[]): ContourSet => {
  const bounds = contours.map(({ geometry }) => boundsOf(geometry));
  return {
    count: contours.length,
    boundsOf: (index) => bounds[index]!,
    at: async (index) => contours[index]!,
    async *[Symbol.asyncIterator]() {
      yield* contours;
    },
  };
};
