/** The domain and level at which a contour's run measured it, from its metadata. */
import type { Geometry } from '../algorithm/algorithm.js';
import { polygonsOf } from '../algorithm/shapes/polygons.js';
import type { Rect } from '../core/geometry/rect.js';
import { liesWithin } from '../core/geometry/within.js';
import { rectOf } from './checks/request.js';

/**
 * Domain and level at which the run measured, so that a contour changed since is measured in the same way. Empty where the metadata
 * hold none, or the contour leaves that domain: the domain is then chosen from the contour.
 * @param levels number of the image's pyramid levels
 */
export const measuredPlace = (
  geometry: Geometry,
  metadata: Readonly<Record<string, string>>,
  levels: number,
): { readonly domain?: Rect; readonly level?: number } => {
  const domain = rectIn(metadata.domain);
  const bounds = boundsOf(geometry);
  if (!domain || !bounds || !liesWithin(bounds, domain)) return {};
  const level = Number(metadata.statisticsLevel ?? metadata.level);
  return { domain, ...(Number.isInteger(level) && level >= 0 && level < levels ? { level } : {}) };
};

const rectIn = (text: string | undefined): Rect | undefined => {
  try {
    const rect = rectOf(JSON.parse(text ?? ''));
    return rect && rect.width > 0 && rect.height > 0 ? rect : undefined;
  } catch {
    return undefined;
  }
};

/** The smallest rectangle that contains a geometry's polygons; `undefined` where there is no vertex. */
export const boundsOf = (geometry: Geometry): Rect | undefined => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of polygonsOf(geometry).flat(2)) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left <= right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
};
