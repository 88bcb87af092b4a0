// Steps 1 to 3, and what step 4 asks of a pixel itself: accepted primaries in bits 0 to 15; in bits 16 to 31 the
// secondary maxima that pass their own check over h2, near a primary or not. All orientations are compared over h2
// first; the few that are maxima there are then visited once over the whole window.
#import linear-features/shared/line_queue
#import linear-features/shared/line_symmetry

@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

// The secondary maxima of a thread's pixels.
fn secondary_maxima(centre: vec4u) -> vec2u {
  let c = at(centre);
  var found = vec4u();
  for (var k = 0u; k < orientations; k++) {
    var most_a = vec4u();
    var most_b = vec4u();
    for (var t = 1u; t <= h2; t++) {
      let step = offset(k, t);
      most_a = max(most_a, at(centre + step));
      most_b = max(most_b, at(centre - step));
    }
    found |= select(vec4u(), vec4u(1u << k), (c >= most_a) & (c > most_b));
  }
  return set_of(found);
}

@compute @workgroup_size(32, 8)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  load_steps(thread);
  load_tile(group.xy, local.xy);
  var holes = false;
  for (var i = thread; i < stride * stride; i += SIDE * ROWS) {
    holes |= tile[i] == 0u;
  }
  if (holes) {
    atomicOr(&tile_bits, 1u);
  }
  workgroupBarrier();
  let holed = atomicLoad(&tile_bits) != 0u;
  let centre = centres(local.xy);
  var left = secondary_maxima(centre);
  var accepted = vec2u();
  var passing = vec2u();
  while (any(left != vec2u())) {
    let item = next(left, centre.x);
    left ^= item.bits;
    let c = tile[item.centre];
    var sum = vec2u();
    var most = vec2u();
    var n = vec2u();
    for (var t = 0u; t < h1; t++) {
      let step = steps[15u * item.k + t];
      let side = vec2u(tile[item.centre + step], tile[item.centre - step]);
      sum += side;
      most = max(most, side);
      n += select(vec2u(1u), min(side, vec2u(1u)), holed);
      if (t + 1u == h2 && symmetric(c, sum, n, window.second_threshold, window.second_ratio)) {
        passing |= item.bits;
      }
    }
    if (c >= most.x && c > most.y && symmetric(c, sum, n, window.threshold, window.ratio)) {
      accepted |= item.bits;
    }
  }
  let found = (high_halves(accepted) >> vec4u(16u)) | high_halves(passing);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      marks[y * window.width + x] = found[i];
    }
  }
}
