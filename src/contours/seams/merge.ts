/**
 * Merges the contours of all regions into one set, in which an object on a seam occurs once.
 *
 * A contour belongs to the region whose core holds its reference point. Where the overlap is at least as large as the
 * largest object, that region has seen all of the object.
 *
 * 1. A contour that belongs to the region that found it stays, unless one of another region before it stays that is the
 *    same object: two regions may see an object so differently that each takes it for its own.
 * 2. One that belongs to another region goes: that region has found it too, or has seen all of it and found nothing.
 *    Only where two regions each give the same object to the other does the first of the two stay, and neither may have
 *    been cut by its region's edge.
 *
 * Two contours are the same object where they share more than half of the pixels of the smaller one, the measure by which
 * `'auto'` itself tells an object that it has found before.
 */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { referencePoint } from './reference-point.js';
import type { Region, RegionGrid } from './region-grid.js';
import { SeamShapes, Shape } from './shapes.js';

/** The contours that a region found, in its own order. */
export type LoadRegion = (region: Region) => Promise<readonly ContourFeature[]>;

interface Guest {
  readonly shape: Shape;
  readonly contour: ContourFeature;
}

/**
 * Yields the contours that stay: by region those that belong to it, and after each row of regions those of rule 2. Reads
 * regions row by row, and keeps what lies near seams of a few rows only. The result depends on the contours and
 * the grid only.
 */
export async function* mergeRegions(grid: RegionGrid, load: LoadRegion): AsyncGenerator<ContourFeature, void> {
  const kept = new SeamShapes();
  const guests = new SeamShapes();
  const waiting: Guest[][] = [];
  const reach = reachOf(grid);
  for (let row = 0; row < grid.rows + reach; row++) {
    const arrived: Guest[] = [];
    for (const region of grid.regions.slice(row * grid.columns, (row + 1) * grid.columns)) {
      for (const contour of await load(region)) {
        const shape = new Shape(region.index, contour.geometry);
        const owner = grid.ownerOf(...referencePoint(contour.geometry));
        if (owner === undefined) continue;
        if (owner !== region.index) {
          if (mayBeCut(shape, region, grid)) continue;
          guests.add(shape);
          arrived.push({ shape, contour });
        } else if (isAlone(shape, region, grid)) {
          yield contour;
        } else if (!kept.holds(shape)) {
          kept.add(shape);
          yield contour;
        }
      }
    }
    waiting.push(arrived);
    if (row < reach) continue;
    for (const { shape, contour } of waiting[row - reach]!) {
      guests.remove(shape);
      if (kept.holds(shape) || !guests.holds(shape, (other) => !kept.holds(other))) continue;
      kept.add(shape);
      yield contour;
    }
    waiting[row - reach] = [];
    const next = grid.regions[(row - reach + 1) * grid.columns];
    if (next) kept.forgetAbove(next.core.y - marginOf(grid));
  }
}

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

/** Whether a contour reaches an edge of what its region saw, where the image goes on. */
const mayBeCut = ({ bounds }: Shape, { outer }: Region, { image }: RegionGrid): boolean => {
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return (
    (outer.x > image.x && bounds.x0 <= outer.x) ||
    (outer.y > image.y && bounds.y0 <= outer.y) ||
    (right < image.x + image.width && bounds.x1 >= right) ||
    (bottom < image.y + image.height && bounds.y1 >= bottom)
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
