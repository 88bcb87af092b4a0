import { MappableBuffers } from './mappable-buffers.js';

/** Flags of the WebGPU specification; Node has no `GPUBufferUsage`. */
const MAP_WRITE = 0x2;
const COPY_SRC = 0x4;
const MAP_MODE_WRITE = 2;

/** Bytes of a buffer: a strip of 2²⁰ samples of 16 bits, and a fourth more for the padding of its rows. */
const SIZE = 5 * 2 ** 19;
/** Below this number of bytes the device's queue is as fast. */
const LEAST = 2 ** 18;
/** Maximum number of buffers: as many as strips are in transit at a time, and the one being filled. */
const MOST = 6;

/**
 * Host memory that a device copies from, reused. Data passed to the queue lies in new memory each time, whose pages the
 * system must clear first.
 */
export class Uploads {
  /** Maximum number of words for `take`. */
  static readonly words = SIZE / 4;
  /** Its free buffers are mapped. */
  readonly #buffers: MappableBuffers;
  /** Filled buffers that were not given back. */
  readonly #taken = new Set<GPUBuffer>();

  constructor(device: GPUDevice) {
    this.#buffers = new MappableBuffers(device, 'upload', MAP_WRITE | COPY_SRC);
  }

  /** A buffer that begins with the words; `undefined` where they are too few or too many, all buffers are in use, or the device refuses. */
  take(data: Uint32Array): GPUBuffer | undefined {
    if (data.byteLength < LEAST || data.byteLength > SIZE) return undefined;
    const buffer = this.#buffers.free.pop() ?? this.#made();
    if (buffer === undefined) return undefined;
    try {
      new Uint32Array(buffer.getMappedRange(0, data.byteLength)).set(data);
      buffer.unmap();
    } catch {
      this.#buffers.drop(buffer);
      return undefined;
    }
    this.#taken.add(buffer);
    return buffer;
  }

  #made(): GPUBuffer | undefined {
    if (this.#buffers.count >= MOST) return undefined;
    try {
      return this.#buffers.make(SIZE, true);
    } catch {
      return undefined;
    }
  }

  /** Takes all buffers back, once the copies from them are submitted. */
  give(): void {
    for (const buffer of this.#taken) {
      buffer.mapAsync(MAP_MODE_WRITE).then(
        () => this.#buffers.free.push(buffer),
        () => this.#buffers.drop(buffer),
      );
    }
    this.#taken.clear();
  }

  dispose(): void {
    this.#buffers.dispose();
  }
}
