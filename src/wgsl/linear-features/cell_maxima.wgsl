// The greatest strength of each cell of a lattice that begins at the response's corner, of the pixels of the part that have a sample.
#import linear-features/shared/line_part
#import linear-features/shared/line_pixels

@group(0) @binding(1) var<storage, read> samples: array<u32>;
@group(0) @binding(2) var<storage, read> response: array<u32>;
@group(0) @binding(3) var<storage, read_write> maxima: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let at = item(group, local);
  if (at >= arrayLength(&maxima)) {
    return;
  }
  let corner = vec2u(part.x, part.y);
  let first = corner / part.side * part.side + vec2u(at % part.columns, at / part.columns) * part.side;
  let start = max(corner, first);
  let end = min(corner + vec2u(part.width, part.height), first + part.side);
  var most = 0u;
  for (var y = start.y; y < end.y; y++) {
    for (var x = start.x; x < end.x; x++) {
      let pixel = y * part.stride + x;
      if (has_sample(pixel)) {
        most = max(most, response[pixel] >> 6u);
      }
    }
  }
  maxima[at] = most;
}
