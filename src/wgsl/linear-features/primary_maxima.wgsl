// Step 1 of MDNMS: primary maxima, over h1, one bit an orientation.
#import linear-features/shared/line_tile
#import linear-features/shared/line_maxima

@group(0) @binding(2) var<storage, read_write> primary: array<u32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  load_tile(group.xy, local.xy);
  let centre = centres(local.xy);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      primary[y * window.width + x] = maxima(centre[i], h1);
    }
  }
}
