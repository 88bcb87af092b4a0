const COPY_SRC = 0x4;
const QUERY_RESOLVE = 0x200;
/** Dispatches timed in one submit; the specification allows 4,096 queries in a set. */
const MOST = 2048;

/** Timestamps around single dispatches: the debug mode of `GpuExecutor`, in which each dispatch has its own pass. */
export class Timings {
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  #names: string[] = [];

  constructor(device: GPUDevice) {
    this.#queries = device.createQuerySet({ label: 'snake.timings', type: 'timestamp', count: 2 * MOST });
    this.#resolved = device.createBuffer({
      label: 'snake.timings',
      size: 16 * MOST,
      usage: QUERY_RESOLVE | COPY_SRC,
    });
  }

  /** The timestamp writes of a pass for one dispatch of `kernel`; `undefined` once the set is full. */
  next(kernel: string): GPUComputePassTimestampWrites | undefined {
    if (this.#names.length === MOST) return undefined;
    const at = 2 * this.#names.push(kernel) - 2;
    return { querySet: this.#queries, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 };
  }

  /** Bytes that `resolve` copies. */
  get bytes(): number {
    return this.#names.length * 16;
  }

  /** Ends the set of this submit; returns the kernel of each pair of timestamps. */
  resolve(encoder: GPUCommandEncoder, to: GPUBuffer, offset: number): readonly string[] {
    const names = this.#names;
    this.#names = [];
    encoder.resolveQuerySet(this.#queries, 0, 2 * names.length, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, to, offset, names.length * 16);
    return names;
  }

  dispose(): void {
    this.#queries.destroy();
    this.#resolved.destroy();
  }
}
