/** Areas whose parts are joined by necks alone. */
import type { Geometry } from '../algorithm.js';
import { type Area, areaIn, common, geometryOfArea, grown, partsOf, sizeOf, united, without } from './clip.js';
import type { Division, Sheet } from './through.js';

/** Width of a neck, in pixels: what is not wider than two samples is not resolved. */
const WIDEST = 2;
/** Pixels by which areas that share an edge overlap once one of them is grown: a few steps of the grid, more than rounding moves an edge. */
const TOUCH = 1 / 32;
/**
 * Minimum share of an area that is a part. Of two objects alike, whose areas differ by a factor of 4 at most (ALGORITHMS D.13), the smaller has a
 * fifth of their sum.
 */
const LEAST_SHARE = 1 / 5;
/** The same of what is left of a part once a pixel is taken off all round: a disc of two pixels in radius, or of more, keeps a quarter. */
const LEAST_CORE = LEAST_SHARE / 4;

/**
 * The parts of an area that is connected by necks of two pixels or less, the largest first; the necks belong to none. One part, the area itself, where
 * there is no neck, or what it joins has less than a fifth of the area.
 */
export const partsAtNecks = (area: Area): readonly Area[] => {
  const isCore = (core: Area): boolean => sizeOf(core) >= LEAST_CORE * sizeOf(area);
  const cores = partsOf(grown(area, -WIDEST / 2))
    .filter(isCore)
    .map((core) => grown(core, WIDEST / 2));
  if (cores.length < 2) return [area];
  const left = partsOf(without(area, cores.reduce(united)));
  const necks = left.filter((each) => cores.filter((core) => touch(each, core)).length > 1);
  // Grown, as rounding leaves slivers beside an edge at an angle.
  const pieces = partsOf(without(area, necks.map((neck) => grown(neck, TOUCH)).reduce(united, [])));
  const parts = pieces.filter((piece) => geometryOfArea(piece) && sizeOf(piece) >= LEAST_SHARE * sizeOf(area));
  if (parts.length < 2) return [area];
  return parts.sort((a, b) => sizeOf(b) - sizeOf(a));
};

/** Splits an area on a single slice at its necks; `undefined` where it is one part, or there are several slices. */
export const dividedAtNecks = ([sheet, ...others]: readonly Sheet[]): Division | undefined => {
  const parts = sheet === undefined || others.length > 0 ? [] : partsAtNecks(sheet.area);
  return parts.length > 1 ? [parts] : undefined;
};

/** Maximum vertices of an outline that is looked at as it comes: so many take some hundredths of a second at most. */
const MOST_VERTICES = 256;

/** Whether necks join parts of a polygon; false for one of very many vertices. */
export const hasNecks = (geometry: Geometry): boolean =>
  geometry.type === 'Polygon' &&
  geometry.coordinates.reduce((sum, ring) => sum + ring.length, 0) <= MOST_VERTICES &&
  partsAtNecks(areaIn(geometry)).length > 1;

const touch = (one: Area, other: Area): boolean => sizeOf(common(grown(one, TOUCH), other)) > 0;
