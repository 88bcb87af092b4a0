#import u64
// The logarithm of src/snake/log2.ts: 44 fraction bits, the same bits everywhere.

// round(2⁴⁴·log2(1 + 2⁻ᵏ)) for k = 1..32, (low, high) …
const log2Table = array<vec2u, 32>(
  vec2u(27500477u, 2396u), vec2u(2652042055u, 1318u), vec2u(55000955u, 696u), vec2u(1064283281u, 358u),
  vec2u(3600526456u, 181u), vec2u(2656704267u, 91u), vec2u(4238437854u, 45u), vec2u(163868027u, 23u),
  vec2u(2277638021u, 11u), vec2u(3298381265u, 5u), vec2u(3799696879u, 2u), vec2u(1900604458u, 1u),
  vec2u(3097974928u, 0u), vec2u(1549034732u, 0u), vec2u(774529184u, 0u), vec2u(387267547u, 0u),
  vec2u(193634512u, 0u), vec2u(96817441u, 0u), vec2u(48408766u, 0u), vec2u(24204395u, 0u),
  vec2u(12102200u, 0u), vec2u(6051101u, 0u), vec2u(3025551u, 0u), vec2u(1512775u, 0u),
  vec2u(756388u, 0u), vec2u(378194u, 0u), vec2u(189097u, 0u), vec2u(94548u, 0u),
  vec2u(47274u, 0u), vec2u(23637u, 0u), vec2u(11819u, 0u), vec2u(5909u, 0u),
);
// … and for k = 33..44.
const log2Tail = array<u32, 12>(2955u, 1477u, 739u, 369u, 185u, 92u, 46u, 23u, 12u, 6u, 3u, 1u);

const log2One: u32 = 1u << 12u;

// log2(value), 44 fraction bits; 1 ≤ value < 2¹²⁸, of which the top 63 bits count.
fn log2Wide(value: vec4u) -> vec2u {
  var v = value;
  var exponent = 127u;
  if (v.w == 0u && v.z == 0u) {
    v = vec4u(0u, 0u, v.xy);
    exponent = 63u;
  }
  if (v.w == 0u) {
    v = vec4u(0u, v.xyz);
    exponent -= 32u;
  }
  let zeros = countLeadingZeros(v.w);
  exponent -= zeros;
  // The mantissa, 1.0 = 2⁶²: the top 64 bits, without the last.
  let down = 31u - zeros;
  let top = (v.w << zeros) | ((v.z >> 1u) >> down);
  let next = (v.z << zeros) | ((v.y >> 1u) >> down);
  var m = vec2u((next >> 1u) | (top << 31u), top >> 1u);
  var y = vec2u(0u);
  for (var k = 1u; k < 32u; k++) {
    let t = add64(m, vec2u((m.x >> k) | (m.y << (32u - k)), m.y >> k));
    if (t.y < 0x80000000u || (t.y == 0x80000000u && t.x == 0u)) {
      m = t;
      y = add64(y, log2Table[k - 1u]);
    }
  }
  let t = add64(m, vec2u(m.y, 0u));
  if (t.y < 0x80000000u || (t.y == 0x80000000u && t.x == 0u)) {
    m = t;
    y = add64(y, log2Table[31]);
  }
  // From here r = 2⁶³ − m < 2³², so ⌊m / 2ᵏ⌋ = 2⁶³⁻ᵏ − ⌈r / 2ᵏ⌉, where the last term is 1 unless r = 0.
  var r = 0u - m.x;
  var tail = 0u;
  for (var k = 33u; k < 45u; k++) {
    let part = (1u << (63u - k)) - 1u;
    if (r >= part && r > 0u) {
      r -= part;
      tail += log2Tail[k - 33u];
    }
  }
  return sub64(vec2u(0u, (exponent + 1u) * log2One), add64(y, vec2u(tail, 0u)));
}

fn log2Long(value: vec2u) -> vec2u {
  return log2Wide(vec4u(value, 0u, 0u));
}
