/** Evolves a stretch of a contour again, in its own window; the rest of the contour does not change at all. */
import {
  type Area,
  areaIn,
  boxed,
  common,
  geometryOfArea,
  partsOf,
  sizeOf,
  without,
} from '../../../algorithm/shapes/clip.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { boundsOf } from '../../../contours/geometry.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { intersection } from '../../../core/geometry/rect.js';
import type { Workbench } from '../workbench.js';
import { inPlaceOf } from './drawn.js';

/** The window is the stretch grown on every side by this share of its size, and by at least a number of pixels. */
const SHARE = 0.5;
const LEAST = 16;

/** `stretch`: the area that was painted over part of the outline of the contour of this id. */
export const retrace = ({ collection, stage, voice, runs }: Workbench, stretch: Area, id: string | undefined): void => {
  const contour = id === undefined ? undefined : collection.get(id);
  const painted = geometryOfArea(stretch);
  const { image } = stage;
  const whole = contour ? areaIn(contour.geometry) : [];
  const crosses = common(whole, stretch).length > 0 && without(stretch, whole).length > 0;
  if (!contour || !painted || !image || !crosses) {
    voice.say('missesOutline');
    return;
  }
  const { x0, y0, x1, y1 } = boundsOf(painted);
  const margin = Math.max(LEAST, SHARE * Math.max(x1 - x0, y1 - y0));
  const [x, y] = [Math.floor(x0 - margin), Math.floor(y0 - margin)];
  const grown: Rect = { x, y, width: Math.ceil(x1 + margin) - x, height: Math.ceil(y1 + margin) - y };
  const domain = intersection(grown, { x: 0, y: 0, width: image.width, height: image.height });
  if (!domain) return;
  const [largest] = partsOf(common(whole, boxed(domain))).sort((a, b) => sizeOf(b) - sizeOf(a));
  const [rings] = largest ? polygonsOf(geometryOfArea(largest) ?? painted) : [];
  if (!rings?.[0]) return;
  const from = { type: 'Polygon', coordinates: [rings[0]] } as const;
  runs.start(contour.id, { algorithm: 'snake', domain }, inPlaceOf(stretch, from));
};
