/**
 * Device buffers that were given back, for the next ones of the same label and about the same size. To make one takes a device a fifth
 * of a millisecond, and its word on the memory a turn of the message loop, in a browser a message to another process and back.
 */
import { SegmenterError } from '../core/errors.js';
import { deviceLabel } from './gpu-memory.js';

/** Bytes of all spares on any device, and more where a share of its longest buffer is more, which grows with its memory. */
const MOST = 2 ** 26;
const SHARE = 1 / 16;
/** The share of one of them at most. */
const LARGEST = 1 / 4;

/** Makes buffers, and has those that were given back. */
export class SpareBuffers {
  /** The one given back last stands last. */
  readonly #free: GPUBuffer[] = [];
  /** Those taken that have to be zeroed before their first use. */
  readonly #stale = new Set<GPUBuffer>();
  #bytes = 0;

  /**
   * @param longest bytes of the longest buffer that there may be
   * @param most bytes of all spares
   */
  constructor(
    private readonly longest: number,
    private readonly most = Math.max(MOST, longest * SHARE),
  ) {}

  /**
   * A buffer of so many bytes at least: a spare, or one that `make` makes zeroed. A spare has anything in it where it need not be
   * `zeroed`, else zeros from the next `zero` on. Where memory runs out all spares are destroyed and `make` is asked again.
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

  /** Takes a buffer back that nothing submitted from now on uses. The oldest spares are destroyed where all are too many. */
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

  /** Zeroes the spares that were taken since, before whatever is submitted next. */
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

  /** A fourth more at most, so that buffers of the next run find those of this one. */
  #rounded(bytes: number): number {
    const least = Math.max(4, bytes);
    if (least > LARGEST * this.most) return least;
    const step = Math.max(256, 2 ** (Math.floor(Math.log2(least)) - 2));
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
