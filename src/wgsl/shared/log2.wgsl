#import u64
// The logarithm of src/snake/log2.ts: 44 fraction bits, the same bits everywhere.

const log2One: u32 = 1u << 12u;

// The mantissa under way, 1.0 = 2⁶², and the logarithm of what it has been multiplied by; in the end what it lacks to 2.0.
var<private> mantissa: vec2u;
var<private> factorLog: vec2u;
var<private> lack: u32;

fn keepFactor(product: vec2u, log: vec2u) {
  if (product.y < 0x80000000u || (product.y == 0x80000000u && product.x == 0u)) {
    mantissa = product;
    factorLog = add64(factorLog, log);
  }
}

// Multiplies by 1 + 2⁻ᵏ where that stays at most 2.0; `log` is round(2⁴⁴·log2(1 + 2⁻ᵏ)). 1 ≤ k < 32.
fn tryFactor(k: u32, log: vec2u) {
  let m = mantissa;
  keepFactor(add64(m, vec2u((m.x >> k) | (m.y << (32u - k)), m.y >> k)), log);
}

// The same for 32 < k < 45: ⌊m / 2ᵏ⌋ = 2⁶³⁻ᵏ − ⌈lack / 2ᵏ⌉, where the last term is 1 unless nothing lacks.
fn tryTail(k: u32, log: u32) {
  let part = (1u << (63u - k)) - 1u;
  if (lack >= part && lack > 0u) {
    lack -= part;
    factorLog = add64(factorLog, vec2u(log, 0u));
  }
}

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
  mantissa = vec2u((next >> 1u) | (top << 31u), top >> 1u);
  factorLog = vec2u(0u);
  // Line by line, as a loop would look its table up in memory.
  tryFactor(1u, vec2u(27500477u, 2396u));
  tryFactor(2u, vec2u(2652042055u, 1318u));
  tryFactor(3u, vec2u(55000955u, 696u));
  tryFactor(4u, vec2u(1064283281u, 358u));
  tryFactor(5u, vec2u(3600526456u, 181u));
  tryFactor(6u, vec2u(2656704267u, 91u));
  tryFactor(7u, vec2u(4238437854u, 45u));
  tryFactor(8u, vec2u(163868027u, 23u));
  tryFactor(9u, vec2u(2277638021u, 11u));
  tryFactor(10u, vec2u(3298381265u, 5u));
  tryFactor(11u, vec2u(3799696879u, 2u));
  tryFactor(12u, vec2u(1900604458u, 1u));
  tryFactor(13u, vec2u(3097974928u, 0u));
  tryFactor(14u, vec2u(1549034732u, 0u));
  tryFactor(15u, vec2u(774529184u, 0u));
  tryFactor(16u, vec2u(387267547u, 0u));
  tryFactor(17u, vec2u(193634512u, 0u));
  tryFactor(18u, vec2u(96817441u, 0u));
  tryFactor(19u, vec2u(48408766u, 0u));
  tryFactor(20u, vec2u(24204395u, 0u));
  tryFactor(21u, vec2u(12102200u, 0u));
  tryFactor(22u, vec2u(6051101u, 0u));
  tryFactor(23u, vec2u(3025551u, 0u));
  tryFactor(24u, vec2u(1512775u, 0u));
  tryFactor(25u, vec2u(756388u, 0u));
  tryFactor(26u, vec2u(378194u, 0u));
  tryFactor(27u, vec2u(189097u, 0u));
  tryFactor(28u, vec2u(94548u, 0u));
  tryFactor(29u, vec2u(47274u, 0u));
  tryFactor(30u, vec2u(23637u, 0u));
  tryFactor(31u, vec2u(11819u, 0u));
  keepFactor(add64(mantissa, vec2u(mantissa.y, 0u)), vec2u(5909u, 0u));
  // From here 2⁶³ − m < 2³².
  lack = 0u - mantissa.x;
  tryTail(33u, 2955u);
  tryTail(34u, 1477u);
  tryTail(35u, 739u);
  tryTail(36u, 369u);
  tryTail(37u, 185u);
  tryTail(38u, 92u);
  tryTail(39u, 46u);
  tryTail(40u, 23u);
  tryTail(41u, 12u);
  tryTail(42u, 6u);
  tryTail(43u, 3u);
  tryTail(44u, 1u);
  return sub64(vec2u(0u, (exponent + 1u) * log2One), factorLog);
}

fn log2Long(value: vec2u) -> vec2u {
  return log2Wide(vec4u(value, 0u, 0u));
}
