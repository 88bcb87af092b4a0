import type { TileWindow } from './tile.js';

/** Contrast of a pixel to the means of its two half windows: min(dA, dB) ≥ T and min ≥ ρ max, computed without a division. */
export const symmetric = (
  c: number,
  sumA: number,
  nA: number,
  sumB: number,
  nB: number,
  threshold: number,
  ratio: number,
): boolean => {
  const a = (c * nA - sumA) * nB;
  const b = (c * nB - sumB) * nA;
  const least = Math.min(a, b);
  return nA * nB > 0 && 16 * least >= threshold * nA * nB && 64 * least >= ratio * Math.max(a, b);
};

/** The check over a half length `h`, of the low 16 bits of the tile's words. */
export const checked = (
  { tile, offsets }: TileWindow,
  centre: number,
  k: number,
  h: number,
  threshold: number,
  ratio: number,
): boolean => {
  let sumA = 0;
  let sumB = 0;
  let nA = 0;
  let nB = 0;
  for (let t = 0; t < h; t++) {
    const offset = offsets[16 * k + t]!;
    const a = tile[centre + offset]! & 0xffff;
    const b = tile[centre - offset]! & 0xffff;
    sumA += a;
    sumB += b;
    if (a > 0) nA++;
    if (b > 0) nB++;
  }
  return symmetric(tile[centre]! & 0xffff, sumA, nA, sumB, nB, threshold, ratio);
};
