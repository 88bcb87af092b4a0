/** The interface between the engine and an algorithm, which may come from a page's own module. */

import type { Executor } from '../compute/executor.js';
import type { Rect } from '../core/geometry/rect.js';
import type { Position, Ring } from '../core/geometry/ring.js';
import type { Parts } from '../core/parts.js';
import type { Volume } from '../image/formats/volume/grid.js';
import type { Placement, Samples } from '../image/samples.js';
import type { Example, ExampleClass, Likeness } from './examples.js';
import type { Marks } from './hints.js';
import type { Init, Start } from './start.js';

export type { HintMark, HintMarks, Hints, MarkSide, Marks, Stroke } from './hints.js';
export type { Init, Start } from './start.js';

/** The algorithm of a request that names none, and of an element that sets none. */
export const defaultAlgorithm = 'snake';

/**
 * One parameter: the subset of JSON Schema (2020-12) that the parameter panel and the checks read. A value that it refuses ends a request
 * with `bad-parameter`, which names the parameter, the value and what would do.
 */
export interface ParameterSchema {
  /** `array` is a list of numbers, whose type `items` states. */
  readonly type: 'number' | 'integer' | 'boolean' | 'string' | 'array';
  /** The label of its field, in English. */
  readonly title: string;
  /** The help of its field, in English, with the unit of the value. */
  readonly description: string;
  /** The value used when none is given. `'auto'` is possible where `automatic` is set. With a default of `null`, `null` is valid and means no value. */
  readonly default: unknown;
  /** Of a string: the only values taken, as choices of a list. */
  readonly enum?: readonly string[];
  /** Smallest number, inclusive. The numbers of an array have no bounds. */
  readonly minimum?: number;
  /** Largest number, inclusive. */
  readonly maximum?: number;
  /** For a number: `'auto'` is allowed too; the run then chooses the number. */
  readonly automatic?: boolean;
  /** For the channel: the forms of names that the algorithm takes, from which the panel makes a list. */
  readonly channels?: readonly string[];
  /** Exclusive lower bound. */
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  /** Of an array: the type of each of its numbers. */
  readonly items?: { readonly type: 'number' | 'integer' };
  /** Fewest and most numbers of an array. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Shown in the panel under “More parameters”. */
  readonly advanced?: boolean;
  /** Has a meaning on volumes only. */
  readonly volume?: boolean;
  /** Cheap to change after a run: when it changes, the page repeats the last run. */
  readonly live?: boolean;
}

/** The parameters of an algorithm, in the style of a JSON Schema. */
export interface AlgorithmSchema {
  readonly type: 'object';
  /** By the parameter's name, in the order of the panel's fields. */
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  /** Values that replace the defaults, by the value of the parameter `preset`. */
  readonly presets?: Readonly<Record<string, Parameters>>;
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A picture that a run shows over the image: cells from 0 (transparent) to 255, on a rectangle of full-resolution pixels. */
export interface Picture {
  readonly rect: Rect;
  readonly columns: number;
  readonly rows: number;
  /** Row by row. */
  readonly data: Uint8Array;
}

/** One step of a run, as plain data. */
export interface RunState {
  /** Rounds of the algorithm so far, of one or more steps each. */
  readonly iteration: number;
  /** Steps so far; stepping a paused run advances it by one. */
  readonly step: number;
  /** The outer ring of the (first) contour. */
  readonly ring: Ring;
  /** Every ring or line of the front, outer rings and holes alike, where there is more than one. */
  readonly rings?: readonly Ring[];
  /** Lower is better; in nats where the algorithm is statistical. */
  readonly criterion: number;
  /** The pyramid level that the step was on, 0 the finest. */
  readonly level: number;
  /** The share of the run that is done, 0 to 1, where the algorithm knows it. */
  readonly done?: number;
  /** Of a run with several starts: how many have ended, with or without an object, and how many there are. */
  readonly starts?: { readonly done: number; readonly of: number };
  /** True while the run still searches for objects and has found none. A run that is cancelled then continues to its first contour. */
  readonly searching?: boolean;
  readonly picture?: Picture;
  /** On a volume: the slice that `ring` and `rings` lie on; both are empty where the front does not reach it. */
  readonly slice?: number;
  /** On a volume: the front in another slice at this step. The function does not leave the worker. */
  readonly front?: (slice: number) => readonly Ring[];
}

/**
 * The slice that a geometry of a volume lies on, `z`, 0 the first, as QuPath writes it. Its channel `c`, −1 for all, and its time `t` have
 * no meaning here, and stay as they were given.
 */
export interface SlicePlane {
  readonly c: number;
  readonly z: number;
  readonly t: number;
}

/** GeoJSON in full-resolution pixels; of a volume, with its slice. */
export type Geometry = Shape & { readonly plane?: SlicePlane };

type Shape =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] };

/** The outcome of a run: one or more geometries in full-resolution pixels, with their measurements. */
export interface Outcome {
  readonly contours: readonly {
    readonly geometry: Geometry;
    readonly measurements: Readonly<Record<string, number>>;
    readonly metadata: Readonly<Record<string, string>>;
    /** On a volume: the slice of the geometry, where it differs from the start's. */
    readonly slice?: number;
    /** The pinned vertices among its vertices. */
    readonly pinned?: readonly Position[];
    /** Of an object found by examples: the probability, 0 to 1, that it is one, and its class. */
    readonly probability?: number;
    readonly class?: ExampleClass;
  }[];
  /** Metadata shared by all contours, in addition to their own. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Further results for the page, such as the data of plots, as plain data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The engine's services for one run. */
export interface RunContext {
  /**
   * An object that identifies the run. It stays the same when the run restarts after a lost device, so an algorithm may use it as
   * the key of a `WeakMap` that holds its checkpoint.
   */
  readonly run: object;
  /**
   * An object that identifies the engine, the same in all of its runs. An algorithm may use it as the key of a `WeakMap` that
   * caches results for later runs of the same engine.
   */
  readonly engine: object;
  readonly executor: Executor;
  readonly signal: AbortSignal;
  /** Counters of the time of each part of a run, for `stats()`. */
  readonly parts: Parts;
  readonly image: {
    readonly name: string;
    readonly width: number;
    readonly height: number;
    readonly bands: number;
    readonly bits: 8 | 16 | 32;
    readonly placement?: Placement;
    /** Slices of a volume; 1 for an image. */
    readonly depth: number;
    /** The task's slice, which `pixels` and `region` read. */
    readonly slice?: number | undefined;
    readonly levels: readonly {
      readonly width: number;
      readonly height: number;
      readonly scaleX: number;
      readonly scaleY: number;
    }[];
  };
  /**
   * Names the view: what `pixels` and `region` leave out in addition to missing samples. Whatever an algorithm caches of the samples is valid
   * for this view only. When not given, the view is the unmodified image.
   */
  readonly view?: string;
  /** True for one of many parallel runs whose single steps are not displayed: the algorithm may then batch device work. */
  readonly many?: boolean;
  /**
   * For one of many runs in a worker without the engine's device: sends a problem to `Algorithm.onDevice` in the engine's thread. The words are
   * transferred.
   */
  readonly onDevice?: OnDevice | undefined;
  /** False where the outcome's details are not needed. */
  readonly details?: boolean;
  /** Carries out runs of this algorithm in other workers; missing where the engine has none. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Maximum pixels of a level of the domain that is read whole; the same on every backend. */
  readonly pixelBudget: number;
  /**
   * Samples of `rect` (full-resolution pixels, grown outwards to whole pixels of the level) on the task's slice, with that
   * rectangle in level pixels.
   */
  pixels(rect: Rect, level: number): Promise<{ readonly samples: Samples; readonly rect: Rect }>;
  /** Samples of `rect`, whole pixels of that level, wholly inside it, on the task's slice. */
  region(rect: Rect, level: number): Promise<Samples>;
  /** Reads all of a volume; missing where the image has one slice. Rejects with `image-too-large` or `out-of-memory`. */
  readonly volume?: () => Promise<Volume>;
}

/** A run's start and parameters, checked, as an algorithm gets them. Coordinates are full-resolution pixels. */
export interface Task {
  /** The start, checked and cut to the image or the domain. */
  readonly start: Start;
  /** The same start in the form of a request, for messages and metadata. */
  readonly init: Init;
  /** The user's hints, checked; missing where there is no mark. */
  readonly marks?: Marks;
  /** Pinned vertices: positions that the contour must have as vertices. Missing where none is pinned. */
  readonly pinned?: readonly Position[];
  /** Appearance of the objects, for a start everywhere. */
  readonly likeness?: Likeness;
  /** The rectangle whose pixels count as background, in full-resolution pixels. Chosen from the start when not given. */
  readonly domain?: Rect;
  /** For a start everywhere: the rectangle whose samples decide what stands out, in full-resolution pixels. The domain when not given. */
  readonly within?: Rect;
  /** The part of the image that was visible to the user who made the start, in full-resolution pixels; unknown when not given. */
  readonly inView?: Rect;
  /** Expected areas of the clicked object, in full-resolution px²; unknown when not given. */
  readonly expectedAreas?: readonly number[];
  /** For a click: the contour's area is at least √2 times this area, in full-resolution px². Unbounded when not given. */
  readonly largerThan?: number;
  /** For a click: the contour's area is at most 1/√2 of this area, in full-resolution px². Never together with `largerThan`. */
  readonly smallerThan?: number;
  /** The pyramid level, 0 the finest. Chosen from the pixel budget when not given. */
  readonly level?: number;
  /** The slice of a volume on which the start lies, 0 the first; missing for an image. */
  readonly slice?: number;
  /** Parameters, checked against the schema, with defaults filled in. */
  readonly parameters: Parameters;
}

/** The engine's answer to a yielded state: go on, do a single step, or stop and return the outcome so far. */
export type RunCommand = 'go' | 'step' | 'finish';

/** What was learnt from examples, and the probability that each contour is such an object. */
export interface Rated {
  /** Plain data, which can be the `likeness` of a later task. */
  readonly model: unknown;
  /** Of each contour, 0 to 1; `undefined` for one with no pixel in the domain. */
  readonly probabilities: readonly (number | undefined)[];
}

/**
 * Has the engine's device solve a problem of a run in another worker. The problem and its solution are 32-bit words. Resolves to `undefined` where
 * the device does not accept the problem; rejects where the device is lost.
 */
export type OnDevice = (problem: Uint32Array) => Promise<Uint32Array | undefined>;

/** The states of one run, and its outcome. */
export type Steps = AsyncGenerator<RunState, Outcome, RunCommand>;

/**
 * Carries out one run of a list: in a worker, or by `here` in this thread. The outcome is the same.
 * @param task as the algorithm's `run` takes it, as plain data
 * @param context gives the samples, wherever the run is carried out
 */
export type CarryOut = (task: Task, context: RunContext, here: () => Steps) => Steps;

/** The places in which the runs of one list are carried out. */
export interface Places {
  /** Maximum number of concurrent runs. */
  readonly most: number;
  readonly carryOut: CarryOut;
  /** Runs `Algorithm.aside` in another worker. */
  readonly aside: Aside;
}

/**
 * Has another worker do a part of one run's work. Work and result are plain data; `undefined` where no worker could do it.
 * @param inParts given where that worker may have others do parts of it; aborting it ends them
 */
export type Aside = (work: unknown, inParts?: AbortSignal) => Promise<{ readonly done: unknown } | undefined>;

/** The places for a list whose starts have `pixels` pixels in all; `undefined` where its runs are carried out in this thread. */
export type Elsewhere = (pixels: number) => Places | undefined;

/** A rectangle that is read, in pixels of its level. */
export interface Read {
  readonly rect: Rect;
  readonly level: number;
}

/**
 * `run` yields a state after each step that may be watched. The engine pauses and steps by holding the generator
 * between two yields, cancels by answering `finish` (the outcome is then made from the last valid state), and aborts
 * through `context.signal`, which also makes a pending submit reject with `AbortError`. Where `run` fails with `device-lost`
 * the engine calls it again with a working executor; its states may then restart or continue.
 */
export interface Algorithm {
  readonly id: string;
  readonly title: string;
  readonly schema: AlgorithmSchema;
  /** Whether runs use `Task.marks`; `'slices'` where they also use marks on other slices of a volume. Otherwise a request with hints is refused. */
  readonly hints?: boolean | 'slices';
  /** Whether runs use `Task.pinned`. Otherwise a request with pinned vertices is refused. */
  readonly pins?: boolean;
  /** Whether runs from a click use `Task.largerThan` and `Task.smallerThan`. Otherwise a request with either is refused. */
  readonly sizes?: boolean;
  /** Makes an executor ready for runs: called while the image loads, and for each new device. */
  prepare?(executor: Executor): Promise<void>;
  /**
   * Keeps an idle device busy, so that its clock is up when a run begins.
   * @param wanted whether to continue; true for some tenths of a second
   */
  wake?(executor: Executor, wanted: () => boolean): Promise<void>;
  /**
   * What a run from a box will read whole, in this order. An engine reads it ahead while the box is drawn.
   * @param box in full-resolution pixels
   * @param pixelBudget as of `RunContext`
   */
  reads?(
    box: Rect,
    image: Pick<RunContext['image'], 'width' | 'height' | 'levels'>,
    pixelBudget: number,
  ): Promise<readonly Read[]>;
  /**
   * What a run from a click will read first, in this order. An engine reads it ahead while the button is still pressed.
   * @param point and `inView`, the part of the image that the user sees, in full-resolution pixels
   * @param pixelBudget as of `RunContext`
   */
  readsRound?(
    point: { readonly x: number; readonly y: number },
    image: Pick<RunContext['image'], 'width' | 'height' | 'levels'>,
    pixelBudget: number,
    inView: Rect,
  ): Promise<readonly Read[]>;
  /** Loads the code that its runs may need, in idle time, so that they need no connection. */
  ahead?(): Promise<unknown>;
  /**
   * Solves the problems that runs send through `RunContext.onDevice`. Where it is missing, all runs on a device are carried out in the engine's
   * thread.
   */
  onDevice?(executor: Executor, problem: Uint32Array): ReturnType<OnDevice>;
  /** Does the work that its runs pass to `Places.aside`. @param aside other workers, which do parts of it */
  readonly aside?: (work: unknown, aside?: Aside) => Promise<unknown>;
  /**
   * Learns a model from a task's examples. A later task's `likeness` may hold the model in place of the examples.
   * @returns the model as plain data
   */
  learn?(task: Task, context: RunContext): Promise<unknown>;
  /** Learns from a task's examples in its domain, and gives the probability that each contour there is such an object. */
  rate?(task: Task, contours: readonly Example[], context: RunContext): Promise<Rated>;
  /**
   * Runs a task: yields a state after each step, and returns the contours.
   * @param task start and parameters, checked; coordinates in full-resolution pixels
   * @param context samples, executor and signal of the run
   * @throws SegmenterError a coded error; any other is reported as `bad-algorithm`
   */
  run(task: Task, context: RunContext): Steps;
}
