// A part of a response, whose pixels are counted row by row.
// requires: samples
#constants linear-features/kernels/shared/part-words: MARKS
#struct Part = linear-features/kernels/shared/part-words: P

@group(0) @binding(0) var<uniform> part: Part;

// The pixel of the whole response behind the part's pixel.
fn pixel_of(own: u32) -> u32 {
  return (part.y + own / part.width) * part.stride + part.x + own % part.width;
}

fn has_sample(pixel: u32) -> bool {
  if (part.bits == 8u) {
    return ((samples[pixel >> 2u] >> (8u * (pixel & 3u))) & 0xffu) != 0u;
  }
  return ((samples[pixel >> 1u] >> (16u * (pixel & 1u))) & 0xffffu) != 0u;
}
