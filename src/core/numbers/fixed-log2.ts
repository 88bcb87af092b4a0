/**
 * Logarithms to base 2 in fixed point by multiplicative normalisation (as in Briggs and CORDIC): shifts and additions
 * alone, the same bits wherever they are computed. The shaders take their tables from here.
 */

/** Fraction bits of `log2Q44`, on which every decision of the snake rests. */
export const FRACTION_BITS = 44;

/** round(2ᵇ·log2(1 + 2⁻ᵏ)) for k = 1 … `count`, b being `bits`. */
const stepsOf = (count: number, bits: number): bigint[] => {
  const one = 1n << 160n;
  // 2·artanh(1 / (2ᵏ⁺¹ + 1)) = ln(1 + 2⁻ᵏ), with 160 fraction bits.
  const twiceArtanh = (denominator: bigint): bigint => {
    const x = one / denominator;
    const square = (x * x) >> 160n;
    let sum = 0n;
    let power = x;
    for (let n = 1n; power !== 0n; n += 2n) {
      sum += power / n;
      power = (power * square) >> 160n;
    }
    return 2n * sum;
  };
  const ln2 = twiceArtanh(3n);
  return Array.from({ length: count }, (_, index) => {
    const ln = twiceArtanh((1n << BigInt(index + 2)) + 1n);
    return ((ln << BigInt(bits)) + ln2 / 2n) / ln2;
  });
};

/** The steps of `log2Q44`. */
export const log2Table: readonly bigint[] = stepsOf(FRACTION_BITS, FRACTION_BITS);

/** As `log2Table`, as doubles, each below 2⁴⁴. */
const STEPS = Float64Array.from(log2Table, Number);

/**
 * log2(value) with 44 fraction bits; `1 ≤ value < 2¹²⁸`, of which the top 63 bits count. Off by less than 1.4e-12: 44
 * table roundings of 2⁻⁴⁵, truncated shifts, and a remaining factor under 1 + 2⁻⁴⁴.
 */
export const log2Q44 = (value: bigint): bigint => {
  const exponent = bitLength(value) - 1;
  // The mantissa in [1, 2) with 62 fraction bits, truncated: high·2³¹ + low.
  const mantissa = exponent >= 62 ? value >> BigInt(exponent - 62) : value << BigInt(62 - exponent);
  let high = Number(mantissa >> 31n);
  let low = Number(mantissa & 0x7fffffffn);
  /** Below 2⁴⁶. */
  let y = 0;
  for (let k = 1; k <= FRACTION_BITS; k++) {
    // The mantissa and itself shifted by k: the bits that leave the high part enter the low one.
    const below = k <= 31 ? (low >>> k) + ((high & (0x7fffffff >>> (31 - k))) << (31 - k)) : high >>> (k - 31);
    const sum = low + below;
    const carry = sum >= 2 ** 31 ? 1 : 0;
    const nextHigh = high + (k <= 31 ? high >>> k : 0) + carry;
    const nextLow = sum - carry * 2 ** 31;
    if (nextHigh > 2 ** 32 || (nextHigh === 2 ** 32 && nextLow > 0)) continue;
    high = nextHigh;
    low = nextLow;
    y += STEPS[k - 1]!;
    // At 2⁶³ no further step applies.
    if (high === 2 ** 32) break;
  }
  return (BigInt(exponent + 1) << BigInt(FRACTION_BITS)) - BigInt(y);
};

const bitLength = (value: bigint): number => {
  let bits = 0;
  let rest = value;
  while (rest >= 1n << 32n) {
    rest >>= 32n;
    bits += 32;
  }
  return bits + 32 - Math.clz32(Number(rest));
};

/** round(2⁴⁴·log2 e). */
export const LOG2E_Q44 = 25380159564675n;

/** The steps of `log2Q12`, with 16 fraction bits. */
export const LOG_STEPS: readonly number[] = stepsOf(16, 16).map(Number);

/** log2 of an integer in [1, 2⁵³) with 12 fraction bits, off by less than 1.5e-3. */
export const log2Q12 = (value: number): number => {
  const exponent = Math.floor(value / 2 ** 32) > 0 ? 63 - Math.clz32(value / 2 ** 32) : 31 - Math.clz32(value);
  let m = Math.floor(exponent > 30 ? value / 2 ** (exponent - 30) : value * 2 ** (30 - exponent));
  let y = 0;
  for (let k = 1; k <= 16; k++) {
    const t = m + Math.floor(m / 2 ** k);
    if (t > 2 ** 31) continue;
    m = t;
    y += LOG_STEPS[k - 1]!;
  }
  return ((exponent + 1) * 65536 - y) >> 4;
};
