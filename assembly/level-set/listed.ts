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
