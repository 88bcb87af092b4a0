/** What a person paints, cuts or moves on an object while a run changes it is kept in the run's result: it would be lost work. */
import {
  type Area,
  areaIn,
  common,
  geometryOfArea,
  grown,
  partsOf,
  united,
  without,
} from '../../../algorithm/shapes/clip.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { sliceOf, withOutline } from '../../../contours/on-slice.js';
import type { ContourFeature, ImageInfo, RunResult } from '../../../worker/protocol.js';
import { measured } from '../../contours/edited.js';

/** Distance in pixels round a change within which the user's outline is kept: the initial one, and the maximum. */
const [LEAST, MOST] = [2, 64];

/**
 * A result that is, where an object was changed since `before` and a little round it, as the object is `now`. Lines are as the run has them.
 */
export const withMeanwhile = (
  result: RunResult,
  before: readonly ContourFeature[],
  now: readonly ContourFeature[],
  placement: ImageInfo['placement'],
): RunResult => {
  const on = (contours: readonly ContourFeature[], slice: number): ContourFeature | undefined =>
    contours.find((contour) => sliceOf(contour) === slice);
  return {
    ...result,
    contours: result.contours.map((contour) => {
      const [old, fresh] = [on(before, sliceOf(contour)), on(now, sliceOf(contour))];
      if (!fresh || old?.geometry === fresh.geometry || polygonsOf(contour.geometry).length === 0) return contour;
      const area = joined(areaIn(contour.geometry), old ? areaIn(old.geometry) : [], areaIn(fresh.geometry));
      const geometry = geometryOfArea(area);
      return geometry ? measured(withOutline(contour, geometry), placement) : contour;
    }),
  };
};

const joined = (found: Area, before: Area, now: Area): Area => {
  const changed = united(without(now, before), without(before, now));
  const most = Math.max(partsOf(found).length, partsOf(now).length);
  for (let margin = LEAST; ; margin *= 2) {
    const near = grown(changed, margin);
    const area = united(without(found, near), common(now, near));
    // Where the run moved the outline further than that, a slit would part what was painted from the object.
    if (margin >= MOST || partsOf(area).length <= most) return area;
  }
};
