/**
 * Contours that regions have cut, and which of them are pieces of one object.
 *
 * Two pieces of different regions belong together if they share more than half of the pixels of the smaller one, within
 * what both regions saw. A piece is covered, and goes, if objects that another region has seen whole hold more than half
 * of what that region saw of the piece; each of these is the same object as the piece by `Shape.isSame`.
 */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import { commonPixels } from '../spans.js';
import type { Region, RegionGrid } from './region-grid.js';
import { SeamShapes, type Shape } from './shapes.js';

/** A cut contour. */
export interface Piece {
  readonly shape: Shape;
  readonly contour: ContourFeature;
  readonly region: Region;
  /** Whether its region's core holds its reference point. */
  readonly isOwn: boolean;
}

interface Open extends Piece {
  /** Pieces of other regions that belong to the same object. */
  readonly others: Set<Open>;
  /** Not known yet where it is not given. */
  isCovered?: boolean;
}

/** The pieces that are not decided on yet. */
export class CutPieces {
  readonly #shapes = new SeamShapes();
  readonly #open = new Map<Shape, Open>();

  constructor(private readonly grid: RegionGrid) {}

  add(piece: Piece): void {
    const { shape, region } = piece;
    const open: Open = { ...piece, others: new Set() };
    for (const other of this.#shapes.near(shape)) {
      const its = this.#open.get(other)!;
      if (its.region === region || !areOne(open, its)) continue;
      open.others.add(its);
      its.others.add(open);
    }
    this.#shapes.add(shape);
    this.#open.set(shape, open);
  }

  /**
   * Decides on the objects of which all pieces are known and lie in the rows of regions up to `row`.
   * @param whole contours that stay and that their regions have seen whole, of all regions that the pieces of these rows can meet
   * @returns the pieces of each of these objects, in the order of their regions, and the covered pieces
   */
  decide(row: number, whole: SeamShapes): { readonly objects: readonly Piece[][]; readonly covered: readonly Piece[] } {
    const { columns, regions } = this.grid;
    const isBefore = ({ region }: Open): boolean => region.index < (row + 1) * columns;
    const waiting = [...this.#open.values()].filter(isBefore);
    for (const open of waiting) {
      if (open.isCovered !== undefined) continue;
      open.isCovered = isCovered(open, whole, (index) => regions[index]!);
      // All that it can meet has come. An object may have thousands of pieces.
      open.shape.release();
    }
    const objects: Piece[][] = [];
    const covered: Piece[] = [];
    const seen = new Set<Open>();
    for (const open of waiting) {
      if (seen.has(open)) continue;
      const group = connected(open, () => true);
      for (const each of group) seen.add(each);
      if (!group.every(isBefore)) continue;
      for (const each of group) {
        this.#open.delete(each.shape);
        this.#shapes.remove(each.shape);
      }
      const left = new Set(group.filter((each) => !each.isCovered));
      covered.push(...group.filter((each) => each.isCovered));
      for (const first of left) {
        const its = connected(first, (each) => left.has(each));
        for (const each of its) left.delete(each);
        objects.push(its.sort((a, b) => a.region.index - b.region.index));
      }
    }
    return { objects, covered };
  }
}

/** The pieces that are connected with one, itself included, by way of those wanted. */
const connected = (first: Open, wanted: (piece: Open) => boolean): Open[] => {
  const found = new Set([first]);
  for (const each of found) for (const other of each.others) if (wanted(other)) found.add(other);
  return [...found];
};

const areOne = (a: Open, b: Open): boolean => {
  const least = Math.min(pixelsIn(b.region.outer, a.shape), pixelsIn(a.region.outer, b.shape));
  return 2 * commonPixels(a.shape.pixels, b.shape.pixels) > least;
};

const isCovered = ({ shape, region }: Open, whole: SeamShapes, regionOf: (index: number) => Region): boolean => {
  const common = new Map<number, number>();
  for (const other of whole.near(shape)) {
    if (other.region !== region.index && shape.isSame(other))
      common.set(other.region, (common.get(other.region) ?? 0) + commonPixels(shape.pixels, other.pixels));
  }
  return [...common].some(([index, pixels]) => 2 * pixels > pixelsIn(regionOf(index).outer, shape));
};

/** Number of pixels of a shape in a rectangle. */
const pixelsIn = ({ x, y, width, height }: Rect, { pixels: { top, rows } }: Shape): number => {
  let count = 0;
  for (const row of rows.slice(Math.max(0, y - top), Math.max(0, y + height - top))) {
    eachPair(row, (from, end) => {
      count += Math.max(0, Math.min(end, x + width) - Math.max(from, x));
    });
  }
  return count;
};
