/** The engine without a page: for a browser, a worker or Node. */
export type { OpenedImage } from './image/open.js';
export type { ImageSource, Level, Placement, Rect, RegionOptions, SampleArray, Samples } from './image/samples.js';
export type * from './worker/algorithm.js';
export {
  type ArrayImage,
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineRequest,
  type EngineStats,
  type SegmentRunOptions,
} from './worker/engine.js';
export { type ErrorCode, type ErrorData, type ErrorValues, SegmenterError } from './worker/errors.js';
export type { BackendName, Executor, ExecutorLimits, ExecutorStats, KernelTiming, Program } from './worker/executor.js';
export { requestOf } from './worker/feature.js';
export type {
  AlgorithmInfo,
  BackendChoice,
  BackendInfo,
  ContourFeature,
  ImageSpec,
  RunResult,
  SegmentRequest,
} from './worker/protocol.js';
export type * from './worker/recording.js';
export type { Run, RunStatus } from './worker/run.js';
export { version } from './worker/version.js';
