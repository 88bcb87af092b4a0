#import linear-features/shared/line_tile
// requires: symmetric
// The pull form of the dual search. The tile holds a sample below and the accepted primaries of its pixel above.
fn is_near(centre: u32, k: u32) -> bool {
  var bits = 0u;
  for (var t = h2 + 1u; t <= h1; t++) {
    bits |= tile[centre + offset(k, t)] | tile[centre - offset(k, t)];
  }
  return ((bits >> (16u + k)) & 1u) == 1u;
}

// Accepted primaries of the pixel in bits 0 to 15; where it has none, in bits 16 to 31 the secondary maxima that
// have an accepted primary of their orientation at a distance in (h2, h1] and pass their own check over h2.
fn search(centre: u32, secondary: u32) -> u32 {
  let accepted = tile[centre] >> 16u;
  if (accepted != 0u) {
    return accepted;
  }
  let c = tile[centre] & 0xffffu;
  var found = 0u;
  for (var left = secondary; left != 0u; left &= left - 1u) {
    let k = countTrailingZeros(left);
    if (!is_near(centre, k)) {
      continue;
    }
    var sum = vec2u();
    var n = vec2u();
    for (var t = 1u; t <= h2; t++) {
      let side = vec2u(tile[centre + offset(k, t)], tile[centre - offset(k, t)]) & vec2u(0xffffu);
      sum += side;
      n += min(side, vec2u(1u));
    }
    let passes = symmetric(c, sum, n, window.second_threshold, window.second_ratio);
    found |= u32(passes) << (16u + k);
  }
  return found;
}
