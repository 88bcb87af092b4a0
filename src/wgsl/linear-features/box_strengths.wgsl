// The strengths of the pixels of boxes, row by row and one box after the other; 0 beyond the part. A box has `side` pixels on each
// side, and a pixel of the part in its middle.
#import linear-features/shared/line_pixels
#struct Part = linear-features/kernels/shared/part-words: P

@group(0) @binding(0) var<uniform> part: Part;
@group(0) @binding(1) var<storage, read> response: array<u32>;
@group(0) @binding(2) var<storage, read> middles: array<u32>;
@group(0) @binding(3) var<storage, read_write> strengths: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let at = item(group, local);
  if (at >= arrayLength(&strengths)) {
    return;
  }
  let side = part.side;
  let middle = middles[at / (side * side)];
  let cell = at % (side * side);
  // Beyond the left or upper border it is more than any width.
  let x = middle % part.width + cell % side - side / 2u;
  let y = middle / part.width + cell / side - side / 2u;
  var strength = 0u;
  if (x < part.width && y < part.height) {
    strength = response[(part.y + y) * part.stride + part.x + x] >> 6u;
  }
  strengths[at] = strength;
}
