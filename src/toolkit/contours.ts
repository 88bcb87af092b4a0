/** Contours measured and simplified, for algorithms of a page. */
import type { Geometry } from '../algorithm/algorithm.js';
import { badParameter } from '../core/errors.js';
import { reading } from '../core/given.js';
import { checkPlacement } from '../image/check-spec.js';
import type { Placement } from '../image/samples.js';
import { simplified } from '../snake/hints/trace.js';
import { checkGeometry, isCoordinate } from '../worker/checks/geometry.js';
import { measure as measured } from '../worker/feature.js';
import { numbersIn } from './numbers.js';

/**
 * Measures a geometry: area and perimeter, or length of lines.
 * @param geometry in full-resolution pixels
 * @param placement of the image; where it gives the size of a pixel, measurements in µm or m are added
 * @returns measurements by name, each with its unit in the name
 * @throws SegmenterError `bad-parameter` where the geometry is none, or the placement
 */
export const measure = (geometry: Geometry, placement?: Placement): Record<string, number> => {
  const checked = reading('geometry', () => checkGeometry(geometry));
  const place = reading('placement', () => checkPlacement(placement));
  return measured(checked, place);
};

/**
 * Drops the vertices of a ring that lie near the edges between the others (Douglas and Peucker 1973).
 * @param ring x0, y0, x1, y1, … without the repeated first vertex
 * @param tolerance maximum distance of a dropped vertex, in the units of the ring; 0 keeps all
 * @throws SegmenterError `bad-parameter`
 */
export const simplify = (ring: ArrayLike<number>, tolerance: number): number[] => {
  if (!(Number.isFinite(tolerance) && tolerance >= 0))
    throw badParameter('tolerance', tolerance, 'it must be a number of at least 0');
  const numbers = Array.from(numbersIn('ring', ring));
  const odd = numbers.findIndex((each) => !isCoordinate(each));
  if (odd >= 0) throw badParameter(`ring[${odd}]`, numbers[odd], 'it must be a number from −2⁵³ to 2⁵³');
  if (numbers.length % 2 !== 0)
    throw badParameter('ring', `${numbers.length} numbers`, 'it must have two numbers a vertex');
  return simplified(numbers, tolerance);
};
