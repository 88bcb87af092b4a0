import type { ExecutorStats, KernelTiming } from './executor.js';
import type { DeviceBuffer } from './recording.js';

/** The counters of an executor for `stats()`, and its live buffers. */
export class Tally<Buffer extends DeviceBuffer> {
  readonly live = new Set<Buffer>();
  submits = 0;
  reads = 0;
  readonly #kernels: Record<string, KernelTiming> = {};
  #bytes = 0;
  #peakBytes = 0;
  #dispatches = 0;

  /** Adds a live buffer. */
  hold(buffer: Buffer): void {
    this.live.add(buffer);
    this.#bytes += buffer.byteLength;
    this.#peakBytes = Math.max(this.#peakBytes, this.#bytes);
  }

  /** Removes a live buffer; false where it had been removed already. */
  release(buffer: Buffer): boolean {
    const held = this.live.delete(buffer);
    if (held) this.#bytes -= buffer.byteLength;
    return held;
  }

  /** Counts a dispatch of a kernel, and returns the kernel's record, to which the caller adds the time. */
  dispatched(kernel: string): KernelTiming {
    this.#dispatches++;
    const timing = this.timing(kernel);
    timing.calls++;
    return timing;
  }

  timing(kernel: string): KernelTiming {
    this.#kernels[kernel] ??= { calls: 0, milliseconds: 0 };
    return this.#kernels[kernel];
  }

  stats({ backend, adapter }: Pick<ExecutorStats, 'backend' | 'adapter'>): ExecutorStats {
    return {
      backend,
      adapter,
      bytes: this.#bytes,
      peakBytes: this.#peakBytes,
      buffers: this.live.size,
      dispatches: this.#dispatches,
      submits: this.submits,
      reads: this.reads,
      kernels: this.#kernels,
    };
  }
}
