import { medianOf } from '../../core/numbers/median.js';
import type { ChannelPlanes } from '../../image/channels/channels.js';

/** Pixels of a block's side. */
const BLOCK = 64;

/**
 * The middle of many blocks' figures. Blocks far below the liveliest tenth are left out, so that a flat surround does
 * not count. 0 where there are none.
 */
export const livelyMedian = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const lively = (sorted[Math.floor(0.9 * sorted.length)] ?? 0) / 6;
  const counted = sorted.filter((figure) => figure >= lively);
  return counted[counted.length >> 1] ?? 0;
};

/**
 * Standard deviation of the noise in each block of a channel, in its steps: the median magnitude of the difference of
 * two Laplacians, which sees neither slopes nor, mostly, edges (Immerkær 1996, with the median for the mean).
 */
export const noiseOf = ({ width, height, planes, missing }: ChannelPlanes): number[] => {
  const plane = planes[0]!;
  const figures: number[] = [];
  const residues = new Uint32Array(BLOCK * BLOCK);
  for (let y0 = 1; y0 < height - 1; y0 += BLOCK) {
    for (let x0 = 1; x0 < width - 1; x0 += BLOCK) {
      let n = 0;
      for (let y = y0; y < Math.min(y0 + BLOCK, height - 1); y++) {
        for (let x = x0; x < Math.min(x0 + BLOCK, width - 1); x++) {
          const i = y * width + x;
          if (missing && hasHole(missing, i, width)) continue;
          const corners = plane[i - width - 1]! + plane[i - width + 1]! + plane[i + width - 1]! + plane[i + width + 1]!;
          const sides = plane[i - width]! + plane[i - 1]! + plane[i + 1]! + plane[i + width]!;
          residues[n++] = Math.abs(corners - 2 * sides + 4 * plane[i]!);
        }
      }
      if (n >= 16) figures.push(medianOf(residues.subarray(0, n)) / (6 * 0.6745));
    }
  }
  return figures;
};

const hasHole = (missing: Uint8Array, i: number, width: number): boolean => {
  for (let j = -width; j <= width; j += width) {
    if (missing[i + j - 1] === 1 || missing[i + j] === 1 || missing[i + j + 1] === 1) return true;
  }
  return false;
};
