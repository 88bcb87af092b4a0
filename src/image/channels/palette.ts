/** A deterministic k-means palette (Lloyd) over a histogram of up to three 8-bit coordinates. */
import { yielding } from '../../core/yielding.js';

/** Bits kept of each coordinate: the cells of the histogram and of the table. */
const BITS = 6;
const SHIFT = 8 - BITS;
const CELLS = 1 << BITS;
const ROUNDS = 16;
const UNDECIDED = 255;

/** The cell of three coordinates of 8 bits, 0 to `CELL_COUNT` − 1. */
export const cellOf = (a: number, b: number, c: number): number =>
  ((a >> SHIFT) << (2 * BITS)) | ((b >> SHIFT) << BITS) | (c >> SHIFT);
/** Cells of the histogram: 64 a coordinate. */
export const CELL_COUNT = 1 << (3 * BITS);

const square = (x: number): number => x * x;

/** Middle of a cell in the three coordinates. */
const middleOf = (cell: number): readonly [number, number, number] => {
  const half = (1 << SHIFT) / 2;
  return [
    (cell >> (2 * BITS)) * (1 << SHIFT) + half,
    ((cell >> BITS) & (CELLS - 1)) * (1 << SHIFT) + half,
    (cell & (CELLS - 1)) * (1 << SHIFT) + half,
  ];
};

type Centre = [number, number, number];

const nearest = (centres: readonly (readonly number[])[], x: number, y: number, z: number): number => {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < centres.length; k++) {
    const [cx, cy, cz] = centres[k]!;
    const far = square(x - cx!) + square(y - cy!) + square(z - cz!);
    if (far < least) {
      least = far;
      best = k;
    }
  }
  return best;
};

/**
 * At most `codes` centres of the cells counted in `histogram`, the commonest cell first, then each time the cell with
 * the largest count × squared distance to the centres so far; ties go to the lowest cell.
 */
export const paletteOf = async (histogram: Uint32Array, codes: number, signal?: AbortSignal): Promise<Centre[]> => {
  const cells: { x: number; y: number; z: number; count: number; far: number }[] = [];
  histogram.forEach((count, cell) => {
    if (count === 0) return;
    const [x, y, z] = middleOf(cell);
    cells.push({ x, y, z, count, far: Number.POSITIVE_INFINITY });
  });
  const centres: Centre[] = [];
  let next = cells.reduce((best, cell) => (cell.count > best.count ? cell : best), cells[0]!);
  while (centres.length < codes && next.far > 0) {
    const { x, y, z } = next;
    centres.push([x, y, z]);
    for (const cell of cells)
      cell.far = Math.min(cell.far, square(cell.x - x) + square(cell.y - y) + square(cell.z - z));
    next = cells.reduce((best, cell) => (cell.count * cell.far > best.count * best.far ? cell : best), cells[0]!);
  }
  for await (const _ of yielding(ROUNDS, signal, 1)) {
    const sums = centres.map(() => ({ x: 0, y: 0, z: 0, count: 0 }));
    for (const cell of cells) {
      const sum = sums[nearest(centres, cell.x, cell.y, cell.z)]!;
      sum.x += cell.x * cell.count;
      sum.y += cell.y * cell.count;
      sum.z += cell.z * cell.count;
      sum.count += cell.count;
    }
    let moved = false;
    sums.forEach((sum, k) => {
      if (sum.count === 0) return;
      const centre: Centre = [sum.x / sum.count, sum.y / sum.count, sum.z / sum.count];
      moved ||= centre.some((value, axis) => value !== centres[k]![axis]);
      centres[k] = centre;
    });
    if (!moved) break;
  }
  return centres;
};

/** The codes of cells: the nearest centre, the lowest on ties. Each cell is decided once, at its first occurrence. */
export class PaletteCodes {
  readonly #table = new Uint8Array(CELL_COUNT).fill(UNDECIDED);
  readonly #centres: readonly (readonly number[])[];

  constructor(centres: readonly (readonly number[])[]) {
    this.#centres = centres;
  }

  /** Writes the codes of cells to `out` from `at` on. */
  write(cells: Int32Array, out: Uint8Array | Uint16Array, at: number): void {
    const table = this.#table;
    for (let i = 0; i < cells.length; i++) {
      const code = table[cells[i]!]!;
      out[at + i] = code === UNDECIDED ? this.#decide(cells[i]!) : code;
    }
  }

  #decide(cell: number): number {
    const code = nearest(this.#centres, ...middleOf(cell));
    this.#table[cell] = code;
    return code;
  }
}
