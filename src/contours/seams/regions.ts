/** The search of an image region by region: its division, the request for each region, and which objects are wanted; for the page and the command line. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { intersection, type Level, type Rect } from '../../core/geometry/rect.js';
import { isRecord } from '../../core/record.js';
import { boundsOf } from '../geometry.js';
import type { RegionSettings } from '../recipe/recipe.js';
import { type Region, RegionGrid } from './region-grid.js';
import type { SearchArea } from './wanted.js';

/** Defaults of the recipe's schema, in pixels of the level that is searched. */
export const REGION_SIZE = 1024;
/** Default size of the largest object that has to be found completely. */
export const LARGEST = 64;
/** Default maximum number of objects in a region: the maximum of the algorithms. */
const MOST_OBJECTS = 1024;
/** The same on every backend, as the recipe's schema says. */
export const PIXEL_BUDGET = 2 ** 24;

/** The regions of an area, in which `size` and `largest` are pixels of `level`. Throws `bad-parameter`. */
export const regionsIn = (
  area: Rect,
  whole: Rect,
  { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>,
  { size = REGION_SIZE, largest = LARGEST }: RegionSettings = {},
): RegionGrid => {
  const scale = Math.max(scaleX, scaleY);
  return new RegionGrid(area, whole, { size: Math.ceil(size * scale), overlap: Math.ceil(largest * scale) });
};

/** Whole pixels that hold an area, within the image; `undefined` where it lies outside. */
export const boundsOfArea = (area: SearchArea, image: Rect): Rect | undefined => {
  const { x0, y0, x1, y1 } =
    'type' in area ? boundsOf(area) : { x0: area.x, y0: area.y, x1: area.x + area.width, y1: area.y + area.height };
  const [x, y] = [Math.floor(x0), Math.floor(y0)];
  return intersection({ x, y, width: Math.ceil(x1) - x, height: Math.ceil(y1) - y }, image);
};

/** Maximum number of objects in a region by a request; `undefined` for an algorithm without such a limit. */
export const mostObjectsOf = ({ algorithm, objects, parameters }: Readonly<Record<string, unknown>>) => {
  if (algorithm === 'linear-features') return undefined;
  const given = objects ?? (isRecord(parameters) ? parameters.objects : undefined);
  return typeof given === 'number' ? given : MOST_OBJECTS;
};

/**
 * The request by which all regions are searched alike: by what stands out in their whole area. Unchanged where the caller gives another area, or
 * there is one region.
 */
export const byArea = <Its extends { readonly within?: unknown }>(
  request: Its,
  { area, regions }: Pick<RegionGrid, 'area' | 'regions'>,
): Its => (regions.length < 2 ? request : { ...request, within: request.within ?? area });

/** Whether a region covers the whole image. */
export const seesAll = ({ outer }: Region, { width, height }: Pick<Rect, 'width' | 'height'>): boolean =>
  outer.width === width && outer.height === height;

/** A region's contour, with the request that all regions have in common, so that files have it once, and the region beside it. */
export const withRegion = (contour: ContourFeature, { outer }: Region): ContourFeature => {
  const { request, ...metadata } = contour.properties.metadata;
  const { domain: _domain, ...rest } = JSON.parse(request ?? '{}');
  const its = { ...metadata, request: JSON.stringify(rest), region: JSON.stringify(outer) };
  return { ...contour, properties: { ...contour.properties, metadata: its } };
};
