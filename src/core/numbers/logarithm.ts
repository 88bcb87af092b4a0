/**
 * Natural logarithm by + − × ÷ alone, so that every machine gives the same bits (ECMAScript leaves `Math.log` to the
 * implementation). `x = m·2^e` with `√½ < m ≤ √2`, `s = (m − 1)/(m + 1)`, `ln m = 2 (s + s³/3 + s⁵/5 + …)`; with
 * `|s| < 0.172` the twelve terms leave less than 1e-18.
 */
const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const high = littleEndian ? 1 : 0;

/** ln 2 as a sum whose first part has 21 trailing zero bits: `e·LN2_HIGH` is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** 1, 1/3, 1/5, …, 1/23. */
const TERMS = Float64Array.from({ length: 12 }, (_, term) => 1 / (2 * term + 1));

/** The smallest positive normal number. */
const LEAST_NORMAL = 2 ** -1022;

/** The logarithm of zero, negative numbers, NaN, Infinity and subnormal numbers. */
const logOfOther = (x: number): number => {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!(x > 0)) return Number.NaN;
  return x === Number.POSITIVE_INFINITY ? x : naturalLog(x * 2 ** 54) - 54 * Math.LN2;
};

/** The natural logarithm. As `Math.log` where the result is NaN or infinite. */
export const naturalLog = (x: number): number => {
  if (!(x >= LEAST_NORMAL && x <= Number.MAX_VALUE)) return logOfOther(x);
  double[0] = x;
  let e = (words[high]! >>> 20) - 1023;
  words[high] = (words[high]! & 0xfffff) | 0x3ff00000;
  let m = double[0];
  if (m > Math.SQRT2) {
    m /= 2;
    e++;
  }
  const s = (m - 1) / (m + 1);
  const t = s * s;
  let sum = 0;
  for (let term = TERMS.length - 1; term >= 0; term--) sum = sum * t + TERMS[term]!;
  return e * LN2_HIGH + (2 * s * sum + e * LN2_LOW);
};
