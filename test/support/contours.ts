/** Contours for tests of what handles them. */

import type { Geometry } from '../../src/algorithm/algorithm.js';
import { feature } from '../../src/contours/formats/features.js';
import type { Position } from '../../src/core/geometry/ring.js';
import type { ContourFeature } from '../../src/worker/protocol.js';

export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const squareRing = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

export const square = (n: number, x = 10 * n, y = 0, size = 8): ContourFeature =>
  feature(uuidOf(n), { type: 'Polygon', coordinates: [squareRing(x, y, size)] });

export const withGeometry = (n: number, geometry: Geometry): ContourFeature => feature(uuidOf(n), geometry);

/** A square of 20 with a hole of 10. */
export const ringed = (n: number): ContourFeature =>
  withGeometry(n, { type: 'Polygon', coordinates: [squareRing(0, 0, 20), squareRing(5, 5, 10)] });
