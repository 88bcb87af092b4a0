// Adds the responses of the next coarser scale, bilinearly, to those of a scale; the marks are those of both, the
// orientation that of the stronger. Words as in line_response; strengths < 2^22.
#import linear-features/shared/line_pixels

struct Size {
  width: u32,
  height: u32,
}

@group(0) @binding(0) var<uniform> window: Size;
@group(0) @binding(1) var<storage, read> coarser: array<u32>;
@group(0) @binding(2) var<storage, read_write> response: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let pixel = item(group, local);
  if (pixel >= window.width * window.height) {
    return;
  }
  let word = response[pixel];
  let x = pixel % window.width;
  let y = pixel / window.width;
  let width = (window.width + 1u) / 2u;
  let height = (window.height + 1u) / 2u;
  let near = vec2u(x / 2u, y / 2u);
  let far = vec2u(
    select(min(near.x + 1u, width - 1u), max(near.x, 1u) - 1u, (x & 1u) == 0u),
    select(min(near.y + 1u, height - 1u), max(near.y, 1u) - 1u, (y & 1u) == 0u),
  );
  let covering = coarser[near.y * width + near.x];
  let added = (9u * (covering >> 6u) + 3u * (coarser[near.y * width + far.x] >> 6u)
    + 3u * (coarser[far.y * width + near.x] >> 6u) + (coarser[far.y * width + far.x] >> 6u)) / 16u;
  let own = word >> 6u;
  let orientation = select(word, covering, added > own) & 15u;
  response[pixel] = ((own + added) << 6u) | ((word | covering) & 48u) | orientation;
}
