#import linear-features/shared/line_tile
// Bit k where the pixel is the maximum of its window of half length h in orientation k: not below side A, above side B.
fn maxima(centre: u32, h: u32) -> u32 {
  let c = tile[centre];
  var found = 0u;
  for (var k = 0u; k < orientations && c > 0u; k++) {
    var t = 1u;
    while (t <= h && c >= tile[centre + offset(k, t)] && c > tile[centre - offset(k, t)]) {
      t++;
    }
    found |= u32(t > h) << k;
  }
  return found;
}
