/** The component's events, by name: they bubble, and leave shadow roots. */

import type { Parameters } from '../../algorithm/algorithm.js';
import type { Hints } from '../../algorithm/hints.js';
import type { AlgorithmParameters } from '../../algorithm/parameter-values.js';
import type { Init, InitList } from '../../algorithm/start.js';
import type { BackendInfo } from '../../compute/backend.js';
import type { RegionSettings } from '../../contours/recipe/recipe.js';
import type { SearchArea } from '../../contours/seams/wanted.js';
import type { ErrorCode } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { ContourFeature, RunResult } from '../../worker/protocol.js';
import type { ChangeReason } from '../contours/edits.js';
import type { AlgorithmName, ChannelChoice, ModelName } from '../known-names.js';
import type { StorageState } from '../storage/keeper.js';
import type { ImageEntry } from '../viewer/image-entry.js';

/**
 * A start: a rectangle, a GeoJSON Polygon, a contour's id, a point, or `'auto'`; or a list of starts, each of an object of its own.
 * Full-resolution pixels.
 */
export type SegmentInit = Init | InitList | string;

/**
 * Options of one run, and parameters of its algorithm by name. A page adds those of its own algorithms to `AlgorithmParameters`, or gives them in `parameters`,
 * which takes any name. A name that the algorithm does not have is refused with `bad-parameter`.
 */
export interface SegmentOptions extends AlgorithmParameters {
  readonly algorithm?: AlgorithmName;
  readonly model?: ModelName;
  readonly channel?: ChannelChoice;
  /** True: no two contours of the run share pixels. */
  readonly exclusive?: boolean;
  /** Clicks and strokes that are known to be inside the object or outside it. */
  readonly hints?: Hints;
  /**
   * Vertices that stay where they are, at most 256 in full-resolution pixels. Those of a contour that the run starts from are pinned when not
   * given; none are by an empty list.
   */
  readonly pinned?: readonly (readonly [number, number])[];
  /** The rectangle whose pixels count as background, in full-resolution pixels. */
  readonly domain?: Rect;
  /**
   * With `'auto'`: the rectangle whose samples decide what stands out, in full-resolution pixels; the domain when not given. A search in regions
   * gives its area.
   */
  readonly within?: Rect;
  /** With a click: what of the image the person sees, in full-resolution pixels. The page's point tool gives it. */
  readonly inView?: Rect;
  /** With a click: areas of objects that the clicked one is like, in full-resolution px². The page's point tool gives those of its class. */
  readonly expectedAreas?: readonly number[];
  /** With a click, or the id of a contour that came from one: the next larger shape round the click, with at least √2 times this area in px². */
  readonly largerThan?: number;
  /** The same, without `largerThan`: the next smaller one, of which this area is at least √2 times as much. */
  readonly smallerThan?: number;
  /** The only pyramid level that is used; 0 is full resolution. */
  readonly level?: number;
  /** Maximum pixels of a level of the domain that is read whole, by which the first level is chosen; 2²⁴ when not given. */
  readonly pixelBudget?: number;
  /** Of a volume: the slice that the start lies on, 0 the first; the one shown when not given. */
  readonly slice?: number;
  readonly signal?: AbortSignal;
  /** True to start paused, until `step()` or `resume()`. */
  readonly paused?: boolean;
  /**
   * With `'auto'`: search the image region by region, however large it is; sizes in pixels of the level, and those of recipes where
   * they are not given.
   */
  readonly regions?: boolean | RegionSettings;
  /** With `'auto'`: only objects here are wanted, searched for region by region: an area in full-resolution pixels, or the id of a contour. */
  readonly region?: SearchArea | string;
  /** With `'auto'`: contours of what is to be found, or the `objectModel` of an earlier run's details. */
  readonly like?: unknown;
  /** With `'auto'`: contours of what is not to be found. */
  readonly unlike?: unknown;
  readonly parameters?: Parameters;
}

/** Detail of `contour-progress`: the state of the run that is drawn in this frame. */
export interface ProgressDetail {
  readonly id: string;
  readonly iteration: number;
  readonly step: number;
  /** x0, y0, x1, y1, … of the first outer ring, in full-resolution pixels, a copy for the listeners; empty while objects are looked for. */
  readonly ring: Ring;
  readonly criterion: number;
  readonly level: number;
  /** The share of the search for objects, and then of the run, that is done, 0 to 1, where it is known. */
  readonly done?: number;
  /** Of a run that has several starts, as of found objects: how many have ended, of all, whether an object was found there or not. */
  readonly starts?: { readonly done: number; readonly of: number };
  /** Of a search region by region: the regions that are done, of all, and the objects found so far. */
  readonly regions?: { readonly done: number; readonly of: number; readonly contours: number };
  /** Of a volume: the slice that `ring` lies on; the ring is empty where the front does not reach it. */
  readonly slice?: number;
}

/** Detail of `segmenter-error`. */
export interface ErrorDetail {
  readonly code: ErrorCode;
  readonly message: string;
  readonly recoverable: boolean;
  /** The id of the run, where a run failed. */
  readonly id?: string;
}

/** The cause of a selection: a change of the contours, or a selection alone. */
export type SelectReason = ChangeReason | 'select';

interface ChangeDetail {
  /** The first of `contours`. */
  readonly contour: ContourFeature;
  /** All that one change concerns. */
  readonly contours: readonly ContourFeature[];
  readonly reason: ChangeReason;
}

/** The details of each event, by its name. */
export interface SegmenterEventDetails {
  'contour-before-start': { readonly init: SegmentInit; readonly options: SegmentOptions };
  /** `slice`: where the start lies in a volume. */
  'contour-start': {
    readonly id: string;
    readonly init: SegmentInit;
    readonly options: SegmentOptions;
    readonly slice?: number;
  };
  'contour-progress': ProgressDetail;
  /** `details`: what a page may plot beside the first contour of a run. */
  'contour-complete': {
    readonly contour: ContourFeature;
    /** Of a search region by region, which has one such event: all its contours. */
    readonly contours?: readonly ContourFeature[];
    readonly details?: RunResult['details'];
  };
  /** Without a contour where the run was aborted before it had one. */
  'contour-cancel': { readonly id: string; readonly contour?: ContourFeature };
  'contour-change': ChangeDetail;
  /** Without a contour where none is selected any more. */
  'contour-select': { readonly contour?: ContourFeature; readonly reason: SelectReason };
  'contour-remove': ChangeDetail;
  /** Of a volume: the slice now shown, 0 the first, of `depth`. */
  'slice-change': { readonly slice: number; readonly depth: number };
  /** Of `autosave`: whether the work is kept. */
  'storage-change': { readonly state: StorageState };
  /** Of `contourFile`: all that is in view was read; `kind` says whether as contours or, from afar, as boxes of them. */
  'contour-file-view': { readonly kind: 'contours' | 'boxes'; readonly count: number };
  /** Of `images`: the person chose one, which `src` is then set to unless a listener prevents it. */
  'image-choose': { readonly image: ImageEntry; readonly index: number };
  /** A file that the person saves: objects, classes, measurements, a session or a recipe. The browser downloads it unless a listener prevents that. */
  'file-save': { readonly name: string; readonly data: Blob };
  'segmenter-error': ErrorDetail;
  'backend-change': BackendInfo;
}

/** The name of an event of the component. */
export type SegmenterEventName = keyof SegmenterEventDetails;

/** The component's events by name, as listeners get them. */
export type SegmenterEventMap = {
  [Name in SegmenterEventName]: CustomEvent<SegmenterEventDetails[Name]>;
};

/** False where a listener prevented what was to come. */
export type Emit = <Name extends SegmenterEventName>(name: Name, detail: SegmenterEventDetails[Name]) => boolean;
