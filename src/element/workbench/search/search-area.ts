/** Contours as areas that are searched. */
import type { SearchArea } from '../../../contours/seams/wanted.js';
import type { ContourFeature } from '../../../worker/protocol.js';

/** The area of a contour; none of lines. */
export const areaIn = ({ geometry }: ContourFeature): SearchArea | undefined =>
  geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? geometry : undefined;
