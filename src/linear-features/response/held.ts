import { CpuExecutor } from '../../compute/cpu-executor.js';
import type { Executor } from '../../compute/executor.js';
import type { Keepable } from '../../compute/kept.js';
import { makeBuffers } from '../../compute/make-buffers.js';
import { Recording } from '../../compute/recording.js';
import { SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { placeResponse } from '../kernels/place_response.js';
import { itemGroups } from '../kernels/shared/items.js';
import { placeWords } from '../kernels/shared/place-words.js';
import { sampleWords } from '../kernels/shared/window.js';
import type { ResponseBuffers, ResponseMemory, ResponseShape } from './memory.js';
import { ResponsePart } from './part.js';
import type { LineResponse } from './response.js';

/**
 * A response in the memory of an executor. It stays there; kernels extract the small part that is needed for the lines.
 */
export class HeldResponse implements Keepable, ResponseMemory {
  /** The whole response, whose figures are computed once. */
  readonly whole: ResponsePart;

  constructor(
    readonly executor: Executor,
    readonly shape: ResponseShape,
    readonly buffers: ResponseBuffers,
  ) {
    this.whole = this.part({ x: 0, y: 0, width: shape.width, height: shape.height });
  }

  /** An empty response, all 0; in the memory of the CPU if that of the executor does not suffice. */
  static async empty(executor: Executor, shape: ResponseShape): Promise<HeldResponse> {
    const pixels = shape.width * shape.height;
    const make = async (on: Executor): Promise<HeldResponse> => {
      const words = { samples: sampleWords(pixels, shape.bits), response: pixels };
      return new HeldResponse(on, shape, await makeBuffers(on, 'lines ', words));
    };
    if (4 * pixels > executor.limits.binding) return make(new CpuExecutor());
    return make(executor).catch((error: unknown) => {
      if (!isOutOfMemory(error)) throw error;
      return make(new CpuExecutor());
    });
  }

  /** A response from arrays, which may be used without a copy. */
  static async of(executor: Executor, { words, samples, ...shape }: LineResponse): Promise<HeldResponse> {
    const bits = samples instanceof Uint8Array ? 8 : 16;
    const contents = { samples: wordsOf(samples), response: words };
    return new HeldResponse(executor, { ...shape, bits }, await makeBuffers(executor, 'lines ', contents));
  }

  get bytes(): number {
    return this.buffers.samples.byteLength + this.buffers.response.byteLength;
  }

  destroy(): void {
    this.buffers.samples.destroy();
    this.buffers.response.destroy();
  }

  /** The response in a rectangle of its pixels. */
  part(rect: Rect): ResponsePart {
    return new ResponsePart(this, rect);
  }

  /**
   * Copies a part of a tile into the response.
   * @param tile its buffers, of `executor`
   * @param from the corner of the part in the tile, and the tile's width, in pixels
   * @param to the part, in pixels of this response
   * @param before commands that are submitted first, together with the copy
   */
  async place(
    executor: Executor,
    tile: ResponseBuffers,
    from: { readonly x: number; readonly y: number; readonly stride: number },
    to: Rect,
    signal?: AbortSignal,
    before = new Recording(),
  ): Promise<void> {
    if (executor !== this.executor) {
      const [samples, response] = await executor.submit(before.read(tile.samples).read(tile.response), signal);
      const moved = await makeBuffers(this.executor, 'lines tile ', { samples: samples!, response: response! });
      try {
        await this.place(this.executor, moved, from, to, signal);
      } finally {
        for (const buffer of Object.values(moved)) buffer.destroy();
      }
      return;
    }
    const { width, bits } = this.shape;
    const place = await executor.buffer('lines place', placeWords(to, from, width, bits));
    try {
      const buffers = { place, tileSamples: tile.samples, tileResponse: tile.response, ...this.buffers };
      const items = Math.ceil((to.height * width * bits) / 32) + 1;
      await executor.submit(before.dispatch(placeResponse, buffers, itemGroups(items)), signal);
    } finally {
      place.destroy();
    }
  }

  /** Removes the samples of the pixels, y·width + x, that are marked with 1. */
  async leaveOut(outside: Uint8Array, signal?: AbortSignal): Promise<void> {
    const { samples } = this.buffers;
    const [words] = await this.executor.submit(new Recording().read(samples), signal);
    const own = samplesIn(words!, this.shape);
    for (let i = 0; i < outside.length; i++) if (outside[i] === 1) own[i] = 0;
    await this.executor.submit(new Recording().write(samples, words!), signal);
  }

  async read(signal?: AbortSignal): Promise<LineResponse> {
    const recording = new Recording().read(this.buffers.samples).read(this.buffers.response);
    const [samples, words] = await this.executor.submit(recording, signal);
    const { width, height, orientations } = this.shape;
    return { width, height, orientations, words: words!, samples: samplesIn(samples!, this.shape) };
  }
}

/** Whether an error says that there is not enough memory. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof SegmenterError && error.code === 'out-of-memory';

const samplesIn = (words: Uint32Array, { width, height, bits }: ResponseShape): Uint8Array | Uint16Array => {
  const { buffer, byteOffset } = words;
  const pixels = width * height;
  return bits === 8 ? new Uint8Array(buffer, byteOffset, pixels) : new Uint16Array(buffer, byteOffset, pixels);
};

/** The same bytes as words; a copy where the last word is not whole. */
const wordsOf = (samples: Uint8Array | Uint16Array): Uint32Array => {
  const { buffer, byteOffset, byteLength } = samples;
  const length = Math.ceil(byteLength / 4);
  if (byteOffset % 4 === 0 && byteOffset + 4 * length <= buffer.byteLength) {
    return new Uint32Array(buffer, byteOffset, length);
  }
  const words = new Uint32Array(length);
  new Uint8Array(words.buffer).set(new Uint8Array(buffer, byteOffset, byteLength));
  return words;
};
