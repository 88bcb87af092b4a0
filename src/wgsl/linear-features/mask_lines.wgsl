// The pixels of a part of a response with a mark, a sample and the strength `low`, each there and waiting, and which of them have the
// strength `high`. A workgroup a tile. CPU kernel: src/linear-features/kernels/mask_lines.ts.
#import linear-features/shared/line_part
#import linear-features/shared/line_bits
#constants linear-features/kernels/shared/thinning-words: Thinning

@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
@group(0) @binding(3) var<storage, read_write> pixels: array<u32>;
@group(0) @binding(4) var<storage, read_write> strong: array<u32>;
@group(0) @binding(5) var<storage, read_write> thinning: array<atomic<u32>>;

// Of each row of the tile: which pixels pass either threshold.
var<workgroup> low_rows: array<atomic<u32>, TILE>;
var<workgroup> high_rows: array<atomic<u32>, TILE>;
var<workgroup> count: atomic<u32>;
var<workgroup> most: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let x = group.x * TILE + local % TILE;
  for (var row = local / TILE; row < TILE; row += 256u / TILE) {
    let y = group.y * TILE + row;
    if (x >= part.width || y >= part.height) {
      continue;
    }
    let pixel = (part.y + y) * part.stride + part.x + x;
    let word = response[pixel];
    let strength = word >> 6u;
    if ((word & MARKS) == 0u || strength < part.low || !has_sample(pixel)) {
      continue;
    }
    atomicOr(&low_rows[row], 1u << (local % TILE));
    if (strength >= part.high) {
      atomicOr(&high_rows[row], 1u << (local % TILE));
    }
    atomicAdd(&count, 1u);
    atomicMax(&most, strength);
  }
  workgroupBarrier();
  let y = group.y * TILE + local;
  if (local < TILE && y < part.height) {
    let at = y * row_words() + group.x;
    let bits = atomicLoad(&low_rows[local]);
    pixels[2u * at] = spread(bits & 0xffffu) * 3u;
    pixels[2u * at + 1u] = spread(bits >> 16u) * 3u;
    strong[at] = atomicLoad(&high_rows[local]);
  }
  if (local == 0u && atomicLoad(&count) > 0u) {
    atomicAdd(&thinning[Thinning_found], atomicLoad(&count));
    atomicAdd(&thinning[Thinning_waiting], atomicLoad(&count));
    atomicMax(&thinning[Thinning_most], atomicLoad(&most));
  }
}
