/** A domain that lies inside an object: a snake has no edge to find there, and other domains see it (ALGORITHMS D.13.4). */
import type { Outcome, RunContext, Task } from '../../algorithm/algorithm.js';
import { domainRecord } from '../../algorithm/domain.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Position } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';
import { namedStatistics, regionStatistics } from '../../image/statistics/region-statistics.js';
import type { Searched } from './searched.js';

/**
 * The contour round all of a domain if one part has all of its pixels; `undefined` otherwise, and where the domain is no region of an area.
 * Rejects as `RunContext.region`.
 */
export const filling = async (
  { sought, domain, level }: Searched,
  { within }: Task,
  context: RunContext,
): Promise<Outcome['contours'][number] | undefined> => {
  const { x, y, width, height } = domain;
  const [part, another] = sought.parts;
  if (within === undefined || part === undefined || another || part.area < width * height) return undefined;
  const samples = await context.region(domain, level);
  const scale = levelByIndex(context.image.levels, level);
  const ring: readonly Position[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ];
  const onImage = ([u, v]: Position): Position => [(x + u) * scale.scaleX, (y + v) * scale.scaleY];
  return {
    geometry: { type: 'Polygon', coordinates: [ring.map(onImage)] },
    measurements: namedStatistics(await regionStatistics(samples, ringSpans([ring], domain))),
    metadata: { level: String(level), ...domainRecord(domain, scale) },
  };
};
