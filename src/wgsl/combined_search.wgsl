// Step 4 on the words of `combined_maxima`: one word a pixel in, one out.
#import line_window
#import line_symmetry
#import line_search

@group(0) @binding(2) var<storage, read> marks: array<u32>;
@group(0) @binding(3) var<storage, read_write> lines: array<u32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let side = stride();
  for (var y = local.y; y < side; y += ROWS) {
    for (var x = local.x; x < side; x += SIDE) {
      let p = SIDE * group.xy + vec2u(x, y) - window.halo;
      var word = sample(p.x, p.y);
      if (word != 0u) {
        word |= marks[p.y * window.width + p.x] << 16u;
      }
      tile[y * side + x] = word;
    }
  }
  workgroupBarrier();
  let centre = centres(local.xy);
  let x = SIDE * group.x + local.x;
  for (var i = 0u; i < 4u; i++) {
    let y = SIDE * group.y + local.y + ROWS * i;
    if (x < window.width && y < window.height) {
      let p = y * window.width + x;
      lines[p] = search(centre[i], marks[p] >> 16u);
    }
  }
}
