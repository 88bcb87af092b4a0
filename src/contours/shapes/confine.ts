/** Confines the result of a run that started from a drawing to the drawing and a margin around it. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { type Area, areaIn, common, geometryOfArea, grown, without } from '../../algorithm/shapes/clip.js';
import { areaOf, boundsOf, type Point } from '../geometry.js';

/** The margin as a share of the radius of a disc with the drawing's area, and its minimum in pixels. */
const SHARE = 0.1;
const LEAST = 2;

/** From this share of its bounding box on, a drawing is compact: a nucleus drawn as an ellipse has 0.79. */
const COMPACT = 0.6;

/** Margin in pixels of a drawing with `area` pixels. */
const marginOf = (area: number): number => Math.max(LEAST, SHARE * Math.sqrt(area / Math.PI));

/** The part of a geometry within the drawing and its margin; the same geometry where all of it is, `undefined` where none is. */
export const confined = (geometry: Geometry, drawing: Area): Geometry | undefined => {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return geometry;
  const whole = geometryOfArea(drawing);
  if (!whole) return geometry;
  const allowed = grown(drawing, marginOf(areaOf(whole)));
  const area = areaIn(geometry);
  return geometryOfArea(without(area, allowed)) ? geometryOfArea(common(area, allowed)) : geometry;
};

/** Whether the bounding box of the points describes the object as well as the drawing does. */
export const isCompact = (points: readonly Point[], area: number): boolean => {
  const { x0, y0, x1, y1 } = boundsOf({ type: 'LineString', coordinates: points.map(({ x, y }) => [x, y]) });
  return area >= COMPACT * (x1 - x0) * (y1 - y0);
};
