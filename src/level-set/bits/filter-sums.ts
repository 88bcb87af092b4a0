import type { Simd } from '../kernels/simd/instance.js';
import { countBits, rowWords } from './bits.js';
import { classesOf, type FormArrays, fitsVector, LANES } from './form-arrays.js';
import type { GaussianFilter } from './gaussian-filter.js';
import type { Grid } from './grid.js';
import { cellsOf } from './grid.js';

type Arrays = Pick<
  FormArrays,
  'mask' | 'sums' | 'summed' | 'moving' | 'retreat' | 'first' | 'beside' | 'rows' | 'patterns'
>;

/**
 * The filtered inside of every cell, updated by adding the filter round each changed cell: the cost of a smoothing iteration is then
 * proportional to the number of changes, not to the length of the front. Beyond the border the nearest cell counts.
 */
export class FilterSums {
  /** Weights of the whole window, slice by slice and row by row, and for each of its rows the offset of its first cell from the centre. */
  readonly #weights: Int32Array;
  readonly #negative: Int32Array;
  readonly #offsets: Int32Array;
  /** The module that updates the sums, where a row of the filter has at most as many cells as a vector, and a sum has 16 bits. */
  readonly #simd: Simd | undefined;

  /** `simd` is the module in whose memory the arrays lie. */
  constructor(
    private readonly grid: Grid,
    private readonly filter: GaussianFilter,
    private readonly arrays: Arrays,
    simd?: Simd,
  ) {
    const { size, radius, total, rowSums, rowClass } = filter;
    if (2 * countBits(arrays.mask) > cellsOf(grid)) {
      arrays.sums.fill(total);
      arrays.summed.fill(0xffffffff);
    }
    this.#weights = new Int32Array(rowClass.length * size);
    this.#offsets = new Int32Array(rowClass.length);
    rowClass.forEach((c, k) => {
      const dy = (k % size) - radius;
      const dz = filter.dimensions === 3 ? Math.floor(k / size) - radius : 0;
      this.#offsets[k] = (dz * grid.height + dy) * grid.width - radius;
      for (let j = 0; j < size; j++) this.#weights[k * size + j] = rowSums[(c << size) | (1 << j)]!;
    });
    this.#negative = this.#weights.map((weight) => -weight);
    this.#simd = simd && fitsVector(filter) ? simd : undefined;
    if (this.#simd) this.#layOut();
  }

  /**
   * Lays the filter out for the module: the rows of each distance; and a vector for each pattern of changed cells that are close enough for
   * one vector to hold everything that they add to a row.
   */
  #layOut(): void {
    const { rowClass, rowSums, size, radius } = this.filter;
    const { rows, patterns } = this.arrays;
    const cells = LANES + 1 - size;
    let at = 0;
    for (let c = 0; c < classesOf(this.filter); c++) {
      const offsets = [...this.#offsets].filter((_, k) => rowClass[k] === c);
      rows[at] = offsets.length;
      rows.set(
        offsets.map((offset) => 2 * (offset + radius)),
        at + 1,
      );
      at += 1 + offsets.length;
      for (let pattern = 0; pattern < 2 ** cells; pattern++) {
        const vector = LANES * ((c << cells) + pattern);
        for (let cell = 0; cell < cells; cell++) {
          if (((pattern >>> cell) & 1) === 0) continue;
          for (let j = 0; j < size; j++) patterns[vector + cell + j]! += rowSums[(c << size) | (1 << j)]!;
        }
      }
    }
  }

  /** Updates the sums for the changes in these words; leaves `moving` and `retreat` with arbitrary values. */
  follow(words: Int32Array): void {
    const { mask, summed, moving, retreat } = this.arrays;
    if (this.#simd) {
      const left = this.#simd.follow(words.byteOffset, words.length);
      for (let k = 0; k < left; k++) this.#take(moving[k]!, retreat[moving[k]!]!);
      return;
    }
    for (let k = 0; k < words.length; k++) {
      const at = words[k]!;
      const change = mask[at]! ^ summed[at]!;
      if (change === 0) continue;
      summed[at] = mask[at]!;
      this.#take(at, change);
    }
  }

  /** Updates the sums for these changed cells of a word. */
  #take(at: number, cells: number): void {
    const { mask, first } = this.arrays;
    const { width, height, depth } = this.grid;
    const { radius } = this.filter;
    const perRow = rowWords(this.grid);
    const row = Math.floor(at / perRow);
    const y = row % height;
    const z = Math.floor(row / height);
    const deep = depth === 1 || (z >= radius && z + radius < depth);
    const inner = deep && y >= radius && y + radius < height;
    for (let rest = cells; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const x = first[at]! - row * width + bit;
      if (x >= width) continue;
      const sign = (mask[at]! >>> bit) & 1 ? 1 : -1;
      if (inner && x >= radius && x + radius < width) this.#add(row * width + x, sign);
      else this.#addNearBorder(x, y, z, sign);
    }
  }

  #add(cell: number, sign: 1 | -1): void {
    const { size } = this.filter;
    const { sums } = this.arrays;
    const weights = sign > 0 ? this.#weights : this.#negative;
    const offsets = this.#offsets;
    let w = 0;
    if (size === 3) {
      for (let k = 0; k < offsets.length; k++, w += 3) {
        const from = cell + offsets[k]!;
        sums[from]! += weights[w]!;
        sums[from + 1]! += weights[w + 1]!;
        sums[from + 2]! += weights[w + 2]!;
      }
      return;
    }
    if (size === 5) {
      for (let k = 0; k < offsets.length; k++, w += 5) {
        const from = cell + offsets[k]!;
        sums[from]! += weights[w]!;
        sums[from + 1]! += weights[w + 1]!;
        sums[from + 2]! += weights[w + 2]!;
        sums[from + 3]! += weights[w + 3]!;
        sums[from + 4]! += weights[w + 4]!;
      }
      return;
    }
    for (let k = 0; k < offsets.length; k++) {
      const from = cell + offsets[k]!;
      for (let at = from; at < from + size; at++) sums[at]! += weights[w++]!;
    }
  }

  #addNearBorder(x: number, y: number, z: number, sign: 1 | -1): void {
    const { width, height, depth } = this.grid;
    const { radius, size } = this.filter;
    const deep = this.filter.dimensions === 3 ? radius : 0;
    for (let tz = Math.max(0, z - deep); tz <= Math.min(depth - 1, z + deep); tz++) {
      const [z0, z1] = offsetsOnto(z, tz, depth, deep);
      for (let ty = Math.max(0, y - radius); ty <= Math.min(height - 1, y + radius); ty++) {
        const [y0, y1] = offsetsOnto(y, ty, height, radius);
        for (let tx = Math.max(0, x - radius); tx <= Math.min(width - 1, x + radius); tx++) {
          const [x0, x1] = offsetsOnto(x, tx, width, radius);
          let weight = 0;
          for (let dz = z0; dz <= z1; dz++) {
            for (let dy = y0; dy <= y1; dy++) {
              const centre = ((dz + deep) * size + dy + radius) * size + radius;
              for (let dx = x0; dx <= x1; dx++) weight += this.#weights[centre + dx]!;
            }
          }
          this.arrays.sums[(tz * height + ty) * width + tx]! += sign * weight;
        }
      }
    }
  }
}

/** The offsets from `target` that, clamped to the grid, lead to `cell`: more than one at a border. */
const offsetsOnto = (cell: number, target: number, size: number, radius: number): readonly [number, number] => [
  cell === 0 ? -radius : cell - target,
  cell === size - 1 ? radius : cell - target,
];
