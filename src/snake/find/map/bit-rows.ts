/** Rows of a mask as bits, 32 pixels per word, so that an operation on a word processes all of its pixels. */
import type { Size } from './box-blur.js';

const BITS = 32;

const wordsOf = (width: number): number => Math.ceil(width / BITS);

/** Bits of the pixels that have the flag; those behind a row's last pixel are 0. */
export const packed = (flags: Uint8Array, { width }: Size, flag: 0 | 1): Int32Array => {
  const words = wordsOf(width);
  const bits = new Int32Array((flags.length / Math.max(1, width)) * words);
  for (let row = 0, to = 0; row < flags.length; row += width) {
    const end = row + width;
    for (let first = row; first < end; first += BITS, to++) {
      const count = Math.min(BITS, end - first);
      let word = 0;
      for (let k = 0; k < count; k++) word |= (flags[first + k]! ^ flag ^ 1) << k;
      bits[to] = word;
    }
  }
  return bits;
};

/** A byte a pixel: 1 where its bit is set. */
export const unpacked = (bits: Int32Array, { width, height }: Size): Uint8Array => {
  const flags = new Uint8Array(width * height);
  for (let row = 0, from = 0; row < flags.length; row += width) {
    const end = row + width;
    for (let first = row; first < end; first += BITS, from++) {
      const word = bits[from]!;
      if (word === 0) continue;
      const count = Math.min(BITS, end - first);
      for (let k = 0; k < count; k++) flags[first + k] = (word >>> k) & 1;
    }
  }
  return flags;
};

/** Inverts the bits of all pixels; the bits behind a row's last pixel become 0. */
export const complement = (bits: Int32Array, { width }: Size): void => {
  const words = wordsOf(width);
  const last = -1 >>> (words * BITS - width);
  for (let i = 0; i < bits.length; i++) bits[i] = ~bits[i]! & (i % words === words - 1 ? last : -1);
};

/**
 * Dilates the set pixels by a shape. Bits behind a row's last pixel may be set.
 *
 * @param reaches how far along a row the shape reaches to either side, by the distance of the row from its centre; never more than in the
 *   row before
 */
export const spread = (bits: Int32Array, { width, height }: Size, reaches: readonly number[]): Int32Array => {
  const words = wordsOf(width);
  const out = new Int32Array(bits.length);
  for (let y = 0, at = 0; y < height; y++, at += words) {
    const row = bits.slice(at, at + words);
    let reached = 0;
    for (let away = reaches.length - 1; away >= 0; away--) {
      while (reached < reaches[away]!) {
        // Two copies of a run that move apart by more leave a gap where the row's end cuts it.
        const step = Math.min(reached + 1, reaches[away]! - reached, BITS - 1);
        widen(row, step);
        reached += step;
      }
      if (y >= away) join(out, row, at - away * words);
      if (away > 0 && y + away < height) join(out, row, at + away * words);
    }
  }
  return out;
};

/** Sets what is `step` pixels to the left and to the right of what is set, too: 1 to 31. */
const widen = (row: Int32Array, step: number): void => {
  const rest = BITS - step;
  let before = 0;
  for (let i = 0; i < row.length; i++) {
    const word = row[i]!;
    const next = i + 1 < row.length ? row[i + 1]! : 0;
    row[i] = word | (word << step) | (word >>> step) | (before >>> rest) | (next << rest);
    before = word;
  }
};

const join = (out: Int32Array, row: Int32Array, at: number): void => {
  for (let i = 0; i < row.length; i++) out[at + i]! |= row[i]!;
};
