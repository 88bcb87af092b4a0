import type {
  AlgorithmInfo,
  BackendChoice,
  BackendInfo,
  DisplayRequest,
  ExecutorStats,
  ImageInfo,
  ImageSpec,
  RunResult,
  RunState,
  SegmentRequest,
} from '../worker/protocol.js';

export interface EngineClientOptions {
  /** Where the worker's script lies; another origin will do. By default it lies beside this module. */
  readonly workerUrl?: string | URL;
  readonly backend?: BackendChoice;
  /** Milliseconds of silence after which a worker counts as hung; 10 000 when not given. */
  readonly deadline?: number;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
}

export interface SegmentOptions {
  /** Which image; the one opened last when not given. */
  readonly image?: number;
  /** The UUID that the run and its first contour carry; a fresh one when not given. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** At most 60 a second: always the first and the last, else the newest. */
  readonly onState?: (state: RunState) => void;
  /** Allows several runs at once; otherwise a second one rejects with `busy`. */
  readonly concurrent?: boolean;
}

/** One run in the worker. Steering a run that is over does nothing. */
export interface ClientRun {
  readonly id: string;
  /** Rejects with a `SegmenterError` or an `AbortError`; always settles. */
  readonly result: Promise<RunResult>;
  pause(): void;
  resume(): void;
  /** One step, then pause. */
  step(): void;
  /** Ends the run; `result` resolves to its last valid state, `cancelled` set. */
  cancel(): void;
}

/** A picture for display: 8-bit RGBA, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/**
 * The engine in a worker, as a page sees it. Every promise settles, also when the worker hangs, crashes or never
 * loads: what was pending rejects with a coded error, a fresh worker takes over and opens the same images again,
 * under the same ids.
 *
 * Events: `backend-change` (`CustomEvent<BackendInfo>`), `restart` (`CustomEvent<ErrorData>`: why).
 */
export declare class EngineClient extends EventTarget {
  constructor(options?: EngineClientOptions);
  /** What the first worker chose; rejects with a coded error when it could not be started. */
  readonly ready: Promise<BackendInfo>;
  /** Images open now, the newest last. */
  readonly images: readonly ImageInfo[];
  /** Opens an image. Arrays in `spec` are given away: they are detached, as `postMessage` does with transfers. */
  open(spec: ImageSpec, options?: OpenOptions): Promise<ImageInfo>;
  /** Ends the image's runs with `AbortError` and forgets it. */
  close(image: number): void;
  segment(request: SegmentRequest, options?: SegmentOptions): ClientRun;
  algorithms(): Promise<readonly AlgorithmInfo[]>;
  stats(): Promise<ExecutorStats>;
  display(image: number, request: DisplayRequest, options?: OpenOptions): Promise<Picture>;
  /** Ends the worker; everything pending rejects with `AbortError`. */
  dispose(): void;
}
