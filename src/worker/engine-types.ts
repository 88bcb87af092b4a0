/** The options, requests and counters of an engine. */
import type { ChannelChoice, ModelName } from '../algorithm/known-names.js';
import type { AlgorithmParameters } from '../algorithm/parameter-values.js';
import type { BackendChoice, BackendInfo } from '../compute/backend.js';
import type { ExecutorStats } from '../compute/executor.js';
import type { PartName } from '../core/parts.js';
import type { ImageSpec } from '../image/image-spec.js';
import type { DecodingStats } from '../image/pool/stats.js';
import type { SampleArray } from '../image/samples.js';
import type { Evolvers } from './evolving/evolving-pool.js';
import type { EvolvingStats } from './evolving/stats.js';
import type { SegmentRequest } from './protocol.js';

/** Options of an engine. */
export interface EngineOptions {
  /** `auto` when not given: WebGPU on a real GPU, else the CPU. */
  readonly backend?: BackendChoice;
  /** In Node: what Dawn's `create([])` returns. */
  readonly gpu?: GPU;
  /** Maximum pixels of a level of the domain that is read whole, the same on every backend; 2²⁴ when not given. The snake reads finer levels near its contour only. */
  readonly pixelBudget?: number;
  /** Workers for the runs of lists, on the CPU or beside a GPU; in Node, from `evolvers()` of `node.js`. When not given, all runs use this thread. */
  readonly evolvers?: Evolvers;
  /** Called after a lost device was replaced. */
  readonly onBackendChange?: (info: BackendInfo) => void;
}

/** Samples in memory: the bands of each pixel together, 1 band if not given. They are not copied and must not be changed. */
export interface ArrayImage extends Omit<Extract<ImageSpec, { readonly kind: 'samples' }>, 'kind' | 'data'> {
  /** The `data` of an `ImageData` has 4 bands. */
  readonly data: SampleArray | Uint8ClampedArray;
}

/**
 * A request for a run of the engine. Parameters of the algorithm are members beside `algorithm` and `init`, by name, or in `parameters`, which takes any name.
 * Declare those of your own algorithm by `declare module 'snake-segmenter/engine.js' { interface AlgorithmParameters { … } }`. A name that the algorithm
 * does not have is refused with `bad-parameter`.
 */
export interface EngineRequest extends SegmentRequest, AlgorithmParameters {
  /** The noise model. */
  readonly model?: ModelName;
  /** The channel of the image that the algorithm uses. */
  readonly channel?: ChannelChoice;
}

/** A request for a model of objects: that of a run with `init: 'auto'`. */
export type LessonRequest = Omit<EngineRequest, 'init'>;

/** Options of what can be ended. */
export interface EndOptions {
  /** Ends it with an `AbortError`. */
  readonly signal?: AbortSignal;
}

/** Options of one run. */
export interface SegmentRunOptions {
  /** Ends the run with an `AbortError`, and frees its memory. */
  readonly signal?: AbortSignal;
  /** The UUID of the run and of its first contour; random when not given. */
  readonly id?: string;
}

/** Options of `stats`: whether to time each kernel from now on. */
export interface StatsOptions {
  readonly timings?: boolean;
}

/** Counters of an engine, including those of its executor. */
export interface EngineStats extends ExecutorStats {
  /** Open images. */
  readonly images: number;
  /** Runs under way, including paused ones. */
  readonly runs: number;
  /** Milliseconds of all runs so far, by the parts of a run. */
  readonly parts: Readonly<Record<PartName, number>>;
  /** Workers that decode tiles, and how many tiles they decoded, of all engines in this thread. */
  readonly decoding: DecodingStats;
  /** Workers that carry out the runs of lists. */
  readonly evolving: EvolvingStats;
}
