import type { Bits } from '../bits/bits.js';
import { newBits, rowWords } from '../bits/bits.js';
import type { Grid } from '../bits/grid.js';
import { isVolume } from '../bits/grid.js';

/** Cells along a tile by the number of dimensions: 8³ in volumes as in the paper, 16² in images. */
export const TILE_SIDE = { 2: 16, 3: 8 } as const;

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

export const tilingOf = (grid: Grid): Tiling => {
  const dimensions = isVolume(grid) ? 3 : 2;
  const side = TILE_SIDE[dimensions];
  const columns = Math.ceil(grid.width / side);
  const rows = Math.ceil(grid.height / side);
  const slices = dimensions === 3 ? Math.ceil(grid.depth / side) : 1;
  const count = columns * rows * slices;
  return { grid, dimensions, side, columns, rows, slices, count, words: dimensions === 3 ? 16 : 8 };
};

/** Calls `visit` with the place of every row of every tile that the grid holds: its word and shift in tiles, its word and shift in rows. */
const eachRow = (tiling: Tiling, visit: (word: number, shift: number, rowWord: number, rowShift: number) => void) => {
  const { grid, side, columns, rows, words } = tiling;
  const perWord = 32 / side;
  const perRow = rowWords(grid);
  for (let z = 0; z < grid.depth; z++) {
    for (let y = 0; y < grid.height; y++) {
      const tileRow = (Math.floor(z / side) * rows + Math.floor(y / side)) * columns;
      const inTile = (z % side) * side + (y % side);
      for (let column = 0; column < columns; column++) {
        const x = column * side;
        const word = (tileRow + column) * words + Math.floor(inTile / perWord);
        visit(word, (inTile % perWord) * side, (z * grid.height + y) * perRow + (x >>> 5), x & 31);
      }
    }
  }
};

export const toTiles = (tiling: Tiling, bits: Bits): Uint32Array => {
  const tiles = new Uint32Array(tiling.count * tiling.words);
  const pick = 2 ** tiling.side - 1;
  eachRow(tiling, (word, shift, rowWord, rowShift) => {
    tiles[word]! |= ((bits[rowWord]! >>> rowShift) & pick) << shift;
  });
  return tiles;
};

export const fromTiles = (tiling: Tiling, tiles: Uint32Array): Bits => {
  const bits = newBits(tiling.grid);
  const pick = 2 ** tiling.side - 1;
  eachRow(tiling, (word, shift, rowWord, rowShift) => {
    bits[rowWord]! |= ((tiles[word]! >>> shift) & pick) << rowShift;
  });
  return bits;
};
