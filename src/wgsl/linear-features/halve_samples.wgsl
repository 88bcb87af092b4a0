// The next coarser scale: rounded means of 2 x 2 samples inside, 16 bits, two per word.
#import linear-features/shared/line_window
#import linear-features/shared/line_pixels

@group(0) @binding(2) var<storage, read_write> halved: array<u32>;

fn mean_at(pixel: u32, width: u32, height: u32) -> u32 {
  let x = 2u * (pixel % width);
  let y = 2u * (pixel / width);
  let four = vec4u(sample(x, y), sample(x + 1u, y), sample(x, y + 1u), sample(x + 1u, y + 1u));
  let n = dot(min(four, vec4u(1u)), vec4u(1u));
  if (pixel >= width * height || n == 0u) {
    return 0u;
  }
  return (dot(four, vec4u(1u)) + n / 2u) / n;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let width = (window.width + 1u) / 2u;
  let height = (window.height + 1u) / 2u;
  let word = item(group, local);
  if (2u * word < width * height) {
    halved[word] = mean_at(2u * word, width, height) | (mean_at(2u * word + 1u, width, height) << 16u);
  }
}
