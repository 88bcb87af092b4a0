/** `packBytes` of `length` bytes, 16 at a time. */
export function packBytes(at: usize, length: i32, flip: bool): void {
  const flipped = i8x16.splat(flip ? -1 : 0);
  for (const end = at + <usize>length; at < end; at += 16) {
    v128.store(at, i8x16.add_sat_u(v128.xor(v128.load(at), flipped), i8x16.splat(1)));
  }
}
