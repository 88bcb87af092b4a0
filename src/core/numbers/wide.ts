/**
 * Whole numbers wider than 32 bits in arrays of words, the lowest first, as the shaders hold them
 * (`wgsl/common/u64.wgsl`, `wgsl/snake/shared/score/wide.wgsl`). Negative numbers are in two's complement.
 */

const TWO32 = 2 ** 32;

/** Stores low + 2³²·high modulo 2⁶⁴ at a pair of words; both are whole and below 2⁵² in magnitude. */
export const store64 = (words: Uint32Array, at: number, low: number, high = 0): void => {
  const carry = Math.floor(low / TWO32);
  words[at] = low - carry * TWO32;
  words[at + 1] = high + carry;
};

/** Adds a whole number of at most 2⁵³ in magnitude to the pair of words at `at`, modulo 2⁶⁴. */
export const addTo64 = (words: Uint32Array, at: number, value: number): void => {
  const high = Math.floor(value / TWO32);
  const low = words[at]! + (value - high * TWO32);
  words[at] = low;
  words[at + 1] = words[at + 1]! + high + (low >= TWO32 ? 1 : 0);
};

/** The pair of words at `at` as a double, rounded to nearest. */
export const double64 = (words: Uint32Array, at: number): number => words[at]! + words[at + 1]! * TWO32;

/** The unsigned number in `count` words at `at`. */
export const readWide = (words: Uint32Array, at: number, count: number): bigint => {
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[at + i]!);
  return value;
};

/** The two's-complement number in `count` words at `at`. */
export const readSigned = (words: Uint32Array, at: number, count: number): bigint =>
  BigInt.asIntN(32 * count, readWide(words, at, count));

/** Writes a number to `count` words at `at`, modulo 2³²ᶜᵒᵘⁿᵗ. */
export const writeWide = (words: Uint32Array, at: number, count: number, value: bigint): void => {
  let rest = BigInt.asUintN(32 * count, value);
  for (let i = 0; i < count; i++) {
    words[at + i] = Number(rest & 0xffffffffn);
    rest >>= 32n;
  }
};
