// The rest of step 4: of the secondary maxima that pass their own check, where the pixel is no accepted primary, those
// with an accepted primary of their orientation at a distance in (h2, h1]. Windows are symmetric: pull is push.
#import linear-features/shared/line_queue

@group(0) @binding(2) var<storage, read> marks: array<u32>;
@group(0) @binding(3) var<storage, read_write> lines: array<u32>;

fn mark(x: u32, y: u32) -> u32 {
  if (x >= window.width || y >= window.height) {
    return 0u;
  }
  return marks[y * window.width + x];
}

@compute @workgroup_size(32, 8)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  load_steps(thread);
  var accepted = 0u;
  for (var y = local.y; y < stride; y += ROWS) {
    for (var x = local.x; x < stride; x += SIDE) {
      let word = mark(SIDE * group.x + x - halo, SIDE * group.y + y - halo);
      accepted |= word & 0xffffu;
      tile[y * stride + x] = word;
    }
  }
  if (accepted != 0u) {
    atomicOr(&tile_bits, accepted);
  }
  workgroupBarrier();
  let centre = centres(local.xy);
  let own = at(centre);
  let primaries = own & vec4u(0xffffu);
  let candidates = (own >> vec4u(16u)) & vec4u(atomicLoad(&tile_bits));
  var left = set_of(select(vec4u(), candidates, primaries == vec4u()));
  var near = vec2u();
  while (any(left != vec2u())) {
    let item = next(left, centre.x);
    left ^= item.bits;
    var bits = 0u;
    for (var t = h2; t < h1; t++) {
      let step = steps[15u * item.k + t];
      bits |= tile[item.centre + step] | tile[item.centre - step];
    }
    if (((bits >> item.k) & 1u) == 1u) {
      near |= item.bits;
    }
  }
  let found = primaries | high_halves(near);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      lines[y * window.width + x] = found[i];
    }
  }
}
