// Steps 1 to 3, and what step 4 asks of a pixel itself, in one visit of each window: accepted primaries in bits 0 to
// 15; in bits 16 to 31 the secondary maxima that pass their own check over h2, near a primary or not.
#import line_window
#import line_symmetry

@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

fn count(centre: u32, k: u32, h: u32) -> vec2u {
  var n = vec2u();
  for (var t = 1u; t <= h; t++) {
    n += min(vec2u(tile[centre + offset(k, t)], tile[centre - offset(k, t)]), vec2u(1u));
  }
  return n;
}

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  load_tile(group.xy, local.xy);
  let side = stride();
  var holes = 0u;
  for (var y = local.y; y < side; y += ROWS) {
    for (var x = local.x; x < side; x += SIDE) {
      holes |= u32(tile[y * side + x] == 0u);
    }
  }
  if (holes != 0u) {
    atomicOr(&tile_bits, 1u);
  }
  workgroupBarrier();
  let whole = atomicLoad(&tile_bits) == 0u;
  let centre = centres(local.xy);
  let c = at(centre);
  var found = vec4u();
  for (var k = 0u; k < window.orientations; k++) {
    var sum_a = vec4u();
    var sum_b = vec4u();
    var most_a = vec4u();
    var most_b = vec4u();
    var t = 1u;
    for (; t <= window.secondary; t++) {
      let step = offset(k, t);
      let a = at(centre + step);
      let b = at(centre - step);
      sum_a += a;
      sum_b += b;
      most_a = max(most_a, a);
      most_b = max(most_b, b);
    }
    let secondary = (c >= most_a) & (c > most_b);
    for (var i = 0u; i < 4u; i++) {
      if (secondary[i]) {
        var n = vec2u(window.secondary);
        if (!whole) {
          n = count(centre[i], k, window.secondary);
        }
        let passes = symmetric(c[i], sum_a[i], n.x, sum_b[i], n.y, window.second_threshold, window.second_ratio);
        found[i] |= u32(passes) << (16u + k);
      }
    }
    if (!any(secondary)) {
      continue;
    }
    for (; t <= window.primary; t++) {
      let step = offset(k, t);
      let a = at(centre + step);
      let b = at(centre - step);
      sum_a += a;
      sum_b += b;
      most_a = max(most_a, a);
      most_b = max(most_b, b);
    }
    let primary = (c >= most_a) & (c > most_b);
    for (var i = 0u; i < 4u; i++) {
      if (primary[i]) {
        var n = vec2u(window.primary);
        if (!whole) {
          n = count(centre[i], k, window.primary);
        }
        let passes = symmetric(c[i], sum_a[i], n.x, sum_b[i], n.y, window.threshold, window.ratio);
        found[i] |= u32(passes) << k;
      }
    }
  }
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      marks[y * window.width + x] = found[i];
    }
  }
}
