// Heights and strengths at the steps of a profile across a line, between the centres of four pixels; beyond the image those of the
// nearest pixel.
// requires: window, samples, response, reach

// The pixels around a step of a profile, and the place between them in 4096ths.
struct Place {
  left: u32,
  right: u32,
  above: u32,
  below: u32,
  x: u32,
  y: u32,
}

fn place_of(point: vec4u, step: i32) -> Place {
  let aside = step - i32(reach);
  let x = i32(point.z & 4095u) + aside * (i32(point.w << 16u) >> 16u) - 2048;
  let y = i32((point.z >> 12u) & 4095u) + aside * (i32(point.w) >> 16u) - 2048;
  let cell = vec2i(i32(point.x) + (x >> 12u), i32(point.y) + (y >> 12u));
  let last = vec2i(i32(window.width), i32(window.height)) - 1;
  let near = vec2u(clamp(cell, vec2i(0), last));
  let far = vec2u(clamp(cell + 1, vec2i(0), last));
  return Place(near.x, far.x, near.y, far.y, u32(x) & 4095u, u32(y) & 4095u);
}

fn sample(i: u32) -> u32 {
  if (window.bits == 8u) {
    return (samples[i >> 2u] >> (8u * (i & 3u))) & 0xffu;
  }
  return (samples[i >> 1u] >> (16u * (i & 1u))) & 0xffffu;
}

fn height_at(point: vec4u, step: i32) -> u32 {
  let p = place_of(point, step);
  let x = p.x >> 4u;
  let y = p.y >> 4u;
  let above = p.above * window.width;
  let below = p.below * window.width;
  let top = sample(above + p.left) * (256u - x) + sample(above + p.right) * x;
  let bottom = sample(below + p.left) * (256u - x) + sample(below + p.right) * x;
  return (top * (256u - y) + bottom * y) >> 8u;
}

fn strength_at(point: vec4u, step: i32) -> u32 {
  let p = place_of(point, step);
  let x = p.x >> 6u;
  let y = p.y >> 6u;
  let above = p.above * window.width;
  let below = p.below * window.width;
  let top = ((response[above + p.left] >> 6u) * (64u - x) + (response[above + p.right] >> 6u) * x) >> 6u;
  let bottom = ((response[below + p.left] >> 6u) * (64u - x) + (response[below + p.right] >> 6u) * x) >> 6u;
  return (top * (64u - y) + bottom * y) >> 6u;
}
