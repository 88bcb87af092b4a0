/** The engine without a page: for a browser, a worker or Node. */
import { builtIn } from './algorithms.js';
import type { Engine, EngineOptions } from './worker/engine.js';
import { makeEngine } from './worker/make-engine.js';

export type * from './algorithm/algorithm.js';
export type { AlgorithmName, ChannelChoice, ModelName } from './algorithm/known-names.js';
export type * from './algorithm/parameter-values.js';
export type { BackendChoice, BackendInfo } from './compute/backend.js';
export type {
  BackendName,
  Executor,
  ExecutorLimits,
  ExecutorStats,
  KernelTiming,
  Program,
} from './compute/executor.js';
export type * from './compute/recording.js';
export { type ErrorCode, type ErrorData, type ErrorValues, SegmenterError } from './core/errors.js';
export type { Level, Rect } from './core/geometry/rect.js';
export { version } from './core/version.js';
export type { ImageSpec } from './image/image-spec.js';
export type { ImageSource, OpenedImage, Placement, RegionOptions, SampleArray, Samples } from './image/samples.js';
export type { ExpectedStart, ExpectOptions } from './worker/ahead/drawn-ahead.js';
export type {
  ArrayImage,
  EndOptions,
  Engine,
  EngineOptions,
  EngineRequest,
  EngineStats,
  LessonRequest,
  SegmentRunOptions,
} from './worker/engine.js';
export { requestOf } from './worker/feature.js';
export type { MeasureOptions } from './worker/measure.js';
export type {
  AlgorithmInfo,
  ContourFeature,
  RunResult,
  SegmentRequest,
} from './worker/protocol.js';
export type { Run, RunStatus } from './worker/run.js';

/**
 * Makes an engine with the built-in algorithms.
 * @param options the backend, the pixel budget, and who hears of another backend
 * @throws SegmenterError `no-webgpu` where WebGPU alone was asked for and is not there; `bad-parameter`
 */
export const createEngine = (options: EngineOptions = {}): Promise<Engine> => makeEngine(builtIn, options);
