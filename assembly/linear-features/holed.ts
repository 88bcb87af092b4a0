/** Whether one of the `count` samples of 16 bits at an address is 0. */
export function holed(at: usize, count: i32): bool {
  const behind = at + 2 * count;
  let least = i16x8.splat(-1);
  for (; at + 16 <= behind; at += 16) least = i16x8.min_u(least, v128.load(at));
  if (!i16x8.all_true(least)) return true;
  for (; at < behind; at += 2) if (load<u16>(at) === 0) return true;
  return false;
}
