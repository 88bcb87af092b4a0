/** The plan of a search through an image: level, regions, and the order in which they are searched. */

import { LEAST_RADIUS } from '../../../algorithm/domain.js';
import type { Point } from '../../../contours/geometry.js';
import { REGION_WANTED, type RegionSettings, regionCheck, regionsCheck } from '../../../contours/recipe/recipe.js';
import type { Region, RegionGrid } from '../../../contours/seams/region-grid.js';
import { boundsOfArea, LARGEST, REGION_SIZE, regionsIn } from '../../../contours/seams/regions.js';
import type { SearchArea } from '../../../contours/seams/wanted.js';
import { badParameter, show } from '../../../core/errors.js';
import { hypotenuse } from '../../../core/geometry/hypotenuse.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import { membersOf } from '../../../core/given.js';
import { because } from '../../../core/reasons.js';
import { isRecord } from '../../../core/record.js';
import { checkLevel, rectOf } from '../../../worker/checks/request.js';
import type { ContourFeature, ImageInfo } from '../../../worker/protocol.js';
import { isArea, type Sizes } from './search-sizes.js';

/** Level, regions and area of a search. */
export interface SearchPlan {
  readonly level: number;
  readonly regions: Required<Pick<RegionSettings, 'size'>> & RegionSettings;
  /** Objects are wanted here; everywhere where it is not given. */
  readonly area: SearchArea | undefined;
  readonly grid: RegionGrid;
}

/** What a caller asks for; each is chosen where it is not given. */
export interface PlanRequest {
  readonly level: number | undefined;
  readonly regions: RegionSettings;
  readonly area: SearchArea | undefined;
}

/** The largest object is at most this share of a region's side. */
const SHARE = 1 / 4;
/** Sides of the largest object that a model finds, in sides of its largest example: four times the area. */
const TWICE = 2;

/**
 * The plan of a search.
 * @param sizes of the examples, or of what a model was learnt from. Objects are sought at the level at which the model was learnt, unless the
 *   examples ask for a finer one
 * @throws SegmenterError `bad-parameter`
 */
export const planOf = (
  { level: wanted, regions, area }: PlanRequest,
  { width, height, levels, name }: Pick<ImageInfo, 'width' | 'height' | 'levels' | 'name'>,
  { largest = 0, radius = Number.POSITIVE_INFINITY, scale = 1 }: Sizes = {},
): SearchPlan => {
  const whole = { x: 0, y: 0, width, height };
  const bounds = area === undefined ? whole : boundsOfArea(area, whole);
  if (bounds === undefined)
    throw badParameter(
      'region',
      show(area),
      because('area-outside')`it lies outside ${name}, which is ${width} × ${height}`,
    );
  const { size = REGION_SIZE } = regions;
  const scales = levels.map(({ scaleX, scaleY }) => Math.max(scaleX, scaleY));
  const own = scales.findLast((each) => LEAST_RADIUS * each <= radius) ?? 1;
  const finest = scales.findIndex((each) => each >= Math.min(scale, own) && TWICE * largest <= SHARE * size * each);
  const level = checkLevel(wanted ?? (finest < 0 ? levels.length - 1 : finest), levels.length);
  const its = levelByIndex(levels, level);
  const across = Math.ceil((TWICE * largest) / Math.max(its.scaleX, its.scaleY));
  const chosen = regions.largest === undefined && across > LARGEST ? { ...regions, largest: across } : regions;
  const settings = { ...chosen, size };
  return { level, regions: settings, area, grid: regionsIn(bounds, whole, its, settings) };
};

/** The regions in the order in which they are searched: outwards from a point where the user looks. */
export const outwards = ({ regions }: RegionGrid, { x, y }: Point): readonly Region[] => {
  const away = ({ core }: Region): number =>
    hypotenuse(Math.max(core.x - x, 0, x - core.x - core.width), Math.max(core.y - y, 0, y - core.y - core.height));
  return regions
    .map((region) => ({ region, at: away(region) }))
    .sort((a, b) => a.at - b.at || a.region.index - b.region.index)
    .map(({ region }) => region);
};

/** The regions that a caller asks for: `true`, or their sizes. Throws `bad-parameter`. */
export const regionSettingsOf = (given: unknown): RegionSettings => {
  if (given === undefined || given === true) return {};
  const its = isRecord(given) ? membersOf('regions', given) : given;
  const wanted = regionsCheck(its);
  if (wanted !== undefined || !isRecord(its)) throw badParameter('regions', show(given), wanted ?? 'it must be true');
  const { size, largest } = its;
  return { ...(typeof size === 'number' ? { size } : {}), ...(typeof largest === 'number' ? { largest } : {}) };
};

/**
 * The area that a caller names: a rectangle, a Polygon or MultiPolygon, or the id of a contour.
 * @throws SegmenterError `bad-parameter`
 */
export const areaOf = (
  given: unknown,
  contourOf: (id: string) => ContourFeature | undefined,
): SearchArea | undefined => {
  if (given === undefined) return undefined;
  const named = typeof given === 'string' ? contourOf(given) : given;
  const area = isRecord(named) && named.type === 'Feature' ? named.geometry : named;
  const wanted = regionCheck(area);
  if (wanted !== undefined || !isSearchArea(area)) {
    const reason = wanted ?? REGION_WANTED;
    throw badParameter(
      'region',
      show(given),
      typeof given === 'string'
        ? because('or-contour-area')`${reason}; a contour with this id that has an area would do, too`
        : reason,
    );
  }
  return area;
};

const isSearchArea = (value: unknown): value is SearchArea => isArea(value) || rectOf(value) !== undefined;
