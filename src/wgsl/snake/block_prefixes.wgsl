#import snake/shared/state/layout
#import snake/shared/sums/scan
// Dense prefixes within blocks of a row. CPU kernel: src/snake/kernels/block_prefixes.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;
@group(0) @binding(3) var<storage, read_write> block_sums: array<u32>;

const crew = BLOCK_COLUMNS;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.z * geometry.rows + group.y;
  let column = group.x * crew + lane;
  var z = 0u;
  if (column < geometry.width) {
    let shift = select(2u, 1u, geometry.bits == 16u);
    let word = samples[line * geometry.rowWords + (column >> shift)];
    z = extractBits(word, (column & ((1u << shift) - 1u)) * geometry.bits, geometry.bits);
  }
  let before = scanBelow(lane, vec3u(z, z * z, 0u));
  if (column < geometry.entries) {
    let at = (line * geometry.entries + column) * geometry.entryWords;
    prefixes[at] = before.x;
    prefixes[at + 1u] = before.y;
    if (geometry.entryWords == 3u) {
      prefixes[at + 2u] = before.z;
    }
  }
  if (lane == 0u) {
    let blocks = (geometry.entries + crew - 1u) / crew;
    let at = (line * blocks + group.x) * 3u;
    block_sums[at] = scanTotal.x;
    block_sums[at + 1u] = scanTotal.y;
    block_sums[at + 2u] = scanTotal.z;
  }
}
