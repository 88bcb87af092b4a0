/**
 * The integer logarithm that every decision of the snake rests on (multiplicative normalisation, as in Briggs and
 * CORDIC): 44 fraction bits, no multiplication, the same bits wherever it is computed. Absolute error below
 * 1.4e-12: 44 table roundings of 2⁻⁴⁵, truncated shifts, and a remaining factor under 1 + 2⁻⁴⁴.
 */
export const fractionBits = 44;

const table = makeTable();

/** `round(2⁴⁴·log2(1 + 2⁻ᵏ))` for k = 1..44, as pairs of words (low, high): the constants of `log2.wgsl`. */
export const log2Table: readonly (readonly [number, number])[] = table.map((value) => [
  Number(value & 0xffffffffn),
  Number(value >> 32n),
]);

/** log2(value) with 44 fraction bits; `1 ≤ value < 2¹²⁸`, of which the top 63 bits count. */
export function log2Q44(value: bigint): bigint {
  const exponent = bitLength(value) - 1;
  // The mantissa in [1, 2) with 62 fraction bits, truncated.
  let m = exponent >= 62 ? value >> BigInt(exponent - 62) : value << BigInt(62 - exponent);
  let y = 0n;
  for (let k = 1; k <= fractionBits; k++) {
    const t = m + (m >> BigInt(k));
    if (t <= 1n << 63n) {
      m = t;
      y += table[k - 1]!;
    }
  }
  return (BigInt(exponent + 1) << BigInt(fractionBits)) - y;
}

const bitLength = (value: bigint): number => {
  let bits = 0;
  let rest = value;
  while (rest >= 1n << 32n) {
    rest >>= 32n;
    bits += 32;
  }
  return bits + 32 - Math.clz32(Number(rest));
};

/** From the series 2·artanh(1 / (2ᵏ⁺¹ + 1)) = ln(1 + 2⁻ᵏ), with 160 fraction bits. */
function makeTable(): bigint[] {
  const one = 1n << 160n;
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
  return Array.from({ length: fractionBits }, (_, index) => {
    const ln = twiceArtanh((1n << BigInt(index + 2)) + 1n);
    return ((ln << BigInt(fractionBits)) + ln2 / 2n) / ln2;
  });
}

/** round(2⁴⁴·log2 e). */
export const log2eQ44 = 25380159564675n;
