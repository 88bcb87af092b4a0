/** Result of a run from a drawing: the part of it that lies in what was drawn. */
import {
  type Area,
  areaIn,
  common,
  geometryOfArea,
  partsOf,
  sizeOf,
  united,
  without,
} from '../../../algorithm/shapes/clip.js';
import type { Init } from '../../../algorithm/start.js';
import { withOutline } from '../../../contours/on-slice.js';
import { confined } from '../../../contours/shapes/confine.js';
import { measure } from '../../../worker/feature.js';
import type { ContourFeature, ImageInfo, RunResult } from '../../../worker/protocol.js';
import { measured } from '../../contours/edited.js';

/** A drawing that a run starts from. */
export interface Drawn {
  /** Start that the engine gets in its place. */
  readonly from?: Init;
  /** What is kept of a result; `before` is the contour that the run started from, if it was one. */
  kept(result: RunResult, before: ContourFeature | undefined, placement: ImageInfo['placement']): RunResult;
}

/** The result is confined to an area and a margin. */
export const withinArea = (area: Area, from?: Init): Drawn => ({
  ...(from ? { from } : {}),
  kept: (result, _before, placement) => confinedTo(area, result, placement),
});

/** The result takes the place of what lies in an area; the contour before stays as it is beyond, exactly. */
export const inPlaceOf = (area: Area, from: Init): Drawn => ({
  from,
  kept: (result, before, placement) =>
    before ? exchanged(before, area, result, placement) : confinedTo(area, result, placement),
});

/** A result without what lies beyond the drawing that it started from. */
const confinedTo = (within: Area, result: RunResult, placement: ImageInfo['placement']): RunResult => ({
  ...result,
  contours: result.contours.map((contour) => {
    const { geometry, properties } = contour;
    const part = confined(geometry, within);
    if (!part || part === geometry) return contour;
    const metadata = { ...properties.metadata, confined: 'to the drawing and a margin' };
    return {
      ...withOutline(contour, part),
      properties: { ...properties, measurements: measure(part, placement), metadata },
    };
  }),
});

/** The contour before, in which the run's takes the place of what lies in the area. */
const exchanged = (
  before: ContourFeature,
  area: Area,
  result: RunResult,
  placement: ImageInfo['placement'],
): RunResult => {
  const [found] = result.contours;
  const fresh = found ? common(areaIn(found.geometry), area) : [];
  const old = areaIn(before.geometry);
  const geometry = geometryOfArea(withoutRemnants(united(without(old, area), fresh), old, area));
  if (!geometry) return { ...result, contours: [before] };
  return { ...result, contours: [measured(withOutline(before, geometry), placement)] };
};

/**
 * An area after an exchange, without the parts that it cut off: those smaller than what was painted. The largest part stays, and so do
 * parts of the old area that the painted one does not touch.
 */
const withoutRemnants = (whole: Area, old: Area, painted: Area): Area => {
  const parts = partsOf(whole).sort((a, b) => sizeOf(b) - sizeOf(a));
  const most = sizeOf(painted);
  const untouched = partsOf(old).filter((part) => common(part, painted).length === 0);
  return parts
    .filter((part, k) => k === 0 || sizeOf(part) >= most || untouched.some((other) => common(part, other).length > 0))
    .flat();
};
