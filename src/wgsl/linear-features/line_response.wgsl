// How much a strip along the line stands out from the strips beside it: twice its sum less theirs, the best of K
// orientations, with that orientation and with the marks of `combined_search`.
#import linear-features/shared/line_tile

@group(0) @binding(2) var<storage, read> lines: array<u32>;
@group(0) @binding(3) var<storage, read_write> response: array<u32>;

// Samples of at most 15 bits less the strips' length: never 0 inside.
fn load_coarse(group: vec2u, local: vec2u) {
  for (var y = local.y; y < stride; y += ROWS) {
    for (var x = local.x; x < stride; x += SIDE) {
      let value = sample(SIDE * group.x + x - halo, SIDE * group.y + y - halo);
      tile[y * stride + x] = select(max(value >> window.shift, 1u), 0u, value == 0u);
    }
  }
  workgroupBarrier();
}

// Sum of a strip; what is outside counts as the centre pixel, c.
fn strip(centre: vec4u, k: u32, c: vec4u) -> vec4u {
  var sum = at(centre);
  sum = select(sum, c, sum == vec4u());
  for (var t = 1u; t <= reach; t++) {
    let step = offset(k, t);
    let ahead = at(centre + step);
    let behind = at(centre - step);
    sum += select(ahead, c, ahead == vec4u()) + select(behind, c, behind == vec4u());
  }
  return sum;
}

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  load_coarse(group.xy, local.xy);
  let centre = centres(local.xy);
  let c = at(centre);
  var best = vec4i(15);
  for (var k = 0u; k < orientations; k++) {
    let side = offset(k, 16u);
    let here = strip(centre, k, c);
    let beside = strip(centre + side, k, c) + strip(centre - side, k, c);
    best = max(best, 16 * (2 * vec4i(here) - vec4i(beside)) + i32(15u - k));
  }
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      let p = y * window.width + x;
      let line = lines[p];
      let marks = u32((line & 0xffffu) != 0u) | (u32(line > 0xffffu) << 1u);
      let word = u32(best[i]);
      response[p] = select(((word >> 4u) << 6u) | (marks << 4u) | (15u - (word & 15u)), 0u, c[i] == 0u);
    }
  }
}
