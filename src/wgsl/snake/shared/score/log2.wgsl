#import common/u64
#constants core/numbers/fixed-log2: log2Table, LOG2E_Q44
// The logarithm of src/core/numbers/fixed-log2.ts: 44 fraction bits, the same bits everywhere.

const log2One: u32 = 1u << 12u;

// The mantissa under way, 1.0 = 2⁶², and the logarithm of what it has been multiplied by, in sums of its lower 22 bits and of those above, which
// carry nothing to each other until the end; in the end what the mantissa lacks to 2.0.
var<private> mantissa: vec2u;
var<private> factorLog: vec2u;
var<private> lack: u32;

// ⌊2³¹·log2 e⌋
const log2e31: u32 = (LOG2E_Q44.y << 19u) | (LOG2E_Q44.x >> 13u);

fn keepFactor(product: vec2u, log: vec2u) {
  // Selection instead of branches, because a compiler takes long for many branches.
  let keeps = product.y + min(product.x, 1u) <= 0x80000000u;
  mantissa = select(mantissa, product, keeps);
  factorLog += select(vec2u(0u), vec2u(log.x & 0x3fffffu, (log.x >> 22u) | (log.y << 10u)), keeps);
}

// Multiplies by 1 + 2⁻ᵏ where that stays at most 2.0; `log` is round(2⁴⁴·log2(1 + 2⁻ᵏ)). 1 ≤ k < 32.
fn tryFactor(k: u32, log: vec2u) {
  let m = mantissa;
  keepFactor(add64(m, vec2u((m.x >> k) | (m.y << (32u - k)), m.y >> k)), log);
}

// The same for 32 < k < 45: ⌊m / 2ᵏ⌋ = 2⁶³⁻ᵏ − ⌈lack / 2ᵏ⌉, where the last term is 1 unless nothing lacks. The logarithm is
// 2⁴⁴⁻ᵏ·log2 e, rounded: further terms of its series are below 2⁻²².
fn tryTail(k: u32) {
  let part = (1u << (63u - k)) - 1u;
  let fits = lack >= max(part, 1u);
  lack -= select(0u, part, fits);
  factorLog.x += select(0u, (log2e31 + (1u << (k - 14u))) >> (k - 13u), fits);
}

// log2(value), 44 fraction bits; 1 ≤ value < 2¹²⁸, of which the top 63 bits count.
fn log2Wide(value: vec4u) -> vec2u {
  let isLong = any(value.zw != vec2u(0u));
  let upper = select(vec4u(0u, 0u, value.xy), value, isLong);
  let isHigh = upper.w != 0u;
  let v = select(vec4u(0u, upper.xyz), upper, isHigh);
  var exponent = select(63u, 127u, isLong) - select(32u, 0u, isHigh);
  let zeros = countLeadingZeros(v.w);
  exponent -= zeros;
  // The mantissa, 1.0 = 2⁶²: the top 64 bits, without the last.
  let down = 31u - zeros;
  let top = (v.w << zeros) | ((v.z >> 1u) >> down);
  let next = (v.z << zeros) | ((v.y >> 1u) >> down);
  mantissa = vec2u((next >> 1u) | (top << 31u), top >> 1u);
  factorLog = vec2u(0u);
  // Line by line, so that each entry is a constant: a loop would look the table up in memory.
  tryFactor(1u, log2Table[0]);
  tryFactor(2u, log2Table[1]);
  tryFactor(3u, log2Table[2]);
  tryFactor(4u, log2Table[3]);
  tryFactor(5u, log2Table[4]);
  tryFactor(6u, log2Table[5]);
  tryFactor(7u, log2Table[6]);
  tryFactor(8u, log2Table[7]);
  tryFactor(9u, log2Table[8]);
  tryFactor(10u, log2Table[9]);
  tryFactor(11u, log2Table[10]);
  tryFactor(12u, log2Table[11]);
  tryFactor(13u, log2Table[12]);
  tryFactor(14u, log2Table[13]);
  tryFactor(15u, log2Table[14]);
  tryFactor(16u, log2Table[15]);
  tryFactor(17u, log2Table[16]);
  tryFactor(18u, log2Table[17]);
  tryFactor(19u, log2Table[18]);
  tryFactor(20u, log2Table[19]);
  tryFactor(21u, log2Table[20]);
  tryFactor(22u, log2Table[21]);
  tryFactor(23u, log2Table[22]);
  tryFactor(24u, log2Table[23]);
  tryFactor(25u, log2Table[24]);
  tryFactor(26u, log2Table[25]);
  tryFactor(27u, log2Table[26]);
  tryFactor(28u, log2Table[27]);
  tryFactor(29u, log2Table[28]);
  tryFactor(30u, log2Table[29]);
  tryFactor(31u, log2Table[30]);
  keepFactor(add64(mantissa, vec2u(mantissa.y, 0u)), log2Table[31]);
  // From here 2⁶³ − m < 2³².
  lack = 0u - mantissa.x;
  // Twice: a software adapter takes five times as long to compile a kernel where no loop ends the lines.
  for (var k = 33u; k < 45u; k += 6u) {
    tryTail(k);
    tryTail(k + 1u);
    tryTail(k + 2u);
    tryTail(k + 3u);
    tryTail(k + 4u);
    tryTail(k + 5u);
  }
  let log = add64(vec2u(factorLog.x, 0u), vec2u(factorLog.y << 22u, factorLog.y >> 10u));
  return sub64(vec2u(0u, (exponent + 1u) * log2One), log);
}

fn log2Long(value: vec2u) -> vec2u {
  return log2Wide(vec4u(value, 0u, 0u));
}
