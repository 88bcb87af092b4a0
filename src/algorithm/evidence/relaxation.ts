/**
 * A surface close to a goal value in each cell, and smooth where neighbours are alike (Grady, random walks, TPAMI 28, 2006), in an image or a volume,
 * by successive over-relaxation. A sweep moves the cells of one colour of a chessboard; each colour has its own arrays.
 */

import { FREE, type Simd, simdWith } from '../kernels/simd/instance.js';

/** A surface that is relaxed towards the least of Σ ties·(step)² + Σ pull·(value − goal)². */
export interface Relaxed {
  /** One value per cell, 0 to 1, row by row and slice by slice; modified in place. */
  readonly values: Float64Array;
  readonly goal: Float64Array;
  readonly pull: Float64Array;
  /** Strength of the ties of each cell to the next along x, y and, in a volume, z: 0 at the end of a line. */
  readonly ties: readonly Float64Array[];
  readonly grid: Grid;
  /** Cells that are moved; the cells around them are fixed. */
  readonly part: Part;
  /** Colour of the grid's first cell, where the grid was cut out of another; 0 when not given. */
  readonly colour?: 0 | 1;
  /** Share of the step to a cell's optimum by which it is moved, and how often every cell is. */
  readonly factor: number;
  readonly sweeps: number;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** A range of cells: from one corner, inclusive, to the other, exclusive. */
export interface Part {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
}

/** Index of each array in the memory; each has one copy per colour. */
const ARRAYS = { values: 0, drawn: 2, all: 4, right: 6, below: 8, behind: 10 } as const;
/** Padding behind the last array, which code that reads two cells at a time may read. */
const BEYOND = 2;
/** Cells of an image have no ties along z. */
const FLAT_ARRAYS = 10;
const DEEP_ARRAYS = 12;

/** The part with a border of one cell, by colours: cell x, y, z of the part has the colour of x + y + z, and the place (x + 2) / 2 in its row. */
interface Layout extends Grid {
  /** Doubles of a row, of a slice (0 in an image), and of an array. */
  readonly stride: number;
  readonly slice: number;
  readonly size: number;
}

/**
 * Relaxes a surface: + − × ÷ in a fixed order, with the same result on every machine and in both implementations.
 * @param formOf gives the WebAssembly kernel with a memory of at least `bytes`; without it the TypeScript implementation runs
 */
export const relax = (relaxed: Relaxed, formOf: (bytes: number) => Simd | undefined = simdWith): void => {
  const { part, colour = 0, factor, sweeps } = relaxed;
  const layout = layoutOf(relaxed);
  if (layout.width <= 0 || layout.height <= 0 || layout.depth <= 0) return;
  const { width, height, depth, size, stride, slice } = layout;
  const length = (slice === 0 ? FLAT_ARRAYS : DEEP_ARRAYS) * size + BEYOND;
  const simd = formOf(8 * length);
  const room = simd ? new Float64Array(simd.memory.buffer, FREE, length) : new Float64Array(length);
  const start = (colour + part.from[0] + part.from[1] + part.from[2]) & 1;
  pack(relaxed, layout, room);
  if (simd) simd.relax(FREE, 8 * size, width, height, depth, 8 * stride, 8 * slice, start, 2 * sweeps, factor);
  else sweepPlainly(room, layout, start, 2 * sweeps, factor);
  unpack(relaxed, layout, room);
};

const layoutOf = ({ grid, part: { from, to } }: Relaxed): Layout => {
  const [width, height, depth] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const stride = ((width + 2) >> 1) + 1;
  const slice = grid.depth > 1 ? stride * (height + 2) : 0;
  const size = slice === 0 ? stride * (height + 2) : slice * (depth + 2);
  return { width, height, depth, stride, slice, size };
};

const pack = (
  { values, goal, pull, ties, grid, part: { from } }: Relaxed,
  layout: Layout,
  room: Float64Array,
): void => {
  const { width, height, depth, stride, slice, size } = layout;
  const [right, below] = ties as readonly [Float64Array, Float64Array];
  const behind = grid.depth > 1 ? ties[2] : undefined;
  const inSlice = grid.width * grid.height;
  const rim = slice === 0 ? 0 : 1;
  room.fill(0);
  for (let z = -rim; z < depth + rim; z++) {
    const cz = from[2] + z;
    if (cz < 0 || cz >= grid.depth) continue;
    for (let y = -1; y <= height; y++) {
      const cy = from[1] + y;
      if (cy < 0 || cy >= grid.height) continue;
      const inRow = (z + 1) * slice + (y + 1) * stride;
      const rowInside = y >= 0 && y < height && z >= 0 && z < depth;
      const [first, end] = [Math.max(-1, -from[0]), Math.min(width, grid.width - 1 - from[0])];
      for (let x = first, cell = cz * inSlice + cy * grid.width + from[0] + first; x <= end; x++, cell++) {
        const cx = from[0] + x;
        const at = ((x + y + z) & 1) * size + inRow + ((x + 2) >> 1);
        const next = cx + 1 < grid.width ? right[cell]! : 0;
        const under = cy + 1 < grid.height ? below[cell]! : 0;
        const after = behind !== undefined && cz + 1 < grid.depth ? behind[cell]! : 0;
        room[ARRAYS.values * size + at] = values[cell]!;
        room[ARRAYS.right * size + at] = next;
        room[ARRAYS.below * size + at] = under;
        if (slice !== 0) room[ARRAYS.behind * size + at] = after;
        if (!rowInside || x < 0 || x >= width) continue;
        let all = pull[cell]!;
        room[ARRAYS.drawn * size + at] = all * goal[cell]!;
        all += cx > 0 ? right[cell - 1]! : 0;
        all += next;
        all += cy > 0 ? below[cell - grid.width]! : 0;
        all += under;
        if (behind !== undefined) all += cz > 0 ? behind[cell - inSlice]! : 0;
        room[ARRAYS.all * size + at] = all + after;
      }
    }
  }
};

const unpack = ({ values, grid, part: { from } }: Relaxed, layout: Layout, room: Float64Array): void => {
  const { width, height, depth, stride, slice, size } = layout;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < height; y++) {
      const inRow = (z + 1) * slice + (y + 1) * stride;
      let cell = ((from[2] + z) * grid.height + from[1] + y) * grid.width + from[0];
      for (let x = 0; x < width; x++, cell++) values[cell] = room[((x + y + z) & 1) * size + inRow + ((x + 2) >> 1)]!;
    }
};

/** The same computation as `assembly/algorithm/relax.ts`, one cell at a time. */
const sweepPlainly = (room: Float64Array, layout: Layout, start: number, sweeps: number, factor: number): void => {
  const { width, height, depth, stride, slice, size } = layout;
  const [drawn, all] = [ARRAYS.drawn * size, ARRAYS.all * size];
  const [right, below, behind] = [ARRAYS.right * size, ARRAYS.below * size, ARRAYS.behind * size];
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const colour = (sweep + start) & 1;
    const across = colour === 0 ? size : -size;
    for (let z = 0; z < depth; z++) {
      for (let y = 0; y < height; y++) {
        const first = (colour + y + z) & 1;
        const row = colour * size + (z + 1) * slice + (y + 1) * stride + 1;
        for (let i = row, end = row + ((width - first + 1) >> 1); i < end; i++) {
          const other = i + across;
          const left = other + first - 1;
          let sum =
            room[drawn + i]! +
            room[right + left]! * room[left]! +
            room[right + i]! * room[left + 1]! +
            room[below + other - stride]! * room[other - stride]! +
            room[below + i]! * room[other + stride]!;
          if (slice !== 0) {
            sum += room[behind + other - slice]! * room[other - slice]!;
            sum += room[behind + i]! * room[other + slice]!;
          }
          const own = room[i]!;
          const value = own + factor * (sum / room[all + i]! - own);
          room[i] = value > 0 ? Math.min(value, 1) : 0;
        }
      }
    }
  }
};
