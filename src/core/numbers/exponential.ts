/**
 * e^x by + − × ÷ alone, so that every machine gives the same bits (ECMAScript leaves `Math.exp` to the implementation).
 * `x = k·ln 2 + r` with `|r| ≤ ½ ln 2`, where fourteen terms of the series leave less than 1e-17.
 */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** Above 700 / ln 2. */
const MOST = 1022;
/** 2^k for |k| ≤ `MOST`. */
const POWERS = Float64Array.from({ length: 2 * MOST + 1 }, (_, at) => 2 ** (at - MOST));

/** eˣ for x up to 700; 0 below −700. */
export const naturalExp = (x: number): number => {
  if (x < -700) return 0;
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (sum * r) / n;
  return sum * (k <= MOST ? POWERS[k + MOST]! : 2 ** k);
};
