import { MappableBuffers } from './mappable-buffers.js';

/** Flags of the WebGPU specification; Node has no `GPUBufferUsage`. */
const MAP_WRITE = 0x2;
const COPY_SRC = 0x4;
const MAP_MODE_WRITE = 2;

/** Bytes of a buffer: a strip of 2²⁰ samples of 16 bits, and a fourth more for what rounds its rows up. */
const SIZE = 5 * 2 ** 19;
/** Bytes below which the device's queue is as fast. */
const LEAST = 2 ** 18;
/** Most buffers: as many strips as are on their way at a time, and the one that is made. */
const MOST = 6;

/**
 * Memory of the host that a device copies from, used again and again. What is given to a queue lies in new memory each time, whose pages the
 * system clears first.
 */
export class Uploads {
  /** Words that `take` takes at most. */
  static readonly words = SIZE / 4;
  /** The free ones are mapped. */
  readonly #buffers: MappableBuffers;
  /** Filled, and not given back. */
  readonly #taken = new Set<GPUBuffer>();

  constructor(device: GPUDevice) {
    this.#buffers = new MappableBuffers(device, 'upload', MAP_WRITE | COPY_SRC);
  }

  /** A buffer that begins with the words; none where they are few or many, all buffers are on their way, or the device refuses. */
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

  /** Takes all of them back, once what copies from them is submitted. */
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
