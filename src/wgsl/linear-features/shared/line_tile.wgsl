// Directional windows over a staged tile of 32 x 32 pixels with its halo.
#import linear-features/shared/line_window
#constants linear-features/kernels/shared/window: SIDE

override orientations: u32; // K, 1 to 16
override h1: u32; // 1 to 15
override h2: u32; // 1 to h1
override halo: u32; // of the tile, 1 to 15
// line_response: pixels of a strip on either side of its middle, 0 to 7. Firefox 153 crashes where it comes after `stride`, which is derived.
override reach: u32;

const ROWS = 8u; // rows of threads; a thread has the pixels (x, y + 8 i), i = 0..3
override stride = SIDE + 2u * halo;
override tileWords: u32 = stride * stride; // at most 62^2: 15.4 kB
var<workgroup> tile: array<u32, tileWords>;
var<workgroup> tile_bits: atomic<u32>; // what a kernel gathers over its tile, 0 at first

fn offset(k: u32, t: u32) -> u32 {
  let i = 16u * k + t - 1u;
  return u32(window.offsets[i >> 2u][i & 3u]);
}

fn load_tile(group: vec2u, local: vec2u) {
  for (var y = local.y; y < stride; y += ROWS) {
    for (var x = local.x; x < stride; x += SIDE) {
      tile[y * stride + x] = sample(SIDE * group.x + x - halo, SIDE * group.y + y - halo);
    }
  }
  workgroupBarrier();
}

// The tile words of a thread's four pixels.
fn centres(local: vec2u) -> vec4u {
  let first = (local.y + halo) * stride + local.x + halo;
  return first + vec4u(0u, 1u, 2u, 3u) * (ROWS * stride);
}

fn at(words: vec4u) -> vec4u {
  return vec4u(tile[words.x], tile[words.y], tile[words.z], tile[words.w]);
}
