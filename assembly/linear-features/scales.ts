/** `halve_samples` and `add_coarser` of a part of a row. */

/** Means of what is not 0 in 2 × 2 samples of 16 bits: `pixels` of them, of twice as many in two rows. */
export function halve(top: usize, bottom: usize, out: usize, pixels: i32): void {
  for (let i = 0; i < pixels; i += 4) {
    const a = v128.load(top + 4 * i);
    const b = v128.load(bottom + 4 * i);
    if (i16x8.all_true(i16x8.min_u(a, b))) {
      const sum = i32x4.add(i32x4.extadd_pairwise_i16x8_u(a), i32x4.extadd_pairwise_i16x8_u(b));
      const mean = i32x4.shr_u(i32x4.add(sum, i32x4.splat(2)), 2);
      v128.store64_lane(out + 2 * i, i16x8.narrow_i32x4_u(mean, mean), 0);
    } else for (let x = i; x < i + 4; x++) store<u16>(out + 2 * x, mean(top + 4 * x, bottom + 4 * x));
  }
}

function mean(top: usize, bottom: usize): u16 {
  const a = <u32>load<u16>(top);
  const b = <u32>load<u16>(top, 2);
  const c = <u32>load<u16>(bottom);
  const d = <u32>load<u16>(bottom, 2);
  const n = u32(a !== 0) + u32(b !== 0) + u32(c !== 0) + u32(d !== 0);
  return n === 0 ? 0 : <u16>((a + b + c + d + (n >> 1)) / n);
}

/**
 * Adds to `pixels` words of a response, from an even column on, those of the coarser scale: at `near` is the row that
 * covers them, at `far` the next nearest, both with one word before the first. `blend` has room for as many.
 */
export function add(near: usize, far: usize, blend: usize, response: usize, pixels: i32): void {
  const three = i32x4.splat(3);
  for (let at = 0; at < 2 * pixels + 16; at += 16) {
    const strength = i32x4.mul(three, i32x4.shr_u(v128.load(near + at), 6));
    v128.store(blend + at, i32x4.add(strength, i32x4.shr_u(v128.load(far + at), 6)));
  }
  for (let i = 0; i < pixels; i += 4) {
    const at = response + 4 * i;
    const word = v128.load(at);
    const both = v128.load64_zero(near + 4 + 2 * i);
    const covering = v128.shuffle<i32>(both, both, 0, 0, 1, 1);
    const blended = v128.load(blend + 2 * i);
    const own = v128.shuffle<i32>(blended, blended, 1, 1, 2, 2);
    const beside = v128.shuffle<i32>(blended, blended, 0, 2, 1, 3);
    const added = i32x4.shr_u(i32x4.add(i32x4.mul(three, own), beside), 4);
    const strength = i32x4.shr_u(word, 6);
    const label = v128.bitselect(covering, word, i32x4.gt_u(added, strength));
    const marks = v128.and(v128.or(word, covering), i32x4.splat(48));
    const low = v128.or(marks, v128.and(label, i32x4.splat(15)));
    v128.store(at, v128.or(i32x4.shl(i32x4.add(strength, added), 6), low));
  }
}
