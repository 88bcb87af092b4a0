/** Divides an image into independent pieces, which can be processed anywhere and in any order. */

import type { Recipe } from '../../contours/recipe/recipe.js';
import { type Region, RegionGrid } from '../../contours/seams/region-grid.js';
import { boundsOfArea, regionsIn } from '../../contours/seams/regions.js';
import { SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { OpenedImage } from '../../image/samples.js';
import { toldInit } from '../../worker/checks/told-init.js';

/** A region, or some of the starts of a list; `pixels` measures the amount of work. */
export type Piece =
  | { readonly kind: 'region'; readonly region: Region; readonly pixels: number }
  | { readonly kind: 'starts'; readonly starts: readonly unknown[]; readonly first: number; readonly pixels: number };

/** The pieces of an image. */
export interface Plan {
  readonly pieces: readonly Piece[];
  /** Grid of a plan in regions. */
  readonly grid?: RegionGrid;
  /** The level that is searched, in a plan of regions. */
  readonly level?: number;
}

/** Starts per piece; they take about as long as a region. */
const STARTS = 64;

type Facts = Pick<OpenedImage, 'name' | 'width' | 'height' | 'levels' | 'stack'>;

/**
 * The plan depends on recipe and image only. Throws `bad-recipe` where a recipe does not fit the image.
 */
export const planOf = (recipe: Recipe, image: Facts): Plan => {
  const { init = 'auto' } = recipe.request;
  const told = toldInit(init);
  if (told.kind === 'everywhere') return regionsOf(recipe, image);
  const starts: readonly unknown[] = told.kind === 'list' && Array.isArray(told.inits) ? told.inits : [init];
  return { pieces: inGroups(starts, image) };
};

const inGroups = (starts: readonly unknown[], { width, height }: Facts): readonly Piece[] => {
  const pieces: Piece[] = [];
  const share = Math.ceil((width * height) / Math.max(1, starts.length));
  for (let first = 0; first < starts.length; first += STARTS) {
    const these = starts.slice(first, first + STARTS);
    pieces.push({ kind: 'starts', starts: these, first, pixels: share * these.length });
  }
  return pieces;
};

const regionsOf = (recipe: Recipe, image: Facts): Plan => {
  const refuse = (reason: string): never => {
    throw new SegmenterError('bad-recipe', { name: recipe.name ?? 'given', reason });
  };
  const { request, regions } = recipe;
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  const asked = recipe.region === undefined ? whole : boundsOfArea(recipe.region, whole);
  const area = asked ?? refuse(`its region lies outside ${image.name}, which is ${image.width} × ${image.height}`);
  const lines = request.algorithm === 'linear-features';
  if (lines && typeof regions === 'object')
    refuse('lines are not sought in regions, at whose seams they would be cut; leave "regions" out');
  if (regions === false || lines || image.stack !== undefined) {
    const grid = new RegionGrid(area, whole, { size: Math.max(area.width, area.height), overlap: 0 });
    return { grid, pieces: pieces(grid, 1) };
  }
  const { level = 0 } = request;
  const its = image.levels[Number(level)];
  if (typeof level !== 'number' || its === undefined)
    return refuse(`its level is ${show(level)}, and ${image.name} has the levels 0 to ${image.levels.length - 1}`);
  const grid = regionsIn(area, whole, its, regions);
  return { grid, level, pieces: pieces(grid, Math.max(its.scaleX, its.scaleY)) };
};

const pieces = (grid: RegionGrid, scale: number): readonly Piece[] =>
  grid.regions.map((region) => ({
    kind: 'region',
    region,
    pixels: Math.ceil((region.core.width * region.core.height) / scale ** 2),
  }));
