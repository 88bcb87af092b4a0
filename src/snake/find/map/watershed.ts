/**
 * Parts of a mask round the peaks of a relief: S. Beucher, F. Meyer, The morphological approach to segmentation (1993). Pixels
 * are taken from the highest down, 4 neighbours; a peak that rises less than it must above the pass to a higher one is no peak.
 */
import type { Size } from './box-blur.js';

export interface Watershed {
  /** Number of the part of each pixel, from 1 on; 0 outside the mask. */
  readonly labels: Int32Array;
  readonly count: number;
}

/** @param rise how far a peak of some height must rise above the pass to a higher one */
export const watershed = (
  relief: Uint16Array,
  mask: Uint8Array,
  { width, height }: Size,
  rise: (peak: number) => number,
): Watershed => {
  const labels = new Int32Array(relief.length);
  const parents = [0];
  const peaks = [0];
  const rootOf = (label: number): number => {
    let at = label;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  const near: number[] = [];
  for (const pixel of descending(relief, mask)) {
    const level = relief[pixel]!;
    const x = pixel % width;
    const y = (pixel - x) / width;
    near.length = 0;
    let [steepest, highest] = [0, -1];
    const look = (neighbour: number): void => {
      if (labels[neighbour] === 0) return;
      const root = rootOf(labels[neighbour]!);
      if (!near.includes(root)) near.push(root);
      if (relief[neighbour]! > highest) [steepest, highest] = [root, relief[neighbour]!];
    };
    if (x > 0) look(pixel - 1);
    if (x < width - 1) look(pixel + 1);
    if (y > 0) look(pixel - width);
    if (y < height - 1) look(pixel + width);
    if (near.length === 0) {
      labels[pixel] = steepest = parents.length;
      parents.push(steepest);
      peaks.push(level);
      continue;
    }
    near.sort((a, b) => peaks[b]! - peaks[a]! || a - b);
    for (const root of near.slice(1)) {
      if (peaks[root]! - level >= rise(peaks[root]!)) continue;
      parents[root] = near[0]!;
      // The pixel joins the two, whichever part it is steepest from.
      steepest = near[0]!;
    }
    labels[pixel] = rootOf(steepest);
  }
  const numbers = new Map<number, number>();
  for (let pixel = 0; pixel < labels.length; pixel++) {
    if (labels[pixel] === 0) continue;
    const root = rootOf(labels[pixel]!);
    if (!numbers.has(root)) numbers.set(root, numbers.size + 1);
    labels[pixel] = numbers.get(root)!;
  }
  return { labels, count: numbers.size };
};

/** Pixels of the mask from the highest to the lowest, those of one level in their order. */
const descending = (relief: Uint16Array, mask: Uint8Array): Int32Array => {
  const starts = new Int32Array(65537);
  let count = 0;
  for (let i = 0; i < relief.length; i++) {
    if (mask[i]) {
      starts[65536 - relief[i]!]!++;
      count++;
    }
  }
  for (let k = 1; k <= 65536; k++) starts[k]! += starts[k - 1]!;
  const order = new Int32Array(count);
  for (let i = 0; i < relief.length; i++) if (mask[i]) order[starts[65535 - relief[i]!]!++] = i;
  return order;
};
