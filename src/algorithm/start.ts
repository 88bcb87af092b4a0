/** The start of a run: the loose form of a request, and the tagged form that algorithms switch on. */

import { holding, type Rect } from '../core/geometry/rect.js';
import type { Position } from '../core/geometry/ring.js';

/** A start as a request gives it, in full-resolution pixels; `'auto'` where the algorithm searches for objects. */
export type Init =
  | Rect
  | { readonly x: number; readonly y: number }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | 'auto';

/** Several starts, each of an object of its own: a list, or a GeoJSON `FeatureCollection` of polygons. */
export type InitList =
  | readonly Exclude<Init, 'auto'>[]
  | { readonly type: 'FeatureCollection'; readonly features: readonly { readonly geometry: unknown }[] };

/** A start that was checked, in full-resolution pixels, inside the image or the domain. */
export type Start =
  | { readonly kind: 'box'; readonly rect: Rect }
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  /** The outer ring first, then holes; each is closed: the first position is repeated. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] }
  /** The algorithm searches for objects. */
  | { readonly kind: 'everywhere' };

/** Converts a start to the form of a request, for metadata and messages. */
export const initOf = (start: Start): Init => {
  switch (start.kind) {
    case 'box':
      return start.rect;
    case 'point':
      return { x: start.x, y: start.y };
    case 'polygon':
      return { type: 'Polygon', coordinates: start.rings };
    case 'everywhere':
      return 'auto';
  }
};

/** The bounding box of a start, in full-resolution pixels: of a point, a box of size 0; of `everywhere`, all of `image`. */
export const boundsOfStart = (start: Start, image: Rect): Rect => {
  switch (start.kind) {
    case 'box':
      return start.rect;
    case 'point':
      return { x: start.x, y: start.y, width: 0, height: 0 };
    case 'polygon': {
      const positions = start.rings[0] ?? [];
      const [x, y] = positions[0] ?? [0, 0];
      return holding({ x, y, width: 0, height: 0 }, positions);
    }
    case 'everywhere':
      return image;
  }
};
