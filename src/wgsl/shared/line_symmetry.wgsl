// Contrast of a pixel to the means of its two half windows: min(dA, dB) >= T and min >= rho max, without a division.
// Sums < 2^20, counts <= 16, so every product stays below 2^30.
fn symmetric(c: u32, sum_a: u32, n_a: u32, sum_b: u32, n_b: u32, threshold: u32, ratio: u32) -> bool {
  let a = i32(c * n_a - sum_a) * i32(n_b);
  let b = i32(c * n_b - sum_b) * i32(n_a);
  let least = min(a, b);
  return n_a * n_b > 0u && 16 * least >= i32(threshold * n_a * n_b) && 64 * least >= i32(ratio) * max(a, b);
}
