// The pixels that are there, in the order of the part's rows. A workgroup a row. CPU kernel: src/linear-features/kernels/collect_lines.ts.
#import linear-features/shared/line_bits
#struct Part = linear-features/kernels/shared/part-words: P

@group(0) @binding(0) var<uniform> part: Part;
@group(0) @binding(1) var<storage, read> response: array<u32>;
@group(0) @binding(2) var<storage, read> pixels: array<u32>;
@group(0) @binding(3) var<storage, read> strong: array<u32>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
// Pixel of the part, and strength with bit 31 for `strong`.
@group(0) @binding(5) var<storage, read_write> skeleton: array<vec2u>;

// Of each thread: how many pixels its word and those before it have.
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let words = 2u * row_words();
  let row = group.x;
  var to = starts[row];
  for (var first = 0u; first < words; first += 256u) {
    let word = first + local;
    var bits = 0u;
    if (word < words) {
      bits = pixels[row * words + word] & there;
    }
    let own = countOneBits(bits);
    workgroupBarrier();
    sums[local] = own;
    for (var step = 1u; step < 256u; step *= 2u) {
      workgroupBarrier();
      var earlier = 0u;
      if (local >= step) {
        earlier = sums[local - step];
      }
      workgroupBarrier();
      sums[local] += earlier;
    }
    workgroupBarrier();
    var at = to + sums[local] - own;
    to += sums[255];
    for (; bits != 0u; bits &= bits - 1u) {
      let x = 16u * word + countTrailingZeros(bits) / 2u;
      let strength = response[(part.y + row) * part.stride + part.x + x] >> 6u;
      let is_strong = (strong[row * row_words() + x / TILE] >> (x % TILE)) & 1u;
      skeleton[at] = vec2u(row * part.width + x, strength | (is_strong << 31u));
      at++;
    }
  }
}
