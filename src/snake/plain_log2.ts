const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** Terms of the series: the rest is below 2⁻⁵². */
const TERMS = 17;

/**
 * log2 of a number above 0 (no subnormal) by + − × ÷ alone, which round alike everywhere, as `Math.log2` need not; within a few
 * units of the last place of 1.
 */
export const log2 = (value: number): number => {
  double[0] = value;
  const exponent = (words[1]! >>> 20) - 1023;
  words[1] = (words[1]! & 0xfffff) | 0x3ff00000;
  const mantissa = double[0];
  // ln m = 2·artanh((m − 1) / (m + 1)), at most 2·artanh(1/3).
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let k = TERMS; k >= 0; k--) sum = sum * square + 1 / (2 * k + 1);
  return exponent + (2 * ratio * sum) / Math.LN2;
};
