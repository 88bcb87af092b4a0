// A plane of samples as the line kernels take it. A sample of 0 stands for "outside": beyond the image, or missing.
struct Window {
  width: u32,
  height: u32,
  bits: u32, // of a stored sample: 8 or 16
  shift: u32, // line_response: samples are taken to 11 bits; smooth_samples: the gain of 16-bit samples
  threshold: u32, // T, in sixteenths of a sample step, below 2^20
  ratio: u32, // rho, in sixty-fourths, 0 to 64
  second_threshold: u32,
  second_ratio: u32,
  offsets: array<vec4i, 64>, // [16 k + t - 1]: words from the centre to step t of orientation k in the tile
}

@group(0) @binding(0) var<uniform> window: Window;
@group(0) @binding(1) var<storage, read> samples: array<u32>;

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
