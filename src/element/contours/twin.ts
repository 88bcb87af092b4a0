/** Objects that are on the image twice. */
import { areaOf, boundsOf } from '../../contours/geometry.js';
import { sliceOf } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { countObjects } from './objects.js';

/** Minimum agreement, in tenths, of the bounding boxes and the areas of two outlines of one object. */
const ALIKE = 8;

const overlap = (a0: number, a1: number, b0: number, b1: number): number =>
  Math.max(0, Math.min(a1, b1) - Math.max(a0, b0));

/** True where another of the contours has the bounds and the area of this one, or nearly. */
const hasTwin = (contour: ContourFeature, contours: readonly ContourFeature[]): boolean => {
  const box = boundsOf(contour.geometry);
  const slice = sliceOf(contour);
  const area = areaOf(contour.geometry);
  const size = (box.x1 - box.x0) * (box.y1 - box.y0);
  return contours.some((other) => {
    if (other.id === contour.id || sliceOf(other) !== slice) return false;
    const { x0, y0, x1, y1 } = boundsOf(other.geometry);
    const both = overlap(box.x0, box.x1, x0, x1) * overlap(box.y0, box.y1, y0, y1);
    if (both === 0 || 10 * both < ALIKE * (size + (x1 - x0) * (y1 - y0) - both)) return false;
    const others = areaOf(other.geometry);
    return 10 * Math.min(area, others) >= ALIKE * Math.max(area, others);
  });
};

/**
 * How many of the objects that a run found are there once more: a single contour where another is nearly the same, of several those whose bounds
 * another has, too. Of a volume's object one contour suffices.
 */
export const twinsOf = (found: readonly ContourFeature[], contours: readonly ContourFeature[]): number => {
  const [first] = found;
  if (found.length === 1) return first && hasTwin(first, contours) ? 1 : 0;
  const keyOf = (contour: ContourFeature): string => {
    const { x0, y0, x1, y1 } = boundsOf(contour.geometry);
    return [x0, y0, x1, y1, sliceOf(contour)].join();
  };
  const its = new Set(found.map(({ id }) => id));
  const others = new Set(contours.filter(({ id }) => !its.has(id)).map(keyOf));
  return countObjects(found.filter((contour) => others.has(keyOf(contour))));
};
