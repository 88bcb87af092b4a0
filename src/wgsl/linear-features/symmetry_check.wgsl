// Step 3 of MDNMS: the primary maxima that stand out from both half windows alike.
#import linear-features/shared/line_tile
#import linear-features/shared/line_symmetry

@group(0) @binding(2) var<storage, read> primary: array<u32>;
@group(0) @binding(3) var<storage, read_write> accepted: array<u32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  load_tile(group.xy, local.xy);
  let centre = centres(local.xy);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x >= window.width || y >= window.height) {
      continue;
    }
    let candidates = primary[y * window.width + x];
    var found = 0u;
    for (var k = 0u; k < orientations; k++) {
      if (((candidates >> k) & 1u) == 0u) {
        continue;
      }
      var sum = vec2u();
      var n = vec2u();
      for (var t = 1u; t <= h1; t++) {
        let side = vec2u(tile[centre[i] + offset(k, t)], tile[centre[i] - offset(k, t)]);
        sum += side;
        n += min(side, vec2u(1u));
      }
      let passes = symmetric(tile[centre[i]], sum, n, window.threshold, window.ratio);
      found |= u32(passes) << k;
    }
    accepted[y * window.width + x] = found;
  }
}
