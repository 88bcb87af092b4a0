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

fn search(centre: u32) -> u32 {
  let own = tile[centre];
  if ((own & 0xffffu) != 0u) {
    return own & 0xffffu;
  }
  var found = 0u;
  for (var left = own >> 16u; left != 0u; left &= left - 1u) {
    let k = countTrailingZeros(left);
    var near = 0u;
    for (var t = window.secondary + 1u; t <= window.primary; t++) {
      let step = offset(k, t);
      near |= tile[centre + step] | tile[centre - step];
    }
    found |= ((near >> k) & 1u) << (16u + k);
  }
  return found;
}

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let side = stride();
  for (var y = local.y; y < side; y += ROWS) {
    for (var x = local.x; x < side; x += SIDE) {
      tile[y * side + x] = mark(SIDE * group.x + x - window.halo, SIDE * group.y + y - window.halo);
    }
  }
  workgroupBarrier();
  let centre = centres(local.xy);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      lines[y * window.width + x] = search(centre[i]);
    }
  }
}
