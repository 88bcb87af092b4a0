import { medianOf } from '../../core/numbers/median.js';
import type { ChannelPlanes } from '../../image/channels/channels.js';

/** Pixels of a block's side. */
const BLOCK = 64;

/**
 * The median of the figures of blocks. Blocks far below the highest tenth are left out, so that flat surroundings do
 * not count. 0 where there are none.
 */
export const livelyMedian = (figures: ArrayLike<number>): number => {
  const sorted = Float64Array.from(figures).sort();
  const lively = (sorted[Math.floor(0.9 * sorted.length)] ?? 0) / 6;
  const counted = sorted.subarray(
    Math.max(
      0,
      sorted.findIndex((figure) => figure >= lively),
    ),
  );
  return counted[counted.length >> 1] ?? 0;
};

/**
 * Standard deviation of the noise in each block of a channel, in its steps: the median magnitude of the difference of
 * two Laplacians, which does not respond to slopes and hardly to edges (Immerkær 1996, with the median for the mean).
 */
export const noiseOf = ({ width, height, planes, missing }: ChannelPlanes): number[] => {
  const plane = planes[0]!;
  const figures: number[] = [];
  const residues = new Uint32Array(BLOCK * BLOCK);
  for (let y0 = 1; y0 < height - 1; y0 += BLOCK) {
    for (let x0 = 1; x0 < width - 1; x0 += BLOCK) {
      let n = 0;
      const last = Math.min(x0 + BLOCK, width - 1);
      for (let y = y0; y < Math.min(y0 + BLOCK, height - 1); y++) {
        const row = y * width;
        // For the previous and for this column: the sum of the pixels above and below, less twice the pixel between them.
        let before = columnOf(plane, row + x0 - 1, width);
        let own = columnOf(plane, row + x0, width);
        for (let i = row + x0; i < row + last; i++) {
          const next = columnOf(plane, i + 1, width);
          if (!missing || !hasHole(missing, i, width)) residues[n++] = Math.abs(before - 2 * own + next);
          before = own;
          own = next;
        }
      }
      if (n >= 16) figures.push(medianOf(residues.subarray(0, n)) / (6 * 0.6745));
    }
  }
  return figures;
};

const columnOf = (plane: ChannelPlanes['planes'][number], i: number, width: number): number =>
  plane[i - width]! - 2 * plane[i]! + plane[i + width]!;

const hasHole = (missing: Uint8Array, i: number, width: number): boolean => {
  for (let j = -width; j <= width; j += width) {
    if (missing[i + j - 1] === 1 || missing[i + j] === 1 || missing[i + j + 1] === 1) return true;
  }
  return false;
};
