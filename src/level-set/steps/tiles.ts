import type { Bits } from '../bits/bits.js';
import { newBits, rowWords } from '../bits/bits.js';
import type { Grid } from '../bits/grid.js';
import { isVolume } from '../bits/grid.js';
import { TILE_SIDE } from '../sizes.js';

/**
 * A grid cut into tiles. A mask is then stored tile by tile, a row of a tile after the other (y, then z), lowest x in the lowest
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
      // A tile after the other: its rows are together, and those of the grid are few enough to stay near.
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

/** Reorders bits by rows to words by tiles. */
export const toTiles = (tiling: Tiling, bits: Bits): Uint32Array => {
  const words = new Uint32Array(tiling.count * tiling.words);
  copyRows(tiling, rowsIn(tiling, words), rowsIn(tiling, bits), false);
  return words;
};

/** Reorders words by tiles to bits by rows. */
export const fromTiles = (tiling: Tiling, words: Uint32Array): Bits => {
  const bits = newBits(tiling.grid);
  copyRows(tiling, rowsIn(tiling, words), rowsIn(tiling, bits), true);
  return bits;
};

/** The rows of slice `z` alone. */
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
