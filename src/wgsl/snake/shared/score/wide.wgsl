#import common/u64
// Whole numbers of 128 bits as vec4u, lowest word first, modulo 2¹²⁸; signed ones are two's complement.

fn add128(a: vec4u, b: vec4u) -> vec4u {
  let low = add64(a.xy, b.xy);
  let carry = u32(less64(low, a.xy));
  return vec4u(low, add64(add64(a.zw, b.zw), vec2u(carry, 0u)));
}

fn sub128(a: vec4u, b: vec4u) -> vec4u {
  let borrow = u32(less64(a.xy, b.xy));
  return vec4u(sub64(a.xy, b.xy), sub64(sub64(a.zw, b.zw), vec2u(borrow, 0u)));
}

fn negate128(a: vec4u) -> vec4u {
  return sub128(vec4u(0), a);
}

fn isNegative128(a: vec4u) -> bool {
  return (a.w & 0x80000000u) != 0u;
}

// Unsigned.
fn lessUnsigned128(a: vec4u, b: vec4u) -> bool {
  return select(less64(a.xy, b.xy), less64(a.zw, b.zw), any(a.zw != b.zw));
}

fn lessSigned128(a: vec4u, b: vec4u) -> bool {
  let flip = vec4u(0u, 0u, 0u, 0x80000000u);
  return lessUnsigned128(a ^ flip, b ^ flip);
}

fn extend64(a: vec2u) -> vec4u {
  return vec4u(a, 0u, 0u);
}

// The whole product.
fn multiply64to96(a: vec2u, b: u32) -> vec3u {
  let low = multiply32(a.x, b);
  return vec3u(low.x, add64(multiply32(a.y, b), vec2u(low.y, 0u)));
}

// The whole product of two unsigned numbers; half the work for an `a` that fits 32 bits, as a number of pixels mostly does.
fn multiply64(a: vec2u, b: vec2u) -> vec4u {
  var product = vec4u(multiply64to96(b, a.x), 0u);
  if (a.y != 0u) {
    let more = multiply64to96(b, a.y);
    let middle = add64(product.yz, more.xy);
    product = vec4u(product.x, middle, more.z + u32(less64(middle, more.xy)));
  }
  return product;
}

// a a number of pixels, b signed.
fn multiplySigned64(a: vec2u, b: vec2u) -> vec4u {
  let negative = isNegative64(b);
  let product = multiply64(a, select(b, negate64(b), negative));
  return select(product, negate128(product), negative);
}

fn twelveTimes(a: vec4u) -> vec4u {
  return add128(shiftLeft128(a, 2u), shiftLeft128(a, 3u));
}

// Modulo 2¹²⁸; right for two's complement a too.
fn multiply128by32(a: vec4u, b: u32) -> vec4u {
  let low = multiply64to96(a.xy, b);
  return vec4u(low.xy, add64(multiply64by32(a.zw, b), vec2u(low.z, 0u)));
}

// Towards minus infinity; 1 ≤ by < 32.
fn shiftRightSigned128(a: vec4u, by: u32) -> vec4u {
  let up = 32u - by;
  return vec4u(
    (a.x >> by) | (a.y << up),
    (a.y >> by) | (a.z << up),
    (a.z >> by) | (a.w << up),
    bitcast<u32>(bitcast<i32>(a.w) >> by),
  );
}

// 0 ≤ by < 32.
fn shiftLeft128(a: vec4u, by: u32) -> vec4u {
  let down = 31u - by;
  return vec4u(
    a.x << by,
    (a.y << by) | ((a.x >> 1u) >> down),
    (a.z << by) | ((a.y >> 1u) >> down),
    (a.w << by) | ((a.z >> 1u) >> down),
  );
}
