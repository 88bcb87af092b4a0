// How many pixels of each row are there. A workgroup a row. CPU kernel: src/linear-features/kernels/count_lines.ts.
#import linear-features/shared/line_bits
#struct Part = linear-features/kernels/shared/part-words: P

@group(0) @binding(0) var<uniform> part: Part;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

var<workgroup> count: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let words = 2u * row_words();
  var own = 0u;
  for (var word = local; word < words; word += 256u) {
    own += countOneBits(pixels[group.x * words + word] & there);
  }
  if (own > 0u) {
    atomicAdd(&count, own);
  }
  workgroupBarrier();
  if (local == 0u) {
    counts[group.x] = atomicLoad(&count);
  }
}
