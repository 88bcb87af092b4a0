import { makeBuffers } from '../../compute/make-buffers.js';
import { type Groups, type Kernel, Recording } from '../../compute/recording.js';
import type { Rect } from '../../core/geometry/rect.js';
import { blockMedians } from '../kernels/block_medians.js';
import { boxStrengths } from '../kernels/box_strengths.js';
import { cellMaxima } from '../kernels/cell_maxima.js';
import { itemGroups } from '../kernels/shared/items.js';
import { BLOCK, NO_MEDIAN, partWords } from '../kernels/shared/part-words.js';
import { Drawn, NONE_REACHES } from './drawn.js';
import type { PlacedRect, ResponseMemory } from './memory.js';
import { livelyMedian } from './noise.js';

/** Strengths of cells, row by row; the first is the one in which the part begins. */
export interface Cells {
  readonly columns: number;
  readonly maxima: Uint32Array;
}

/** A rectangle of a response in an executor's memory: its figures are computed by kernels, and read back. All methods reject as `Executor.submit`. */
export class ResponsePart implements PlacedRect {
  #clutter?: number;
  #marks?: Uint32Array;

  /** @param rect in pixels of the response */
  constructor(
    readonly memory: ResponseMemory,
    readonly rect: Rect,
  ) {}

  /** The strength of clutter, noise and texture together: the median of the blocks' median strengths. At least 1. */
  async clutter(signal?: AbortSignal): Promise<number> {
    if (this.#clutter !== undefined) return this.#clutter;
    const columns = Math.ceil(this.rect.width / BLOCK);
    const rows = Math.ceil(this.rect.height / BLOCK);
    const medians = await this.#run(blockMedians, { medians: columns * rows }, [columns, rows, 1], {}, signal);
    this.#clutter = Math.max(1, livelyMedian(medians.filter((median) => median !== NO_MEDIAN)));
    return this.#clutter;
  }

  /** The pixels with a mark and a sample, row by row: y·width + x in the part, and the strength, two words each. */
  async marks(signal?: AbortSignal): Promise<Uint32Array> {
    if (this.#marks !== undefined) return this.#marks;
    const drawn = await Drawn.make(this, 0, NONE_REACHES);
    try {
      const [counts] = await this.memory.executor.submit(drawn.draw().append(drawn.count()), signal);
      this.#marks = await drawn.collect(counts!, signal);
    } finally {
      drawn.destroy();
    }
    return this.#marks;
  }

  /** The maximum strength of each cell, `side` pixels wide and high, on the lattice that begins at the response's corner. */
  async cells(side: number, signal?: AbortSignal): Promise<Cells> {
    const { x, y, width, height } = this.rect;
    const columns = Math.ceil((x + width) / side) - Math.floor(x / side);
    const rows = Math.ceil((y + height) / side) - Math.floor(y / side);
    const groups = itemGroups(columns * rows);
    const maxima = await this.#run(cellMaxima, { maxima: columns * rows }, groups, { side, columns }, signal);
    return { columns, maxima };
  }

  /** The strengths in boxes of `side` pixels, an odd number, round pixels y·width + x: row by row, box after box. */
  boxes(middles: Uint32Array, side: number, signal?: AbortSignal): Promise<Uint32Array> {
    const strengths = middles.length * side * side;
    return this.#run(boxStrengths, { strengths, middles }, itemGroups(strengths), { side }, signal);
  }

  /** Runs a kernel on the part with its additional buffers, and reads the first of them. */
  async #run(
    kernel: Kernel,
    contents: Readonly<Record<string, number | Uint32Array>>,
    groups: Groups,
    lattice: { readonly side?: number; readonly columns?: number },
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const { executor, shape, buffers } = this.memory;
    const part = partWords({ ...this.rect, ...lattice, stride: shape.width, bits: shape.bits });
    const own = await makeBuffers<string>(executor, 'lines ', { ...contents, part });
    try {
      const recording = new Recording().dispatch(kernel, { ...buffers, ...own }, groups);
      const [read] = await executor.submit(recording.read(own[Object.keys(contents)[0]!]!), signal);
      return read!;
    } finally {
      for (const buffer of Object.values(own)) buffer.destroy();
    }
  }
}
