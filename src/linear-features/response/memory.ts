import type { Executor } from '../../compute/executor.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { LineResponse } from './response.js';

/** Size of a response, in pixels, and what its words mean. */
export interface ResponseShape {
  readonly width: number;
  readonly height: number;
  /** K. */
  readonly orientations: number;
  /** Of a stored sample. */
  readonly bits: 8 | 16;
}

/** Samples and response words in the memory of an executor, as `LineResponse` has them. */
export interface ResponseBuffers {
  readonly samples: DeviceBuffer;
  readonly response: DeviceBuffer;
}

/** The place of a response in memory. */
export interface ResponseMemory {
  readonly executor: Executor;
  readonly shape: ResponseShape;
  readonly buffers: ResponseBuffers;
  /** A copy of all of it. Rejects as `Executor.submit`. */
  read(signal?: AbortSignal): Promise<LineResponse>;
}

/** A rectangle of a response, in pixels of the response. */
export interface PlacedRect {
  readonly memory: ResponseMemory;
  readonly rect: Rect;
}
