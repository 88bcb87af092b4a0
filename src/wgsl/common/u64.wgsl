// Whole numbers of 64 bits as vec2u(low, high), modulo 2⁶⁴.

fn add64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + u32(low < a.x));
}

fn sub64(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

fn negate64(a: vec2u) -> vec2u {
  return sub64(vec2u(0), a);
}

// Unsigned.
fn less64(a: vec2u, b: vec2u) -> bool {
  return select(a.x < b.x, a.y < b.y, a.y != b.y);
}

// Of a two's complement number.
fn isNegative64(a: vec2u) -> bool {
  return (a.y & 0x80000000u) != 0u;
}

// 0 ≤ by < 32.
fn shiftLeft64(a: vec2u, by: u32) -> vec2u {
  // Two shifts, because a shift by 32 is not defined.
  return vec2u(a.x << by, (a.y << by) | ((a.x >> 1u) >> (31u - by)));
}

// The whole product, by halves of 16 bits.
fn multiply32(a: u32, b: u32) -> vec2u {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  // Both below 2³²: a product is at most (2¹⁶ − 1)².
  let one = ah * bl + ((al * bl) >> 16u);
  let other = al * bh + (one & 0xffffu);
  return vec2u(a * b, ah * bh + (one >> 16u) + (other >> 16u));
}

// Modulo 2⁶⁴.
fn multiply64by32(a: vec2u, b: u32) -> vec2u {
  let product = multiply32(a.x, b);
  return vec2u(product.x, product.y + a.y * b);
}
