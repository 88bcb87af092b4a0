/** Sizes of the objects that a person made so far: the next click is likely of one like them. */
import { areaOf } from '../../contours/geometry.js';
import { onSlice } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { classNameOf } from './classes.js';

/** Newest objects that tell the size of the next: many sizes of long ago say less than those in hand. */
const NEWEST = 16;

/**
 * Areas of the newest objects of a class, in full-resolution px²; lines have none.
 * @param name of the class; empty for objects without one
 */
export const usualAreas = (
  contours: readonly ContourFeature[],
  name: string,
  slice: number | undefined,
): readonly number[] => {
  const areas: number[] = [];
  const here = onSlice(contours, slice);
  // From the newest on: there may be a hundred thousand.
  for (let at = here.length - 1; at >= 0 && areas.length < NEWEST; at--) {
    const contour = here[at]!;
    const area = classNameOf(contour) === name ? areaOf(contour.geometry) : 0;
    if (area > 0) areas.push(area);
  }
  return areas;
};
