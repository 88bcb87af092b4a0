import type { Bits } from '../bits/bits.js';
import { newBits, rowWords } from '../bits/bits.js';
import type { Grid } from '../bits/grid.js';
import { isVolume } from '../bits/grid.js';
import { TILE_SIDE } from '../sizes.js';

/**
 * A grid cut into tiles. A mask is then stored tile by tile, within a tile row by row (y, then z), lowest x in the lowest
 * bit: four rows of 8 cells, or two of 16, a word. Cells past the border are 0.
 */
export interface Tiling {
  readonly grid: Grid;
  readonly dimensions: 2 | 3;
  /** Cells along a side. */
  readonly side: 8 | 16;
  /** Tiles in x, y and z. */
  readonly columns: number;
  readonly rows: number;
  readonly slices: number;
  readonly count: number;
  /** Words of a tile: 8 in images, 16 in volumes. */
  readonly words: 8 | 16;
}

/** The tiling of a grid: squares of 16 cells a side, cubes of 8. */
export const tilingOf = (grid: Grid): Tiling => {
  const dimensions = isVolume(grid) ? 3 : 2;
  const side = TILE_SIDE[dimensions];
  const columns = Math.ceil(grid.width / side);
  const rows = Math.ceil(grid.height / side);
  const slices = dimensions === 3 ? Math.ceil(grid.depth / side) : 1;
  const count = columns * rows * slices;
  return { grid, dimensions, side, columns, rows, slices, count, words: dimensions === 3 ? 16 : 8 };
};

type Rows = Uint8Array | Uint16Array;

/** The words of a mask as rows of tiles, one element each: a byte in volumes, 16 bits in images. The lowest comes first. */
const rowsIn = ({ side }: Tiling, { buffer, byteOffset, byteLength }: Uint32Array): Rows =>
  side === 8 ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint16Array(buffer, byteOffset, byteLength / 2);

/** Copies each row of each tile from the grid's rows, or `back` to them. */
const copyRows = (tiling: Tiling, tiles: Rows, rows: Rows, back: boolean): void => {
  const { grid, side, columns, words, dimensions } = tiling;
  const perTile = (words * 32) / side;
  const perRow = rowWords(grid) * (32 / side);
  const perSlice = perRow * grid.height;
  const deep = dimensions === 3 ? side : 1;
  let first = 0;
  for (let z0 = 0; z0 < grid.depth; z0 += deep) {
    const below = Math.min(deep, grid.depth - z0);
    for (let y0 = 0; y0 < grid.height; y0 += side) {
      const high = Math.min(side, grid.height - y0);
      // Tile by tile: the rows of a tile are contiguous, and the few rows of the grid stay in the cache.
      for (let column = 0; column < columns; column++, first += perTile) {
        for (let z = 0; z < below; z++) {
          let row = (z0 + z) * perSlice + y0 * perRow + column;
          let at = first + z * side;
          for (const end = at + high; at < end; at++, row += perRow) {
            if (back) rows[row] = tiles[at]!;
            else tiles[at] = rows[row]!;
          }
        }
      }
    }
  }
};

/** Bits 8 to 15, and 16 to 23, of a word. */
const SECOND = 0xff00;
const THIRD = 0xff0000;

/**
 * Copies the words of four consecutive rows of a volume to one word each of the four adjacent tiles that they cross, or `back`: byte j of
 * word k is byte k of word j. Four words of 0 are skipped, since the target is zeroed.
 */
const turnRows = (tiling: Tiling, tiles: Uint32Array, rows: Bits, back: boolean): void => {
  const { grid, side, columns, rows: down, words } = tiling;
  const { height, depth } = grid;
  const across = rowWords(grid);
  const [from, to] = back ? [tiles, rows] : [rows, tiles];
  for (let z = 0; z < depth; z++) {
    const layer = Math.floor(z / side) * down;
    for (let y = 0; y < height; y += 4) {
      const below = Math.min(4, height - y);
      let row = (z * height + y) * across;
      let tile = (layer + Math.floor(y / side)) * columns * words + 2 * (z % side) + ((y >> 2) & 1);
      for (let column = 0; column < columns; column += 4, row++, tile += 4 * words) {
        const beside = Math.min(4, columns - column);
        const [first, step, count] = back ? [tile, words, beside] : [row, across, below];
        const a = from[first]!;
        const b = count > 1 ? from[first + step]! : 0;
        const c = count > 2 ? from[first + 2 * step]! : 0;
        const d = count > 3 ? from[first + 3 * step]! : 0;
        if ((a | b | c | d) === 0) continue;
        const [at, pitch, most] = back ? [row, across, below] : [tile, words, beside];
        to[at] = (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24);
        if (most > 1) to[at + pitch] = ((a >>> 8) & 0xff) | (b & SECOND) | ((c & SECOND) << 8) | ((d & SECOND) << 16);
        if (most > 2)
          to[at + 2 * pitch] = ((a >>> 16) & 0xff) | ((b >>> 8) & SECOND) | (c & THIRD) | ((d & THIRD) << 8);
        if (most > 3) to[at + 3 * pitch] = (a >>> 24) | ((b >>> 16) & SECOND) | ((c >>> 8) & THIRD) | (d & 0xff000000);
      }
    }
  }
};

/** Reorders bits by rows to words by tiles. */
export const toTiles = (tiling: Tiling, bits: Bits): Uint32Array => {
  const words = new Uint32Array(tiling.count * tiling.words);
  if (tiling.dimensions === 3) turnRows(tiling, words, bits, false);
  else copyRows(tiling, rowsIn(tiling, words), rowsIn(tiling, bits), false);
  return words;
};

/** Reorders words by tiles to bits by rows. */
export const fromTiles = (tiling: Tiling, words: Uint32Array): Bits => {
  const bits = newBits(tiling.grid);
  if (tiling.dimensions === 3) turnRows(tiling, words, bits, true);
  else copyRows(tiling, rowsIn(tiling, words), rowsIn(tiling, bits), true);
  return bits;
};

/** The rows of slice `z` only. */
export const sliceFromTiles = (tiling: Tiling, words: Uint32Array, z: number): Bits => {
  const { grid, dimensions, side, columns, rows: down } = tiling;
  if (dimensions === 2) return fromTiles(tiling, words);
  const bits = newBits({ ...grid, depth: 1 });
  const [tiles, rows] = [rowsIn(tiling, words), rowsIn(tiling, bits)];
  const perTile = (tiling.words * 32) / side;
  const perRow = rowWords(grid) * (32 / side);
  const layer = Math.floor(z / side) * down;
  for (let y = 0; y < grid.height; y++) {
    const first = (layer + Math.floor(y / side)) * columns * perTile + (z % side) * side + (y % side);
    for (let column = 0; column < columns; column++) rows[y * perRow + column] = tiles[first + column * perTile]!;
  }
  return bits;
};
