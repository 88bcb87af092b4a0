import type { TileWindow } from './tile.js';

/**
 * Sums along digital lines, shared between orientations: a line is cut into runs of one, two or three pixels that
 * follow each other in one of four directions, and each kind of run is summed once for the whole block.
 */

/** A block of samples, `stride` a row; sums are right wherever the line lies in the block. */
export class Strips {
  readonly #planes = new Map<string, Int32Array>();

  constructor(
    readonly block: Int32Array,
    readonly stride: number,
  ) {}

  /** Drops the sums of the previous block. */
  clear(): void {
    this.#fresh.clear();
  }

  readonly #fresh = new Set<string>();

  /** Sums over the first `length` words of runs of `count` pixels, `step` words apart. */
  #plane(step: number, count: number, length: number): Int32Array {
    if (count === 1) return this.block;
    const key = `${step}/${count}`;
    let plane = this.#planes.get(key);
    if (!plane) {
      plane = new Int32Array(this.block.length);
      this.#planes.set(key, plane);
    }
    if (this.#fresh.has(key)) return plane;
    this.#fresh.add(key);
    const { block } = this;
    const end = length - (count - 1) * step;
    if (count === 2) for (let i = 0; i < end; i++) plane[i] = block[i]! + block[i + step]!;
    else for (let i = 0; i < end; i++) plane[i] = block[i]! + block[i + step]! + block[i + 2 * step]!;
    return plane;
  }

  /** `sum[i]` = Σ of the block at i + offsets, for i in [from, to). `offsets` ascend. */
  sum(offsets: Int32Array, sum: Int32Array, from: number, to: number, length: number): void {
    const runs = runsOf(offsets, this.stride);
    for (let r = 0; r < runs.length; r += 3) {
      const [a, b, c] = [runs[r]!, runs[r + 1], runs[r + 2]];
      const pa = this.#plane(a.step, a.count, length);
      const oa = a.offset;
      if (r > 0) for (let i = from; i < to; i++) sum[i] = sum[i]! + pa[i + oa]!;
      else if (!b) for (let i = from; i < to; i++) sum[i] = pa[i + oa]!;
      if (!b) continue;
      const pb = this.#plane(b.step, b.count, length);
      const ob = b.offset;
      if (r === 0 && !c) for (let i = from; i < to; i++) sum[i] = pa[i + oa]! + pb[i + ob]!;
      else if (r > 0) for (let i = from; i < to; i++) sum[i] = sum[i]! + pb[i + ob]!;
      if (!c) continue;
      const pc = this.#plane(c.step, c.count, length);
      const oc = c.offset;
      if (r === 0) for (let i = from; i < to; i++) sum[i] = pa[i + oa]! + pb[i + ob]! + pc[i + oc]!;
      else for (let i = from; i < to; i++) sum[i] = sum[i]! + pc[i + oc]!;
    }
  }
}

/** Offsets of pixels along a line and beside it, in words of a padded tile. */
export interface LineOffsets {
  /** Offsets of the strip's pixels, ascending. */
  readonly along: Int32Array;
  /** To the strip beside it. */
  readonly side: number;
}

/** The strips of a window with the offsets of a block of another stride. */
export const stripOffsets = (
  { offsets, orientations, stride }: TileWindow,
  reach: number,
  own: number,
): LineOffsets[] => {
  const moved = (offset: number): number => {
    const row = Math.round(offset / stride);
    return row * (own - stride) + offset;
  };
  return Array.from({ length: orientations }, (_, k) => {
    const steps = Array.from(offsets.subarray(16 * k, 16 * k + reach), moved);
    const along = Int32Array.from([...steps.map((step) => -step), 0, ...steps]).sort();
    return { along, side: moved(offsets[16 * k + 15]!) };
  });
};

interface Run {
  readonly offset: number;
  readonly step: number;
  readonly count: number;
}

/** Cuts ascending offsets into runs. Every step of a digital line is E, SW, S or SE. */
const runsOf = (offsets: Int32Array, stride: number): Run[] => {
  const steps = [1, stride - 1, stride, stride + 1];
  const runs: Run[] = [];
  for (let i = 0; i < offsets.length; ) {
    const step = (offsets[i + 1] ?? Number.NaN) - offsets[i]!;
    let count = 1;
    if (steps.includes(step)) while (count < 3 && offsets[i + count]! - offsets[i + count - 1]! === step) count++;
    runs.push({ offset: offsets[i]!, step, count });
    i += count;
  }
  return runs;
};
