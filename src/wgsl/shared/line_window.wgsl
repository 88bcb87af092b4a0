// Directional windows over a staged tile. A sample of 0 stands for "outside": beyond the image, or missing.
struct Window {
  width: u32,
  height: u32,
  bits: u32, // of a stored sample: 8 or 16
  orientations: u32, // K, 1 to 16
  primary: u32, // h1, 1 to 15
  secondary: u32, // h2, 1 to h1
  halo: u32, // of the tile, 1 to 15
  threshold: u32, // T, in sixteenths of a sample step, below 2^20
  ratio: u32, // rho, in sixty-fourths, 0 to 64
  second_threshold: u32,
  second_ratio: u32,
  shift: u32, // line_response: samples are taken to 11 bits; smooth_samples: the gain of 16-bit samples
  offsets: array<vec4i, 64>, // [16 k + t - 1]: words from the centre to step t of orientation k in the tile
}

@group(0) @binding(0) var<uniform> window: Window;
@group(0) @binding(1) var<storage, read> samples: array<u32>;

const SIDE = 32u;
const ROWS = 8u; // rows of threads; a thread has the pixels (x, y + 8 i), i = 0..3
var<workgroup> tile: array<u32, 3844>; // (32 + 2 * 15)^2: 15.4 kB
var<workgroup> tile_bits: atomic<u32>; // what the kernel gathers over its tile, 0 at first

fn stride() -> u32 {
  return SIDE + 2u * window.halo;
}

fn offset(k: u32, t: u32) -> u32 {
  let i = 16u * k + t - 1u;
  return u32(window.offsets[i >> 2u][i & 3u]);
}

fn sample(x: u32, y: u32) -> u32 {
  if (x >= window.width || y >= window.height) {
    return 0u;
  }
  let i = y * window.width + x;
  if (window.bits == 8u) {
    return (samples[i >> 2u] >> (8u * (i & 3u))) & 0xffu;
  }
  return (samples[i >> 1u] >> (16u * (i & 1u))) & 0xffffu;
}

fn load_tile(group: vec2u, local: vec2u) {
  let side = stride();
  for (var y = local.y; y < side; y += ROWS) {
    for (var x = local.x; x < side; x += SIDE) {
      tile[y * side + x] = sample(SIDE * group.x + x - window.halo, SIDE * group.y + y - window.halo);
    }
  }
  workgroupBarrier();
}

// The tile words of a thread's four pixels.
fn centres(local: vec2u) -> vec4u {
  let side = stride();
  let first = (local.y + window.halo) * side + local.x + window.halo;
  return first + vec4u(0u, 1u, 2u, 3u) * (ROWS * side);
}

fn at(words: vec4u) -> vec4u {
  return vec4u(tile[words.x], tile[words.y], tile[words.z], tile[words.w]);
}
