/**
 * `combined_search` of a row of a block of marks, four pixels at a time. At `steps` are `count` steps for each
 * orientation, in bytes: those in (h2, h1].
 */
export function search(row: usize, pixels: i32, lines: usize, steps: usize, count: i32): void {
  const none = i32x4.splat(0);
  const low = i32x4.splat(0xffff);
  for (let i = 0; i < pixels; i += 4) {
    const at = row + 4 * i;
    const own = v128.load(at);
    const primaries = v128.and(own, low);
    v128.store(lines + 4 * i, primaries);
    const candidates = v128.and(i32x4.shr_u(own, 16), i32x4.eq(primaries, none));
    if (!v128.any_true(candidates)) continue;
    for (let x = 0; x < 4; x++) {
      const centre = at + 4 * x;
      const word = load<u32>(centre);
      if ((word & 0xffff) !== 0) continue;
      let found: u32 = 0;
      for (let left = word >>> 16; left !== 0; left &= left - 1) {
        const k = ctz(left);
        const line = steps + 4 * k * count;
        let bits: u32 = 0;
        for (let t = 0; t < count; t++) {
          const step = load<i32>(line + 4 * t);
          bits |= load<u32>(centre + step) | load<u32>(centre - step);
        }
        found |= ((bits >> k) & 1) << (16 + k);
      }
      store<u32>(lines + 4 * (i + x), found);
    }
  }
}
