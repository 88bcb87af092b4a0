/** The messages between page and worker: structured-cloneable data. The engine in Node uses the same types. */

export type { ContourFeature } from '../algorithm/contour-feature.js';

import type { AlgorithmSchema, Hints, Init, Outcome, Parameters } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';
import type { InitList } from '../algorithm/start.js';
import type { Rect } from '../core/geometry/rect.js';
import type { DisplayOptions } from '../image/display.js';
import type { ImageDescription, Stack } from '../image/samples.js';

/** An open image as the page sees it: number, size, levels, bands. */
export interface ImageInfo extends ImageDescription {
  readonly id: number;
  readonly format: string;
  /** The number of slices of a volume, and the position of its voxels. */
  readonly stack?: Omit<Stack, 'volume'>;
}

/** A request for a run: start, options and parameters. Coordinates are full-resolution pixels, corner origin, y down. */
export interface SegmentRequest {
  /** A contribution's id: `snake`, `level-set`, `linear-features`, … */
  readonly algorithm?: string;
  /** A list gives a contour of each start, what it would be alone, in the order of the list. */
  readonly init: Init | InitList;
  /** Clicks and strokes that a person knows to be inside the object or outside it. */
  readonly hints?: Hints;
  /**
   * Vertices that stay where they are: the contour has each of these positions as a vertex. At most 256, in full-resolution pixels of
   * the image, within the domain where one is given.
   */
  readonly pinned?: readonly (readonly [number, number])[];
  /**
   * With `init: 'auto'`: examples of what to find, contours or a `FeatureCollection` of them, their classes told apart; or a
   * model that an earlier run gave in `details.objectModel`.
   */
  readonly like?: unknown;
  /** Contours of what is not to be found. */
  readonly unlike?: unknown;
  /**
   * True: no two contours of the run share pixels, and neighbours that would have shared some share a boundary. Of two that are the
   * same object, because more than half of the smaller one lies in the other, the first stays.
   */
  readonly exclusive?: boolean;
  /** The rectangle whose pixels count as background, in full-resolution pixels; chosen from the start when not given. */
  readonly domain?: Rect;
  /**
   * With a click: what of the image the person sees, in full-resolution pixels. Where something there looks like an object, the click is of that and of nothing
   * that reaches beyond.
   */
  readonly inView?: Rect;
  /**
   * With a click: areas of objects that the clicked one is like, in full-resolution px², at most 256. Shapes as large as these go before others. The page's point tool
   * gives those of its class in the image.
   */
  readonly expectedAreas?: readonly number[];
  /**
   * With a click: an area in full-resolution px². The contour is the next larger one round the click, with at least √2 times this area: shapes that stand out are taken one
   * after the other in size. What `expectedAreas` tell is not heeded then.
   */
  readonly largerThan?: number;
  /** With a click, and without `largerThan`: the same, the next smaller one, of which this area is at least √2 times as much. */
  readonly smallerThan?: number;
  /** The pyramid level, 0 the finest; chosen from `pixelBudget` when not given. */
  readonly level?: number;
  /** Slice of a volume that the start lies on, 0 the first; the middle one when not given. */
  readonly slice?: number;
  /** Most pixels wanted in one domain, from which the level is chosen; the backend's when not given. */
  readonly pixelBudget?: number;
  /** Everything else is a parameter of the algorithm, checked against its schema. */
  readonly parameters?: Parameters;
  /** Start paused: the first `step()` or `resume()` sets it going. */
  readonly paused?: boolean;
}

/** The contours of a run, and its details. */
export interface RunResult {
  /** The first is the contour of `segment()`; `'auto'` and lines may give more. Never empty. */
  readonly contours: readonly ContourFeature[];
  /** True when `cancel()` ended it: the contours are the last valid state. */
  readonly cancelled: boolean;
  /** Plain data beside the contours, such as those of plots; of a search `searchedLevel`, the level of the pyramid at which objects were looked for, and by examples `objectModel`. */
  readonly details?: Outcome['details'];
}

/** Id, title and schema of an algorithm. */
export interface AlgorithmInfo {
  /** Its name in requests. */
  readonly id: string;
  /** Its name on the screen, in English. */
  readonly title: string;
  /** Its parameters: types, ranges, defaults, titles. */
  readonly schema: AlgorithmSchema;
  /** True where its runs leave pinned vertices where they are. */
  readonly pins?: boolean;
  /** True where runs from a click can be asked for the next larger or smaller shape. */
  readonly sizes?: boolean;
}

/** A decoded picture of a rectangle for display, 8-bit RGBA after contrast stretch; never what the engine computes on. */
export interface DisplayRequest {
  /** Rectangle in full-resolution pixels. */
  readonly rect: Rect;
  readonly level: number;
  /** Slice of a volume; the first when not given. */
  readonly slice?: number;
  /** Size of the tile in pixels; the rectangle is resampled to it. */
  readonly width: number;
  readonly height: number;
  /** Bands, contrast and gamma; a stretch is fixed once an image, so that all its tiles look alike. */
  readonly options?: DisplayOptions;
  /** A channel in place of the stored bands, as an algorithm sees it. */
  readonly channel?: string;
}
