/**
 * log2 of a positive f64 to within 10⁻¹⁵ of itself or 1, whichever is more: far within the bound that `estimate.ts` allows,
 * and so no matter to any decision. The leading 7 bits of the mantissa choose c from a table with log2(1/c), and
 * log2(1 + r) of the rest r = m·c − 1, |r| < 2⁻⁷, is a polynomial of its series.
 */
const ENTRIES = 128;
const table = memory.data(16 * ENTRIES);

for (let i = 0; i < ENTRIES; i++) {
  const c: f64 = 1 / (1 + (<f64>i + 0.5) / ENTRIES);
  store<f64>(table + 16 * i, c);
  // ln(1/c) = 2 artanh z, z = (1 − c) / (1 + c) < 1/3.
  const z = (1 - c) / (1 + c);
  let sum: f64 = 0;
  for (let k = 41; k > 0; k -= 2) sum = sum * z * z + 1 / <f64>k;
  store<f64>(table + 16 * i + 8, (2 * z * sum) / Math.LN2);
}

export function log2(x: f64): f64 {
  const word = reinterpret<u64>(x);
  const place = table + ((<usize>(word >> 45) & 127) << 4);
  const mantissa = reinterpret<f64>((word & 0x000fffffffffffff) | 0x3ff0000000000000);
  const r = mantissa * load<f64>(place) - 1;
  const series = 1 + r * (-1.0 / 2 + r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5 + r * (-1.0 / 6 + r * (1.0 / 7))))));
  return <f64>(<i32>(word >> 52) - 1023) + load<f64>(place, 8) + r * series * Math.LOG2E;
}
