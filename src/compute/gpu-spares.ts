/**
 * Released device buffers, reused for buffers of the same label and similar size. Creating one takes a device a fifth
 * of a millisecond; checking for memory takes a turn of the message loop, in a browser a round trip to another process.
 */
import { SegmenterError } from '../core/errors.js';
import { powerUpTo } from '../core/numbers/powers-of-two.js';
import { deviceLabel } from './gpu-memory.js';

/** Maximum bytes of all spares on any device, or `SHARE` of its longest buffer if that is more; the latter grows with the device's memory. */
const MOST = 2 ** 26;
const SHARE = 1 / 16;
/** Maximum share of a single spare. */
const LARGEST = 1 / 4;

/** Makes buffers, and keeps released ones for reuse. */
export class SpareBuffers {
  /** Free buffers, the last released at the end. */
  readonly #free: GPUBuffer[] = [];
  /** Reused buffers that must be zeroed before their first use. */
  readonly #stale = new Set<GPUBuffer>();
  #bytes = 0;

  /**
   * @param longest maximum bytes of one buffer
   * @param most maximum bytes of all spares
   */
  constructor(
    private readonly longest: number,
    private readonly most = Math.max(MOST, longest * SHARE),
  ) {}

  /**
   * A buffer of at least `bytes` bytes: a spare, or a zeroed one from `make`. The content of a spare is arbitrary, or with
   * `zeroed`, zeros after the next call of `zero`. Where memory runs out, all spares are destroyed and `make` is retried.
   */
  async buffer(
    label: string,
    bytes: number,
    zeroed: boolean,
    make: (size: number) => Promise<GPUBuffer>,
  ): Promise<GPUBuffer> {
    const size = this.#rounded(bytes);
    const spare = this.#take(deviceLabel(label), size);
    if (spare) {
      if (zeroed) this.#stale.add(spare);
      return spare;
    }
    try {
      return await make(size);
    } catch (error) {
      const short = error instanceof SegmenterError && error.code === 'out-of-memory';
      if (!short || this.#free.length === 0) throw error;
      this.clear();
      return await make(size);
    }
  }

  /** Takes a buffer back that no later submit uses. Destroys the oldest spares where the total exceeds the limit. */
  give(buffer: GPUBuffer): void {
    this.#stale.delete(buffer);
    if (buffer.size > LARGEST * this.most) {
      buffer.destroy();
      return;
    }
    this.#free.push(buffer);
    this.#bytes += buffer.size;
    while (this.#bytes > this.most) this.#drop();
  }

  /** Zeroes the spares that were reused since the last call, before anything submitted later. */
  zero(device: GPUDevice): void {
    if (this.#stale.size === 0) return;
    const encoder = device.createCommandEncoder({ label: 'snake.zeros' });
    for (const buffer of this.#stale) encoder.clearBuffer(buffer);
    device.queue.submit([encoder.finish()]);
    this.#stale.clear();
  }

  /** Destroys all spares. */
  clear(): void {
    while (this.#free.length > 0) this.#drop();
  }

  /** Rounds up by at most a fourth, so that the next run's buffers fit those of this one. */
  #rounded(bytes: number): number {
    const least = Math.max(4, bytes);
    if (least > LARGEST * this.most) return least;
    const step = Math.max(256, powerUpTo(least) / 4);
    return Math.max(least, Math.min(step * Math.ceil(least / step), this.longest));
  }

  #take(label: string, size: number): GPUBuffer | undefined {
    const at = this.#free.findLastIndex((each) => each.size === size && each.label === label);
    if (at < 0) return undefined;
    this.#bytes -= size;
    return this.#free.splice(at, 1)[0];
  }

  #drop(): void {
    const buffer = this.#free.shift()!;
    this.#bytes -= buffer.size;
    buffer.destroy();
  }
}
