#import snake/shared/state/layout
#import common/u64
// Adds to every entry the sums of the blocks before its own. CPU kernel: src/snake/kernels/add_sums_to_prefixes.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> block_sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;


@compute @workgroup_size(BLOCK_COLUMNS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.z * geometry.rows + group.y;
  let column = group.x * BLOCK_COLUMNS + lane;
  if (column >= geometry.entries) {
    return;
  }
  let blocks = (geometry.entries + BLOCK_COLUMNS - 1u) / BLOCK_COLUMNS;
  let from_ = (line * blocks + group.x) * 3u;
  let at = (line * geometry.entries + column) * geometry.entryWords;
  var q = vec2u(prefixes[at + 1u], 0u);
  if (geometry.entryWords == 3u) {
    q.y = prefixes[at + 2u];
  }
  q = add64(q, vec2u(block_sums[from_ + 1u], block_sums[from_ + 2u]));
  prefixes[at] += block_sums[from_];
  prefixes[at + 1u] = q.x;
  if (geometry.entryWords == 3u) {
    prefixes[at + 2u] = q.y;
  }
}
