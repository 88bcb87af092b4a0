// The upper median of the strengths of every other pixel, in every other row, of each block, a workgroup a block. Pixels without a
// sample do not count.
#import linear-features/shared/line_part
#constants linear-features/kernels/shared/part-words: BLOCK, NO_MEDIAN

@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
@group(0) @binding(3) var<storage, read_write> medians: array<u32>;

const half_block = BLOCK / 2u;
const per_thread = half_block * half_block / 256u;
// Bits of a strength.
const bits = 26u;

var<workgroup> count: atomic<u32>;
// How many strengths lie below the value that is tried, for each bit.
var<workgroup> below: array<atomic<u32>, bits>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  var strengths: array<u32, per_thread>;
  var own = 0u;
  for (var i = 0u; i < per_thread; i++) {
    let k = i * 256u + local;
    let x = group.x * BLOCK + 2u * (k % half_block);
    let y = group.y * BLOCK + 2u * (k / half_block);
    if (x < part.width && y < part.height) {
      let pixel = (part.y + y) * part.stride + part.x + x;
      if (has_sample(pixel)) {
        strengths[own] = response[pixel] >> 6u;
        own++;
      }
    }
  }
  atomicAdd(&count, own);
  workgroupBarrier();
  let rank = atomicLoad(&count) / 2u;
  // The greatest value below which there are not more than `rank`.
  var median = 0u;
  for (var bit = bits; bit > 0u; bit--) {
    let tried = median | (1u << (bit - 1u));
    var less = 0u;
    for (var i = 0u; i < own; i++) {
      less += u32(strengths[i] < tried);
    }
    atomicAdd(&below[bit - 1u], less);
    workgroupBarrier();
    median = select(median, tried, atomicLoad(&below[bit - 1u]) <= rank);
  }
  if (local == 0u) {
    medians[group.y * groups.x + group.x] = select(median, NO_MEDIAN, atomicLoad(&count) == 0u);
  }
}
