import { FREE, type Simd, simdWith } from '../kernels/simd/instance.js';
import type { Bits } from './bits.js';
import { countBits, newBits, rowWords } from './bits.js';
import type { GaussianFilter } from './gaussian-filter.js';
import { weightAt } from './gaussian-filter.js';
import type { Grid } from './grid.js';
import { cellsOf } from './grid.js';

/**
 * The filtered inside of every cell, kept up to date by adding the filter round each cell that changed: a smoothing iteration then
 * costs what changed, not the length of the front. Beyond the border the nearest cell counts.
 */
export class FilterSums {
  /** One sum a cell, 0 … total. 16 bits where the total fits. */
  readonly sums: Uint16Array | Uint32Array;
  /** The mask that the sums are of. */
  readonly #of: Bits;
  /** Weights of the whole window, and for each of its rows the offset of its first cell from the centre. */
  readonly #weights: Int32Array;
  readonly #negative: Int32Array;
  readonly #offsets: Int32Array;
  /** Adds a row of the filter at once, where a row has at most as many cells as a vector, and a sum 16 bits. */
  readonly #simd: Simd | undefined;

  constructor(
    private readonly grid: Grid,
    private readonly filter: GaussianFilter,
    private readonly variance: number,
    mask: Bits,
    instantiate: (bytes: number) => Simd | undefined = simdWith,
  ) {
    const { size, radius, total, rowSums, rowClass } = filter;
    const full = 2 * countBits(mask) > cellsOf(grid);
    const cells = cellsOf(grid);
    const tables = rowClass.length * (4 + 2 * LANES);
    this.#simd = total < 65536 && size <= LANES ? instantiate(tables + 2 * (cells + LANES)) : undefined;
    if (this.#simd) this.sums = new Uint16Array(this.#simd.memory.buffer, FREE + tables, cells);
    else this.sums = total < 65536 ? new Uint16Array(cells) : new Uint32Array(cells);
    if (full) this.sums.fill(total);
    this.#of = full ? newBits(grid).fill(0xffffffff) : newBits(grid);
    this.#weights = new Int32Array(rowClass.length * size);
    this.#offsets = new Int32Array(rowClass.length);
    rowClass.forEach((c, k) => {
      const dy = (k % size) - radius;
      const dz = filter.dimensions === 3 ? Math.floor(k / size) - radius : 0;
      this.#offsets[k] = (dz * grid.height + dy) * grid.width - radius;
      for (let j = 0; j < size; j++) this.#weights[k * size + j] = rowSums[(c << size) | (1 << j)]!;
    });
    this.#negative = this.#weights.map((weight) => -weight);
    if (this.#simd) this.#bind(this.#simd);
  }

  /** Puts the filter before the sums: its weights, eight a row, then the offsets of its rows. */
  #bind({ memory, bind }: Simd): void {
    const { size } = this.filter;
    const count = this.#offsets.length;
    const weights = new Int16Array(memory.buffer, FREE, count * LANES);
    for (let k = 0; k < count; k++) weights.set(this.#weights.subarray(k * size, (k + 1) * size), k * LANES);
    const offsets = new Int32Array(memory.buffer, weights.byteOffset + weights.byteLength, count);
    offsets.set(this.#offsets.map((offset) => 2 * offset));
    bind(this.sums.byteOffset, offsets.byteOffset, FREE, count);
  }

  /** Takes in what changed in these words. */
  follow(mask: Bits, words: Int32Array): void {
    const perRow = rowWords(this.grid);
    const { width, height, depth } = this.grid;
    const { radius } = this.filter;
    for (let k = 0; k < words.length; k++) {
      const at = words[k]!;
      const change = mask[at]! ^ this.#of[at]!;
      if (change === 0) continue;
      this.#of[at] = mask[at]!;
      const row = Math.floor(at / perRow);
      const first = (at - row * perRow) * 32;
      const y = row % height;
      const z = Math.floor(row / height);
      const deep = depth === 1 || (z >= radius && z + radius < depth);
      const inner = deep && y >= radius && y + radius < height;
      const apart = this.#simd && inner ? this.#follow(this.#simd, row * width, first, change, mask[at]!) : change;
      for (let rest = apart; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        const x = first + bit;
        if (x >= width) continue;
        const sign = (mask[at]! >>> bit) & 1 ? 1 : -1;
        if (inner && x >= radius && x + radius < width) this.#add(row * width + x, sign);
        else this.#addNearBorder(x, y, z, sign);
      }
    }
  }

  /** Adds the filter round the cells of a word that have all of it within the image, and gives the others. */
  #follow(simd: Simd, row: number, first: number, change: number, next: number): number {
    const { radius } = this.filter;
    const from = Math.max(0, radius - first);
    const to = Math.min(32, this.grid.width - radius - first);
    if (to <= from) return change;
    const within = change & (0xffffffff << from) & (0xffffffff >>> (32 - to));
    simd.follow(row + first, within, next);
    return change & ~within;
  }

  #add(cell: number, sign: 1 | -1): void {
    const { size } = this.filter;
    const sums = this.sums;
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
    const { radius } = this.filter;
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
              for (let dx = x0; dx <= x1; dx++) weight += weightAt(dx * dx + dy * dy + dz * dz, this.variance);
            }
          }
          this.sums[(tz * height + ty) * width + tx]! += sign * weight;
        }
      }
    }
  }
}

/** Sums of 16 bits in a vector. */
const LANES = 8;

/** The offsets from `target` that, held to the grid, lead to `cell`: more than one at a border. */
const offsetsOnto = (cell: number, target: number, size: number, radius: number): readonly [number, number] => [
  cell === 0 ? -radius : cell - target,
  cell === size - 1 ? radius : cell - target,
];
