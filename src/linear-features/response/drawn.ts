/** The pixels of a part of a response that pass thresholds, drawn in planes of bits where the response is. */

import { makeBuffers } from '../../compute/make-buffers.js';
import { type DeviceBuffer, type Groups, Recording } from '../../compute/recording.js';
import { collectLines } from '../kernels/collect_lines.js';
import { countLines } from '../kernels/count_lines.js';
import { maskLines } from '../kernels/mask_lines.js';
import { partWords } from '../kernels/shared/part-words.js';
import { rowWords, THINNING_WORDS, Thinning, TILE } from '../kernels/shared/thinning-words.js';
import type { PlacedRect } from './memory.js';

/** Buffers as the kernels know them, two bits a pixel in `pixels` and one in `strong`. */
type Planes = Readonly<Record<'part' | 'pixels' | 'strong' | 'thinning' | 'counts', DeviceBuffer>>;

/** Larger than any strength: strengths have 26 bits. */
export const NONE_REACHES = 2 ** 26;

/** Holds its buffers until it is destroyed. All methods reject as `Executor.submit`. */
export class Drawn {
  /** Workgroups, one a tile. */
  readonly tiles: Groups;

  private constructor(
    private readonly of: PlacedRect,
    readonly planes: Planes,
  ) {
    this.tiles = [rowWords(of.rect.width), Math.ceil(of.rect.height / TILE), 1];
  }

  /**
   * @param low minimum strength of a pixel
   * @param high the strength of those that are marked in `strong`
   * @param limit maximum number of pixels that are thinned
   */
  static async make(of: PlacedRect, low: number, high: number, limit = 0): Promise<Drawn> {
    const { memory, rect } = of;
    const { executor, shape } = memory;
    const thresholds = { low: Math.min(NONE_REACHES, Math.ceil(low)), high: Math.min(NONE_REACHES, Math.ceil(high)) };
    const part = partWords({ ...rect, stride: shape.width, bits: shape.bits, ...thresholds });
    const thinning = new Uint32Array(THINNING_WORDS);
    thinning[Thinning.limit] = limit;
    const plane = rowWords(rect.width) * rect.height;
    const contents = { part, pixels: 2 * plane, strong: plane, thinning, counts: rect.height };
    return new Drawn(of, await makeBuffers(executor, 'lines ', contents));
  }

  /** Draws the pixels. */
  draw(): Recording {
    const { counts: _, ...planes } = this.planes;
    return new Recording().dispatch(maskLines, { ...this.of.memory.buffers, ...planes }, this.tiles);
  }

  /** Counts the set pixels of each row, and reads the counts. */
  count(): Recording {
    const { part, pixels, counts } = this.planes;
    return new Recording().dispatch(countLines, { part, pixels, counts }, [this.of.rect.height, 1, 1]).read(counts);
  }

  /**
   * The set pixels, row by row: y·width + x in the part, and the strength, two words each; bit 31 of the second is that of `strong`.
   * @param counts of the rows; overwritten
   */
  async collect(counts: Uint32Array, signal?: AbortSignal): Promise<Uint32Array> {
    let sum = 0;
    for (let row = 0; row < counts.length; row++) {
      const own = counts[row]!;
      counts[row] = sum;
      sum += own;
    }
    if (sum === 0) return new Uint32Array(0);
    const { executor, buffers } = this.of.memory;
    const own = await makeBuffers(executor, 'lines ', { starts: counts, skeleton: 2 * sum });
    try {
      const { part, pixels, strong } = this.planes;
      const given = { part, response: buffers.response, pixels, strong, ...own };
      const recording = new Recording().dispatch(collectLines, given, [this.of.rect.height, 1, 1]);
      const [words] = await executor.submit(recording.read(own.skeleton), signal);
      return words!;
    } finally {
      for (const buffer of Object.values(own)) buffer.destroy();
    }
  }

  destroy(): void {
    for (const buffer of Object.values(this.planes)) buffer.destroy();
  }
}
