import type { Grid } from './grid.js';
import { cellsOf } from './grid.js';

/**
 * One bit a cell, 32 cells a word: row (y, z) starts at word (z·height + y)·rowWords, cell x is bit x mod 32 of its
 * word x div 32. Bits past the end of a row are 0.
 */
export type Bits = Uint32Array;

/** Words of one row of a grid. */
export const rowWords = (grid: Grid): number => (grid.width + 31) >>> 5;
/** Rows of a grid, all slices together. */
export const rowsOf = (grid: Grid): number => grid.height * grid.depth;
/** Bits of a grid, all 0. */
export const newBits = (grid: Grid): Bits => new Uint32Array(rowWords(grid) * rowsOf(grid));

/** Packs a mask of one byte a cell; all values but 0 set the bit. */
export const packBits = (grid: Grid, mask: Uint8Array): Bits => {
  const bits = newBits(grid);
  const { width } = grid;
  const words = rowWords(grid);
  eachSetRun(mask, (from, until) => {
    let row = Math.floor(from / width);
    let x = from - row * width;
    for (let cell = from; cell < until; cell++, x++) {
      if (x === width) [row, x] = [row + 1, 0];
      bits[row * words + (x >>> 5)]! |= 1 << (x & 31);
    }
  });
  return bits;
};

/** Calls `visit` with each run [from, until) of bytes that are not 0, in order. Most bytes are 0, and are skipped four at a time. */
export const eachSetRun = (mask: Uint8Array, visit: (from: number, until: number) => void): void => {
  const bytes = mask.byteOffset % 4 === 0 ? mask : mask.slice();
  const fours = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  for (let at = 0; at < bytes.length; ) {
    if (at % 4 === 0) {
      let four = at >>> 2;
      while (four < fours.length && fours[four] === 0) four++;
      at = 4 * four;
    }
    if (bytes[at] === 0) {
      at++;
      continue;
    }
    const from = at;
    while (at < bytes.length && bytes[at] !== 0) at++;
    if (from < at) visit(from, at);
  }
};

/** Bytes that are not 0. */
export const countSet = (mask: Uint8Array): number => {
  let count = 0;
  eachSetRun(mask, (from, until) => {
    count += until - from;
  });
  return count;
};

/** Unpacks a mask to one byte a cell, 0 or 1. */
export const unpackBits = (grid: Grid, bits: Bits): Uint8Array => {
  const mask = new Uint8Array(cellsOf(grid));
  const { width } = grid;
  const words = rowWords(grid);
  for (let row = 0, at = 0; row < rowsOf(grid); row++) {
    for (let w = 0; w < words; w++, at++) {
      const first = row * width + 32 * w;
      const word = bits[at]!;
      if (word === 0xffffffff) mask.fill(1, first, first + 32);
      else for (let rest = word; rest !== 0; rest &= rest - 1) mask[first + 31 - Math.clz32(rest & -rest)] = 1;
    }
  }
  return mask;
};

/** Whether the bit of a cell is set. */
export const isSet = (grid: Grid, bits: Bits, cell: number): boolean => {
  const x = cell % grid.width;
  return ((bits[((cell - x) / grid.width) * rowWords(grid) + (x >>> 5)]! >>> (x & 31)) & 1) === 1;
};

/** The bits of the cells that exist and have data. */
export const domainBits = (grid: Grid, missing?: Uint8Array): Bits => {
  if (missing)
    return packBits(
      grid,
      missing.map((m) => (m === 0 ? 1 : 0)),
    );
  const words = rowWords(grid);
  const bits = newBits(grid).fill(0xffffffff);
  const last = grid.width & 31;
  if (last !== 0) for (let at = words - 1; at < bits.length; at += words) bits[at] = 2 ** last - 1;
  return bits;
};

/** The number of ones of a 32-bit word. */
export const popcount = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The number of ones, 0 to the number of cells. */
export const countBits = (bits: Bits): number => {
  let n = 0;
  for (const word of bits) n += popcount(word);
  return n;
};
