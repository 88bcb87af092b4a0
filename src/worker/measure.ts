/** Measures a contour that no run made, or that was changed since: the result equals a run's on the same pixels. */
import type { Geometry } from '../algorithm/algorithm.js';
import { grown } from '../algorithm/domain.js';
import { withoutCrossings } from '../algorithm/shapes/crossings.js';
import { polygonsOf } from '../algorithm/shapes/polygons.js';
import { chooseLevel, levelByIndex, levelRect } from '../core/geometry/levels.js';
import type { Rect } from '../core/geometry/rect.js';
import type { Position } from '../core/geometry/ring.js';
import { ringSpans } from '../core/geometry/scanline.js';
import { optionsOf, reading, signalOf } from '../core/given.js';
import { checkedRegion } from '../image/checked-region.js';
import type { ImageSource } from '../image/samples.js';
import { checkSlice } from '../image/slice-index.js';
import { namedStatistics, regionStatistics } from '../image/statistics/region-statistics.js';
import { checkGeometry } from './checks/geometry.js';
import { checkImage } from './checks/given.js';
import { checkLevel, checkRect } from './checks/request.js';
import { finite, measure } from './feature.js';
import { boundsOf } from './measured-place.js';

/** Options of a measurement. */
export interface MeasureOptions {
  /** The rectangle whose other pixels count as outside; by default the contour's bounding box, grown by a quarter of its size. */
  readonly domain?: Rect;
  /** The pyramid level whose samples are read; by default the finest at which the domain has at most 2²⁰ pixels. */
  readonly level?: number;
  /** Slice of a volume; by default that of the contour's plane, else the middle one. */
  readonly slice?: number;
  /** Ends the measurement with an `AbortError`. */
  readonly signal?: AbortSignal;
}

/** The share by which the snake grows a start to its domain. */
const SHARE = 0.25;
/** Maximum pixels read where no level is given. */
const PIXELS = 2 ** 20;

/**
 * Area and perimeter, and of polygons the mean and the standard deviation of each band inside and outside; lines have their
 * length alone. A side without pixels has no statistics. What a ring that crosses itself covers is told by the even-odd rule.
 * @throws SegmenterError `bad-parameter`, or as the image's `region`
 */
export const measureOn = async (
  image: ImageSource,
  given: Geometry,
  options?: MeasureOptions,
): Promise<Record<string, number>> => {
  const {
    domain: its,
    level: wanted,
    slice: on,
    signal: ending,
  } = optionsOf(options, 'domain', 'level', 'slice', 'signal');
  const signal = signalOf(ending);
  checkImage(image);
  const geometry = withoutCrossings(reading('geometry', () => checkGeometry(given)));
  const named = measure(geometry, image.placement);
  const rings = polygonsOf(geometry).flat();
  const bounds = boundsOf(geometry);
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  if (bounds === undefined) return finite(named);
  const domain =
    its === undefined ? grown(bounds, SHARE, whole) : reading('domain', () => checkRect('domain', its, whole));
  const { levels, stack } = image;
  const index = wanted === undefined ? chooseLevel(domain, levels, PIXELS) : checkLevel(wanted, levels.length);
  const { depth } = stack ?? { depth: 1 };
  const chosen = on ?? geometry.plane?.z ?? (depth > 1 ? depth >> 1 : undefined);
  const slice = chosen === undefined ? {} : { slice: checkSlice(chosen, depth) };
  const level = levelByIndex(levels, index);
  const rect = levelRect(domain, level);
  const samples = await checkedRegion(image, rect, index, { signal, ...slice });
  const onLevel = ([x, y]: Position): Position => [x / level.scaleX - rect.x, y / level.scaleY - rect.y];
  const spans = ringSpans(
    rings.map((ring) => ring.map(onLevel)),
    rect,
  );
  return finite({ ...named, ...namedStatistics(await regionStatistics(samples, spans)) });
};
