/** Contours that a detection found: open until a person accepts them, examples of what to find afterwards. */
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { boundsOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { MessageKey } from '../i18n/tables.js';
import type { ImageWork } from './edits.js';
import { countObjects } from './objects.js';

const ACCEPTED = 'yes';

/** Found by the engine and not drawn or started by a person. */
const isFound = ({ geometry, properties: { metadata } }: ContourFeature): boolean =>
  metadata.init === 'auto' && polygonsOf(geometry).length > 0;

/** Found, and not accepted yet. */
export const isOpen = (contour: ContourFeature): boolean =>
  isFound(contour) && contour.properties.metadata.accepted !== ACCEPTED;

/** A found contour, marked as accepted. */
export const accepted = (contour: ContourFeature): ContourFeature => {
  const { properties } = contour;
  return { ...contour, properties: { ...properties, metadata: { ...properties.metadata, accepted: ACCEPTED } } };
};

/** Whether an object is shown with a minimum probability; always true for an accepted object, or one without a probability. */
export const isProbable = (contour: ContourFeature, least: number): boolean =>
  (contour.properties.probability ?? 1) >= least || !isOpen(contour);

/** The message for contours that a person deleted: found ones are counter-examples from then on. */
export const removedKey = (contours: readonly ContourFeature[]): MessageKey => {
  const found = contours.some(isFound);
  if (countObjects(contours) > 1) return found ? 'removedFoundMany' : 'cleared';
  return found ? 'removedFound' : 'removed';
};

/** Found contours that a person deleted, one by one or several, and did not bring back. */
export const rejectedIn = ({ contours, undo }: ImageWork): readonly ContourFeature[] => {
  const removed = undo.flatMap(({ reason, edits }) =>
    reason === 'remove'
      ? edits.flatMap(({ before, after }) => (before && !after && isFound(before) ? [before] : []))
      : [],
  );
  if (removed.length === 0) return removed;
  const there = new Set(contours.map(({ id }) => id));
  return [...new Map(removed.map((contour) => [contour.id, contour])).values()].filter(({ id }) => !there.has(id));
};

/** Examples for a model: one polygon each, with the class. */
export const examplesOf = (contours: readonly ContourFeature[]) =>
  contours.flatMap(({ geometry, properties: { classification } }) =>
    polygonsOf(geometry).map((coordinates) => ({
      type: 'Feature' as const,
      properties: classification ? { classification } : {},
      geometry: { type: 'Polygon' as const, coordinates },
    })),
  );

/** Whether a contour's centre lies in a rectangle; true without a rectangle. */
export const liesIn = ({ geometry }: ContourFeature, rect: Rect | undefined): boolean => {
  if (rect === undefined) return true;
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const [x, y] = [(x0 + x1) / 2 - rect.x, (y0 + y1) / 2 - rect.y];
  return x >= 0 && y >= 0 && x < rect.width && y < rect.height;
};
