#import snake/shared/state/layout
#import snake/shared/sums/scan
// The blocks before each block of a row. CPU kernel: src/snake/kernels/scan_block_sums.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;

const crew = 64u;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let blocks = (geometry.entries + BLOCK_COLUMNS - 1u) / BLOCK_COLUMNS;
  let line = group.y * geometry.rows + group.x;
  var carry = vec3u(0u);
  for (var first = 0u; first < blocks; first += crew) {
    let at = (line * blocks + first + lane) * 3u;
    let held = first + lane < blocks;
    var own = vec3u(0u);
    if (held) {
      own = vec3u(block_sums[at], block_sums[at + 1u], block_sums[at + 2u]);
    }
    let before = addSums(carry, scanBelow(lane, own));
    if (held) {
      block_sums[at] = before.x;
      block_sums[at + 1u] = before.y;
      block_sums[at + 2u] = before.z;
    }
    carry = addSums(carry, scanTotal);
  }
}
