/** Found contours of objects that are not there already. */
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { SeamShapes, Shape } from '../../contours/seams/shapes.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** Contours of `found` that are not the same object as one of `others`, and all lines. */
export const fresh = (found: readonly ContourFeature[], others: readonly ContourFeature[]): ContourFeature[] =>
  found.filter(isFreshAmong(others));

/** Makes a test whether an object differs from all `others`; always true for lines. */
export const isFreshAmong = (others: readonly ContourFeature[]): ((contour: ContourFeature) => boolean) => {
  const there = new SeamShapes();
  for (const { geometry } of others) if (polygonsOf(geometry).length > 0) there.add(new Shape(0, geometry));
  return ({ geometry }) => polygonsOf(geometry).length === 0 || !there.holds(new Shape(1, geometry));
};
