/** The filtered inside of cells, 16 bits a sum, kept up to date round the cells that changed. */

let sums: usize = 0;
let offsets: usize = 0;
let weights: usize = 0;
let rows: usize = 0;

/**
 * Where the sums lie; of each of the filter's `count` rows, the bytes from the centre's sum to the row's first, and eight weights,
 * of which those past the row are 0.
 */
export function bind(atSums: usize, atOffsets: usize, atWeights: usize, count: i32): void {
  sums = atSums;
  offsets = atOffsets;
  weights = atWeights;
  rows = <usize>count;
}

/** Adds the filter round the cells of a word that came in, and takes it away round those that went: `first` is that of bit 0. */
export function follow(first: i32, change: u32, next: u32): void {
  for (let rest = change; rest !== 0; rest &= rest - 1) {
    const bit = ctz(rest);
    const centre = sums + 2 * (<usize>first + <usize>bit);
    if ((next >>> bit) & 1) {
      for (let k: usize = 0; k < rows; k++) {
        const at = centre + load<i32>(offsets + 4 * k);
        v128.store(at, i16x8.add(v128.load(at), v128.load(weights + 16 * k)));
      }
    } else {
      for (let k: usize = 0; k < rows; k++) {
        const at = centre + load<i32>(offsets + 4 * k);
        v128.store(at, i16x8.sub(v128.load(at), v128.load(weights + 16 * k)));
      }
    }
  }
}
