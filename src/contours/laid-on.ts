/** Geometries and contours put on a slice of a volume. */
import type { Geometry } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';

/** A geometry on a slice of a volume; the same where there is none. */
export const lyingOn = (geometry: Geometry, slice: number | undefined): Geometry =>
  slice === undefined ? geometry : { ...geometry, plane: { c: -1, z: slice, t: 0 } };

/** Puts contours that name no slice on this one. */
export const laidOn = (contours: readonly ContourFeature[], slice: number | undefined): readonly ContourFeature[] =>
  slice === undefined
    ? contours
    : contours.map((contour) =>
        contour.geometry.plane ? contour : { ...contour, geometry: lyingOn(contour.geometry, slice) },
      );
