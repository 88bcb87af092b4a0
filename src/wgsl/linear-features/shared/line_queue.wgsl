// A thread's pixels and orientations that need a closer look, taken one by one: each thread then has its own next one
// to do, where a loop over all of them would wait, for each, for the few threads that have it.
#import linear-features/shared/line_tile

var<workgroup> steps: array<u32, 240>; // [15 k + t]: the offset of step t + 1; orientations differ between threads

// Bit 16 i + k of x for the pixels i = 0 and 1, of y for 2 and 3.
struct Item {
  bits: vec2u, // its bit alone
  centre: u32, // tile word of the pixel
  k: u32,
}

fn load_steps(thread: u32) {
  if (thread < 240u) {
    steps[thread] = offset(thread / 15u, thread % 15u + 1u);
  }
}

// The first of a set that is not empty.
fn next(items: vec2u, first: u32) -> Item {
  let low = items.x != 0u;
  let word = select(items.y, items.x, low);
  let bit = word & (~word + 1u);
  let index = countTrailingZeros(word);
  let pixel = select(2u, 0u, low) + (index >> 4u);
  return Item(select(vec2u(0u, bit), vec2u(bit, 0u), low), first + pixel * (ROWS * stride), index & 15u);
}

// The low halves of four words as a set.
fn set_of(words: vec4u) -> vec2u {
  return (words.xz & vec2u(0xffffu)) | (words.yw << vec2u(16u));
}

// A set as the high halves of four words.
fn high_halves(items: vec2u) -> vec4u {
  return vec4u(items.x << 16u, items.x & 0xffff0000u, items.y << 16u, items.y & 0xffff0000u);
}
