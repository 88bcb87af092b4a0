import { array, Place_counts, word } from './places';

/** Puts word `k` into a list where it is not yet. */
export function mark(list: usize, isListed: usize, which: i32, k: usize): void {
  if (load<u8>(isListed + k) !== 0) return;
  store<u8>(isListed + k, 1);
  const count = word(array(Place_counts), <usize>which);
  const n = load<u32>(count);
  store<u32>(word(list, <usize>n), <u32>k);
  store<u32>(count, n + 1);
}

/**
 * Notes the cells of word `k` that may change, as `unstable` gives them, and puts the word at the end of `moving` where there are some. Gives
 * the new end.
 */
export function propose(half: usize, retreats: usize, end: usize, k: usize, moves: u64): usize {
  if (moves === 0) return end;
  store<u32>(word(half, k), load<u32>(word(half, k)) | <u32>moves);
  store<u32>(word(retreats, k), <u32>(moves >>> 32));
  store<u32>(end, <u32>k);
  return end + 4;
}
