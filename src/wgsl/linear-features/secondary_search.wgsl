// Step 4 of MDNMS: secondary maxima in the windows of accepted primaries, with their own symmetry check.
#import linear-features/shared/line_tile
#import linear-features/shared/line_symmetry
#import linear-features/shared/line_search

@group(0) @binding(2) var<storage, read> accepted: array<u32>;
@group(0) @binding(3) var<storage, read> secondary: array<u32>;
@group(0) @binding(4) var<storage, read_write> lines: array<u32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var y = local.y; y < stride; y += ROWS) {
    for (var x = local.x; x < stride; x += SIDE) {
      let p = SIDE * group.xy + vec2u(x, y) - halo;
      var word = sample(p.x, p.y);
      if (word != 0u) {
        word |= accepted[p.y * window.width + p.x] << 16u;
      }
      tile[y * stride + x] = word;
    }
  }
  workgroupBarrier();
  let centre = centres(local.xy);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      let p = y * window.width + x;
      lines[p] = search(centre[i], secondary[p]);
    }
  }
}
