/** What is drawn of a start while its run has no front yet. */

import type { Point } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { isFiniteNumber } from '../../core/numbers/finite.js';
import { boxOf, toldInit } from '../../worker/checks/told-init.js';
import type { StartDrawn } from './drawing.js';

interface Parts {
  readonly boxes: readonly Rect[];
  readonly points: readonly Point[];
  readonly rings: readonly Ring[];
}

const none: Parts = { boxes: [], points: [], rings: [] };

/** The rings of a polygon, flat. Invalid positions and lines are left out. */
const ringsIn = (geometry: unknown): readonly Ring[] => {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry && 'coordinates' in geometry))
    return [];
  const { type, coordinates } = geometry;
  if (type !== 'Polygon' || !Array.isArray(coordinates)) return [];
  return coordinates.map((ring: unknown) => (Array.isArray(ring) ? ring.flatMap(positionIn) : []));
};

const positionIn = (position: unknown): number[] => {
  const [x, y]: unknown[] = Array.isArray(position) ? position : [];
  return isFiniteNumber(x) && isFiniteNumber(y) ? [x, y] : [];
};

const geometryIn = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'geometry' in entry ? entry.geometry : entry;

const partsOf = (init: unknown): Parts => {
  const told = toldInit(init);
  switch (told.kind) {
    case 'box': {
      const box = boxOf(init);
      return box ? { ...none, boxes: [box] } : none;
    }
    case 'point': {
      const { x, y } = told;
      return isFiniteNumber(x) && isFiniteNumber(y) ? { ...none, points: [{ x, y }] } : none;
    }
    case 'geometry':
      return { ...none, rings: ringsIn(geometryIn(told.geometry)) };
    case 'list': {
      // A list holds no list.
      const entries: readonly unknown[] = Array.isArray(told.inits) ? told.inits : [];
      const parts = entries.filter((entry) => toldInit(entry).kind !== 'list').map(partsOf);
      return {
        boxes: parts.flatMap(({ boxes }) => boxes),
        points: parts.flatMap(({ points }) => points),
        rings: parts.flatMap(({ rings }) => rings),
      };
    }
    default:
      return none;
  }
};

/** The drawing of a start as it was given, checked or not; nothing of one without a place in the image. */
export const startDrawn = (init: unknown): StartDrawn | undefined => {
  const { boxes, points, rings } = partsOf(init);
  if (boxes.length === 0 && points.length === 0 && rings.length === 0) return undefined;
  return { rings, closed: true, points, boxes };
};
