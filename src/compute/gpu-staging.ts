import { powerFrom } from '../core/numbers/powers-of-two.js';
import { MappableBuffers } from './mappable-buffers.js';

/** Flags of the WebGPU specification; Node has no `GPUBufferUsage`. */
const MAP_READ = 0x1;
const COPY_DST = 0x8;
const MAP_MODE_READ = 1;

const unmapped = (buffer: GPUBuffer): boolean => {
  try {
    buffer.unmap();
    return true;
  } catch {
    return false;
  }
};

/** Staging buffers for reads. Small ones are kept for reuse, since making one takes half a millisecond. */
export class Staging {
  /** Keeps at most four free buffers, the larger ones. */
  readonly #buffers: MappableBuffers;
  /** Buffers taken by the current call of `during`. */
  #taken: GPUBuffer[] = [];
  /** Bytes of the smallest and of the largest buffer that is kept. */
  static readonly #least = 2 ** 16;
  static readonly #kept = 2 ** 23;

  constructor(device: GPUDevice) {
    this.#buffers = new MappableBuffers(device, 'staging', MAP_READ | COPY_DST);
  }

  /** Returns the value of `action`. Where it throws, the buffers taken during it are destroyed. */
  during<T>(action: () => T): T {
    this.#taken = [];
    try {
      return action();
    } catch (thrown) {
      for (const buffer of this.#taken) this.#buffers.drop(buffer);
      throw thrown;
    }
  }

  /** A buffer of at least `bytes` bytes; its errors are reported to the caller's error scopes. */
  take(bytes: number): GPUBuffer {
    const buffer = this.#found(bytes);
    this.#taken.push(buffer);
    return buffer;
  }

  #found(bytes: number): GPUBuffer {
    const { free } = this.#buffers;
    const found = free.findIndex((buffer) => buffer.size >= bytes);
    if (found >= 0) return free.splice(found, 1)[0]!;
    const size = bytes <= Staging.#kept ? Math.max(Staging.#least, powerFrom(bytes)) : bytes;
    return this.#buffers.make(size);
  }

  map(buffer: GPUBuffer, bytes: number): Promise<undefined> {
    return buffer.mapAsync(MAP_MODE_READ, 0, bytes);
  }

  /** Takes back a buffer that was mapped; one that `failed` is not reused. */
  give(buffer: GPUBuffer, failed = false): void {
    if (failed || buffer.size > Staging.#kept || !unmapped(buffer)) {
      this.#buffers.drop(buffer);
      return;
    }
    const { free } = this.#buffers;
    free.push(buffer);
    if (free.length > 4) this.#buffers.drop(free.sort((a, b) => b.size - a.size).pop()!);
  }

  dispose(): void {
    this.#buffers.dispose();
  }
}
