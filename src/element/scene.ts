/** What the overlay shows, as data, in full-resolution pixels. */
import type { Placement, Rect } from '../image/samples.js';
import type { Picture, Ring } from '../worker/algorithm.js';
import type { ContourFeature } from '../worker/protocol.js';
import { type Box, boundsOf, type Point, pathsOf } from './geometry.js';

/** What a tool has drawn so far. */
export type Draft =
  | { readonly kind: 'box'; readonly rect: Rect; readonly grips: boolean }
  | { readonly kind: 'polygon'; readonly nodes: readonly Point[]; readonly tip?: Point }
  | { readonly kind: 'point'; readonly at: Point };

export interface Evolving {
  readonly rings: readonly Ring[];
  readonly closed: boolean;
  /** Where the nodes may go. */
  readonly box?: Rect;
  /** Drawn under all contours. */
  readonly picture?: Picture;
  /** Of a volume: where the rings lie. */
  readonly slice?: number;
}

/** The nodes of the contour being edited. */
export interface Handles {
  readonly contour: ContourFeature;
  readonly active?: { readonly path: number; readonly node: number };
}

export interface Scene {
  readonly contours: readonly ContourFeature[];
  readonly selected?: string;
  readonly hovered?: string;
  readonly evolving?: Evolving;
  readonly picture?: Picture;
  readonly draft?: Draft;
  readonly handles?: Handles;
  /** Where the keyboard points, in image pixels. */
  readonly cursor?: Point;
  /** Of the image, where a scale bar is wanted. */
  readonly placement?: Placement;
}

export const emptyScene: Scene = { contours: [] };

/** A contour made ready for drawing and hit tests. */
export interface Prepared {
  readonly box: Box;
  readonly closed: boolean;
  /** x0, y0, x1, y1, …; rings without the repeated first node. */
  readonly paths: readonly Float64Array[];
}

const cache = new WeakMap<ContourFeature, Prepared>();

export const prepare = (contour: ContourFeature): Prepared => {
  const known = cache.get(contour);
  if (known) return known;
  const { closed, paths } = pathsOf(contour.geometry);
  const prepared: Prepared = {
    box: boundsOf(contour.geometry),
    closed,
    paths: paths.map((path) => {
      const count = closed ? path.length - 1 : path.length;
      const flat = new Float64Array(2 * count);
      for (let k = 0; k < count; k++) {
        flat[2 * k] = path[k]![0];
        flat[2 * k + 1] = path[k]![1];
      }
      return flat;
    }),
  };
  cache.set(contour, prepared);
  return prepared;
};

export const overlaps = (a: Box, b: Box): boolean => a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
