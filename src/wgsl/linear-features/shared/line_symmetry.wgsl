// Contrast of a pixel to the means of its two half windows, of n pixels each: min(dA, dB) >= T and min >= rho max,
// without a division. Sums < 2^20, counts <= 16, so every product stays below 2^30.
fn symmetric(c: u32, sum: vec2u, n: vec2u, threshold: u32, ratio: u32) -> bool {
  let contrast = vec2i(c * n - sum) * vec2i(n.yx);
  let least = min(contrast.x, contrast.y);
  let both = n.x * n.y;
  return both > 0u && 16 * least >= i32(threshold * both) && 64 * least >= i32(ratio) * max(contrast.x, contrast.y);
}
