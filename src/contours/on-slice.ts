/** Contours of a volume: which slice each lies on, and which belong together. */
import type { Geometry } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';

/** The slice of a contour; 0 where it names none, as in QuPath. */
export const sliceOf = ({ geometry }: Pick<ContourFeature, 'geometry'>): number => geometry.plane?.z ?? 0;

/** The contours on a slice; all of them where the image is not a volume. */
export const onSlice = (contours: readonly ContourFeature[], slice: number | undefined): readonly ContourFeature[] =>
  slice === undefined ? contours : contours.filter((contour) => sliceOf(contour) === slice);

/** The contour whose slice is nearest to this one; the first of equally near ones. */
export const nearestTo = (contours: readonly ContourFeature[], slice: number): ContourFeature | undefined => {
  const distance = (contour: ContourFeature): number => Math.abs(sliceOf(contour) - slice);
  return contours.reduce<ContourFeature | undefined>(
    (best, contour) => (best && distance(best) <= distance(contour) ? best : contour),
    undefined,
  );
};

/** The key of an object in a volume: the run that gave its contours; its own id where it is alone. */
export const objectOf = ({ id, properties: { metadata } }: ContourFeature): string => metadata.object ?? id;

/** The contour with another outline, on its slice. */
export const withOutline = (contour: ContourFeature, outline: Geometry): ContourFeature => {
  const { plane } = contour.geometry;
  return { ...contour, geometry: plane ? { ...outline, plane } : outline };
};
