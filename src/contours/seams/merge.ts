/**
 * Merges the contours of all regions into one set, in which an object on a seam occurs once.
 *
 * A contour belongs to the region whose core holds its reference point. Where the overlap is at least as large as the
 * largest object, that region has seen all of the object. A contour that comes close to an edge of what its region saw,
 * where the image goes on, is cut.
 *
 * 1. A contour that belongs to the region that found it, and is not cut, stays, unless one of another region before it
 *    stays that is the same object: two regions may see an object so differently that each takes it for its own.
 * 2. One that belongs to another region, and is not cut, goes if that region has found it too, or has seen all of it and
 *    found nothing. Where two regions each give the same object to the other, the first of the two stays.
 * 3. Cut ones wait for these. Those that are pieces of one object (`cut-pieces.ts`) become one contour, the union of
 *    them, if that reaches beyond what the region saw to which it belongs. Of the others, those stay that belong to the
 *    region that found them.
 *
 * Two contours are the same object where they share more than half of the pixels of the smaller one, the measure by which
 * `'auto'` itself tells an object that it has found before.
 */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import type { Box } from '../../core/geometry/rect.js';
import { boundsOf } from '../geometry.js';
import { CutPieces, type Piece } from './cut-pieces.js';
import { referencePoint } from './reference-point.js';
import type { Region, RegionGrid } from './region-grid.js';
import { SeamShapes, Shape } from './shapes.js';

/** What the merge asks its caller. */
export interface MergeHost {
  /** The contours that a region found, in its own order. Called once for each region, row by row. */
  load(region: Region): Promise<readonly ContourFeature[]>;
  /** One contour in the place of pieces of an object, those of the first region first; `undefined` where there is none. */
  join(pieces: readonly ContourFeature[]): ContourFeature | undefined;
  /** Hears of each contour that does not stay. */
  leave?(contour: ContourFeature): void;
}

interface Guest {
  readonly shape: Shape;
  readonly contour: ContourFeature;
  readonly owner: Region;
}

/**
 * Yields the contours that stay: by region those of rule 1, and after each row of regions those of rules 2 and 3. Keeps
 * what lies near seams of a few rows only, and the pieces of objects that go on. The result depends on the contours and
 * the grid only.
 */
export async function* mergeRegions(grid: RegionGrid, host: MergeHost): AsyncGenerator<ContourFeature, void> {
  const kept = new SeamShapes();
  const guests = new SeamShapes();
  const pieces = new CutPieces(grid);
  const waiting: Guest[][] = [];
  const reach = reachOf(grid);
  for (let row = 0; row < grid.rows + 2 * reach; row++) {
    const arrived: Guest[] = [];
    for (const region of grid.regions.slice(row * grid.columns, (row + 1) * grid.columns)) {
      for (const contour of await host.load(region)) {
        const shape = new Shape(region.index, contour.geometry);
        const owner = grid.ownerOf(...referencePoint(contour.geometry));
        const isOwn = owner === region.index;
        if (isCut(shape.bounds, region, grid)) {
          pieces.add({ shape, contour, region, isOwn });
        } else if (isOwn && isAlone(shape, region, grid)) {
          yield contour;
        } else if (isOwn && !kept.holds(shape)) {
          kept.add(shape);
          yield contour;
        } else if (isOwn || owner === undefined) {
          host.leave?.(contour);
        } else {
          guests.add(shape);
          arrived.push({ shape, contour, owner: grid.regions[owner]! });
        }
      }
    }
    waiting.push(arrived);
    for (const { shape, contour, owner } of waiting.length > reach ? waiting.shift()! : []) {
      guests.remove(shape);
      const isMissed = (): boolean =>
        isCut(shape.bounds, owner, grid) || guests.holds(shape, (other) => !kept.holds(other));
      if (kept.holds(shape) || !isMissed()) {
        host.leave?.(contour);
        continue;
      }
      kept.add(shape);
      yield contour;
    }
    const decided = row - 2 * reach;
    if (decided < 0) continue;
    const { objects, covered } = pieces.decide(decided, kept);
    for (const { contour } of covered) host.leave?.(contour);
    for (const its of objects) {
      const joined = objectOf(its, grid, host);
      if (joined) yield joined;
      for (const { contour, isOwn } of its) {
        if (isOwn && !joined) yield contour;
        else host.leave?.(contour);
      }
    }
    const next = grid.regions[(decided + 1) * grid.columns];
    if (next) kept.forgetAbove(next.core.y - marginOf(grid));
  }
}

/** Rule 3: the contour of an object of which there are several pieces; `undefined` where the region to which it belongs saw all of it. */
const objectOf = (pieces: readonly Piece[], grid: RegionGrid, host: MergeHost): ContourFeature | undefined => {
  const joined = pieces.length > 1 ? host.join(pieces.map(({ contour }) => contour)) : undefined;
  const owner = joined && grid.ownerOf(...referencePoint(joined.geometry));
  if (!joined || owner === undefined) return undefined;
  const region = grid.regions[owner]!;
  return isCut(boundsOf(joined.geometry), region, grid) ? joined : undefined;
};

/**
 * Pixels by which a contour may lie beyond the core of the region that found it: the overlap, and once more for the boxes
 * of cut objects, which are grown.
 */
const marginOf = ({ overlap }: RegionGrid): number => 2 * overlap;

/** Rows by which two regions with a contour of the same object can be apart. */
const reachOf = (grid: RegionGrid): number => {
  const lowest = Math.min(...grid.regions.map(({ core }) => core.height));
  return 1 + Math.floor((2 * marginOf(grid)) / lowest);
};

/**
 * Share of the overlap within which a contour counts as reaching an edge: a snake may end a little short of it. Any share below a half is safe. An
 * object no larger than the overlap that ends there has its middle beyond the region's core, and the neighbour has seen all of it.
 */
const SHORT = 1 / 8;

/** Whether a contour comes close to an edge of what its region saw, where the image goes on. */
const isCut = (bounds: Box, { outer }: Region, { image, overlap }: RegionGrid): boolean => {
  const short = SHORT * overlap;
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return (
    (outer.x > image.x && bounds.x0 <= outer.x + short) ||
    (outer.y > image.y && bounds.y0 <= outer.y + short) ||
    (right < image.x + image.width && bounds.x1 >= right - short) ||
    (bottom < image.y + image.height && bounds.y1 >= bottom - short)
  );
};

/** Whether no other region can have found anything where a contour lies. */
const isAlone = ({ bounds: { x0, y0, x1, y1 } }: Shape, { index, core }: Region, grid: RegionGrid): boolean => {
  const [column, row] = [index % grid.columns, Math.floor(index / grid.columns)];
  const margin = marginOf(grid);
  return (
    (column === 0 || x0 >= core.x + margin) &&
    (row === 0 || y0 >= core.y + margin) &&
    (column === grid.columns - 1 || x1 <= core.x + core.width - margin) &&
    (row === grid.rows - 1 || y1 <= core.y + core.height - margin)
  );
};
