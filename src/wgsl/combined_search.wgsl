// The rest of step 4: of the secondary maxima that pass their own check, where the pixel is no accepted primary, those
// with an accepted primary of their orientation at a distance in (h2, h1]. Windows are symmetric: pull is push.
#import line_window

@group(0) @binding(2) var<storage, read> marks: array<u32>;
@group(0) @binding(3) var<storage, read_write> lines: array<u32>;

fn mark(x: u32, y: u32) -> u32 {
  if (x >= window.width || y >= window.height) {
    return 0u;
  }
  return marks[y * window.width + x];
}

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let side = stride();
  var accepted = 0u;
  for (var y = local.y; y < side; y += ROWS) {
    for (var x = local.x; x < side; x += SIDE) {
      let word = mark(SIDE * group.x + x - window.halo, SIDE * group.y + y - window.halo);
      accepted |= word & 0xffffu;
      tile[y * side + x] = word;
    }
  }
  if (accepted != 0u) {
    atomicOr(&tile_bits, accepted);
  }
  workgroupBarrier();
  let orientations = atomicLoad(&tile_bits);
  let centre = centres(local.xy);
  let own = at(centre);
  var found = own & vec4u(0xffffu);
  let candidates = select(vec4u(), own >> vec4u(16u), found == vec4u());
  for (var k = 0u; k < window.orientations; k++) {
    let bit = vec4u(1u << k);
    if ((orientations & bit.x) == 0u || all((candidates & bit) == vec4u())) {
      continue;
    }
    var near = vec4u();
    for (var t = window.secondary + 1u; t <= window.primary; t++) {
      let step = offset(k, t);
      near |= at(centre + step) | at(centre - step);
    }
    found |= (near & candidates & bit) << vec4u(16u);
  }
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      lines[y * window.width + x] = found[i];
    }
  }
}
