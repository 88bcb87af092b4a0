/** The messages between page and worker: structured-cloneable data. The engine in Node uses the same types. */

export type { ContourFeature } from '../algorithm/contour-feature.js';

import type { AlgorithmSchema, Hints, Init, Outcome, Parameters } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';
import type { InitList } from '../algorithm/start.js';
import type { Rect } from '../core/geometry/rect.js';
import type { DisplayOptions } from '../image/display.js';
import type { ImageDescription, Stack } from '../image/samples.js';

/** An open image as sent to the page: id, size, levels, bands. */
export interface ImageInfo extends ImageDescription {
  readonly id: number;
  readonly format: string;
  /** The number of slices of a volume, and the position of its voxels. */
  readonly stack?: Omit<Stack, 'volume'>;
}

/** A request for a run: start, options and parameters. Coordinates are full-resolution pixels, corner origin, y down. */
export interface SegmentRequest {
  /** An algorithm's id: `snake`, `level-set`, `linear-features`, … */
  readonly algorithm?: string;
  /** A list gives one contour per start, in the order of the list; each is the same as from a run with that start alone. */
  readonly init: Init | InitList;
  /** Clicks and strokes that the user placed inside the object or outside it. */
  readonly hints?: Hints;
  /**
   * Vertices that stay fixed: the contour has each of these positions as a vertex. At most 256, in full-resolution pixels of
   * the image, within the domain where one is given.
   */
  readonly pinned?: readonly (readonly [number, number])[];
  /**
   * With `init: 'auto'`: examples of what to find, contours or a `FeatureCollection` of them, distinguished by class; or a
   * model that an earlier run gave in `details.objectModel`.
   */
  readonly like?: unknown;
  /** Contours of what must not be found. */
  readonly unlike?: unknown;
  /**
   * True: no two contours of the run share pixels; neighbours that would overlap share a boundary. Two contours are the
   * same object where more than half of the smaller one lies in the other; the first is kept.
   */
  readonly exclusive?: boolean;
  /** The rectangle whose pixels count as background, in full-resolution pixels; chosen from the start when not given. */
  readonly domain?: Rect;
  /**
   * With `init: 'auto'`: the rectangle whose samples decide what stands out, in full-resolution pixels; the domain when not given. Domains with the same
   * such rectangle are searched alike: in the same channel, at the same scale, and above the same threshold.
   */
  readonly within?: Rect;
  /**
   * With a click: the visible part of the image, in full-resolution pixels. Where something there looks like an object, the click means that object, and none
   * that extends beyond the view.
   */
  readonly inView?: Rect;
  /**
   * With a click: expected areas of the clicked object, in full-resolution px², at most 256. Shapes of such areas are preferred. The page's point tool
   * passes those of its class in the image.
   */
  readonly expectedAreas?: readonly number[];
  /**
   * With a click: an area in full-resolution px². The contour is the next larger one around the click, with at least √2 times this area; candidates are
   * ordered by size. `expectedAreas` is then ignored.
   */
  readonly largerThan?: number;
  /** With a click, and without `largerThan`: the contour is the next smaller one, with at most 1/√2 of this area. */
  readonly smallerThan?: number;
  /** The only pyramid level that is used, 0 the finest. When not given, the first is chosen from `pixelBudget`, and the snake goes on down to level 0. */
  readonly level?: number;
  /** Slice of a volume that the start lies on, 0 the first; the middle one when not given. */
  readonly slice?: number;
  /** Maximum pixels of a level of the domain that is read whole, from which the first level is chosen; the engine's when not given. */
  readonly pixelBudget?: number;
  /** Everything else is a parameter of the algorithm, checked against its schema. */
  readonly parameters?: Parameters;
  /** Start paused, until the first `step()` or `resume()`. */
  readonly paused?: boolean;
}

/** The contours of a run, and its details. */
export interface RunResult {
  /** The first is the contour of `segment()`; `'auto'` and lines may give several. Never empty. */
  readonly contours: readonly ContourFeature[];
  /** True when `cancel()` ended it: the contours are the last valid state. */
  readonly cancelled: boolean;
  /** Plain data, such as those of plots; a search adds `searchedLevel`, the pyramid level that was searched for objects, and with examples `objectModel`. */
  readonly details?: Outcome['details'];
}

/** Id, title and schema of an algorithm. */
export interface AlgorithmInfo {
  /** Its id in requests. */
  readonly id: string;
  /** Its displayed name, in English. */
  readonly title: string;
  /** Its parameters: types, ranges, defaults, titles. */
  readonly schema: AlgorithmSchema;
  /** True where its runs support pinned vertices. */
  readonly pins?: boolean;
  /** True where a click can request the next larger or smaller shape. */
  readonly sizes?: boolean;
}

/** A decoded picture of a rectangle for display, 8-bit RGBA after contrast stretch; never used for computation. */
export interface DisplayRequest {
  /** Rectangle in full-resolution pixels. */
  readonly rect: Rect;
  readonly level: number;
  /** Slice of a volume; the first when not given. */
  readonly slice?: number;
  /** Size of the tile in pixels; the rectangle is resampled to it. */
  readonly width: number;
  readonly height: number;
  /** Bands, contrast and gamma; a stretch is fixed per image, so that all of its tiles match. */
  readonly options?: DisplayOptions;
  /** A channel in place of the stored bands, as an algorithm sees it. */
  readonly channel?: string;
}
