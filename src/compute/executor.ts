import type { Constants, DeviceBuffer, Kernel, Recording } from './recording.js';

/** The name of an executor's kind. */
export type BackendName = 'cpu' | 'webgpu';

/** The calls of one kernel and their time. */
export interface KernelTiming {
  /** Dispatches since the executor was made. */
  calls: number;
  /** Their total time in milliseconds; on WebGPU only where timestamps are available. */
  milliseconds: number;
}

/** Counters of an executor: memory, dispatches, submits, readbacks, kernels. */
export interface ExecutorStats {
  readonly backend: BackendName;
  /** The adapter's name, or `cpu`. */
  readonly adapter: string;
  /** Bytes in live buffers, including those kept for the next run. */
  readonly bytes: number;
  /** The most bytes that were live at once since the executor was made. */
  readonly peakBytes: number;
  /** Live buffers. */
  readonly buffers: number;
  /** Kernel calls since the executor was made. */
  readonly dispatches: number;
  /** Recordings that were submitted. */
  readonly submits: number;
  /** Reads of words back from buffers. */
  readonly reads: number;
  /** Calls and time of each kernel, by its name. */
  readonly kernels: Readonly<Record<string, KernelTiming>>;
}

/** A kernel with values for its constants, as `prepare` compiles it. */
export interface Program {
  readonly kernel: Kernel;
  readonly constants?: Constants;
}

/** Limits that a recording must respect; the CPU's only limit is memory. */
export interface ExecutorLimits {
  /** Bytes of one storage binding. */
  readonly binding: number;
  /** Bytes of one buffer. */
  readonly buffer: number;
  /** Workgroups in one dimension. */
  readonly groups: number;
  /** Storage bindings of one kernel: 8 at least. */
  readonly storageBindings: number;
  /** Bytes of a workgroup's memory: 16,384 at least. */
  readonly workgroupBytes: number;
}

/** A place in which buffers are made. */
export interface Space {
  /**
   * Makes a zeroed buffer of `words` 32-bit words, or one that holds `data`; the caller gives up ownership of `data`, which may be used without a
   * copy. Rejects with `out-of-memory`.
   */
  buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer>;
}

/**
 * Runs recordings on a device or on the CPU, with the same bits in every buffer. A run passes the engine's executor to its algorithm, which
 * must free the buffers that it made; only the engine disposes of the executor.
 */
export interface Executor extends Space {
  readonly backend: BackendName;
  /** The adapter's name, or `cpu`. */
  readonly adapter: string;
  /** Maximum sizes of a binding, a buffer and a dispatch on this executor. */
  readonly limits: ExecutorLimits;
  /** Resolves, with the reason as text, when the device is lost; missing on the CPU. */
  readonly lost?: Promise<string>;
  /**
   * A space of `bytes` bytes in all for buffers that kernels use together: on the CPU, adjacent buffers are fastest. Missing where the
   * executor itself is that space.
   */
  space?(bytes: number): Space;
  /** Compiles kernels in advance, in parallel. Rejects with `kernel-failed`. Does nothing on the CPU. */
  prepare(programs: readonly Program[]): Promise<void>;
  /** Whether a kernel is compiled: while it is not, an equivalent kernel may be used instead. Missing where nothing is compiled. */
  isCompiled?(program: Program): boolean;
  /**
   * Runs the commands in order and resolves to the results of its `read`s, one array of 32-bit words each, in order. Rejects with
   * `AbortError`, `device-lost`, `out-of-memory` or `kernel-failed`, and with a `TypeError` where a buffer belongs to another executor;
   * after an abort the buffers hold the results of the commands that were completed.
   */
  submit(recording: Recording, signal?: AbortSignal): Promise<Uint32Array[]>;
  /** Switches the timing of dispatches on or off, on a device with timestamps; timing slows runs. The CPU always measures. */
  takeTimes?(wanted: boolean): void;
  /** Gives the counters since the executor was made. */
  stats(): ExecutorStats;
  /** Frees the buffers and the device. */
  dispose(): void;
}
