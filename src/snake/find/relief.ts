import type { Plane } from './plane-sums.js';

/** Share of the pixels at either end of the histogram that may be cut off. */
const TAIL = 0.0005;
/** Levels before and after the passes: whole numbers that lose nothing to speak of. */
const FINE = 4080;

/** A plane in 256 levels, noise evened out by a window of 3 × 3 (1 2 1 in either direction), twice. */
export const relief = ({ width, height, values, missing }: Plane): Uint8Array => {
  const [low, high] = range(values, missing);
  let plane = Uint16Array.from(values, (value) =>
    Math.floor((FINE * (Math.min(Math.max(value, low), high) - low)) / Math.max(1, high - low)),
  );
  for (let pass = 0; pass < 2; pass++) plane = binomial(plane, width, height);
  return Uint8Array.from(plane, (value) => value >> 4);
};

/** The values between which all but the tails lie. */
const range = (values: Plane['values'], missing: Uint8Array | undefined): readonly [number, number] => {
  const histogram = new Int32Array(65536);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (missing?.[i]) continue;
    histogram[values[i]!]!++;
    count++;
  }
  const cut = Math.floor(TAIL * count);
  const end = (from: number, step: 1 | -1): number => {
    let at = from;
    for (let passed = histogram[at]!; passed <= cut && at + step >= 0 && at + step < 65536; ) {
      at += step;
      passed += histogram[at]!;
    }
    return at;
  };
  return [end(0, 1), end(65535, -1)];
};

/** Rounded down; beyond the edges is what lies on them. */
const binomial = (values: Uint16Array, width: number, height: number): Uint16Array<ArrayBuffer> => {
  const across = new Uint16Array(values.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const before = values[x > 0 ? at - 1 : at]!;
      const after = values[x + 1 < width ? at + 1 : at]!;
      across[at] = (before + 2 * values[at]! + after) >> 2;
    }
  }
  const both = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const above = across[at >= width ? at - width : at]!;
    const below = across[at + width < values.length ? at + width : at]!;
    both[at] = (above + 2 * across[at]! + below) >> 2;
  }
  return both;
};
