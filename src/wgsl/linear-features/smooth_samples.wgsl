// Binomial 5 x 5 (1 4 6 4 1, sum 256) of the samples inside, as 16-bit samples, two per word.
#import linear-features/shared/line_window
#import linear-features/shared/line_pixels

@group(0) @binding(2) var<storage, read_write> smoothed: array<u32>;

// The sum is below 2^24, and the gain at most 8 bits.
fn smooth_at(pixel: u32) -> u32 {
  let x = pixel % window.width;
  let y = pixel / window.width;
  if (pixel >= window.width * window.height || sample(x, y) == 0u) {
    return 0u;
  }
  let taps = array(1u, 4u, 6u, 4u, 1u);
  var sum = 0u;
  var weights = 0u;
  for (var j = 0u; j < 5u; j++) {
    for (var i = 0u; i < 5u; i++) {
      let value = sample(x + i - 2u, y + j - 2u);
      let weight = select(taps[i] * taps[j], 0u, value == 0u);
      sum += weight * value;
      weights += weight;
    }
  }
  return clamp((sum << window.shift) / weights, 1u, 65535u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let word = item(group, local);
  if (2u * word < window.width * window.height) {
    smoothed[word] = smooth_at(2u * word) | (smooth_at(2u * word + 1u) << 16u);
  }
}
