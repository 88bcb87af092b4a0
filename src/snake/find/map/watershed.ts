/**
 * Parts of a mask round the peaks of a relief: S. Beucher, F. Meyer, The morphological approach to segmentation (1993). Pixels
 * are taken from the highest down, 4 neighbours; a peak that rises less than it must above the pass to a higher one is no peak.
 */
import type { Size } from './box-blur.js';

/** The parts of a mask, by label. */
export interface Watershed {
  /** Number of the part of each pixel, from 1 on; 0 outside the mask. */
  readonly labels: Int32Array;
  readonly count: number;
}

/** @param rise how far a peak of some height must rise above the pass to a higher one */
export const watershed = (
  relief: Uint16Array,
  mask: Uint8Array,
  { width }: Size,
  rise: (peak: number) => number,
): Watershed => {
  const labels = new Int32Array(relief.length);
  const order = descending(relief, mask);
  const parents = new Int32Array(order.length + 1);
  const peaks = new Uint16Array(order.length + 1);
  /** Parts next to the pixel, at most four. */
  const near: number[] = [];
  const lastRow = labels.length - width;
  let parts = 0;
  for (let i = 0; i < order.length; i++) {
    const pixel = order[i]!;
    const x = pixel % width;
    near.length = 0;
    let [steepest, highest] = [0, -1];
    for (let side = 0; side < 4; side++) {
      if (side < 2 ? x === (side === 0 ? 0 : width - 1) : side === 2 ? pixel < width : pixel >= lastRow) continue;
      const neighbour = side < 2 ? pixel + 2 * side - 1 : pixel + (2 * side - 5) * width;
      const label = labels[neighbour]!;
      if (label === 0) continue;
      const root = rootOf(parents, label);
      if (near[0] !== root && !near.includes(root)) near.push(root);
      if (relief[neighbour]! > highest) [steepest, highest] = [root, relief[neighbour]!];
    }
    if (near.length === 0) {
      labels[pixel] = ++parts;
      parents[parts] = parts;
      peaks[parts] = relief[pixel]!;
      continue;
    }
    if (near.length > 1) {
      const level = relief[pixel]!;
      near.sort((a, b) => peaks[b]! - peaks[a]! || a - b);
      const first = near[0]!;
      for (const root of near) {
        if (root === first || peaks[root]! - level >= rise(peaks[root]!)) continue;
        parents[root] = first;
        // The pixel joins the two, whichever part it is steepest from.
        steepest = first;
      }
    }
    labels[pixel] = rootOf(parents, steepest);
  }
  const numbers = new Int32Array(parts + 1);
  let count = 0;
  for (let pixel = 0; pixel < labels.length; pixel++) {
    if (labels[pixel] === 0) continue;
    const root = rootOf(parents, labels[pixel]!);
    if (numbers[root] === 0) numbers[root] = ++count;
    labels[pixel] = numbers[root]!;
  }
  return { labels, count };
};

const rootOf = (parents: Int32Array, label: number): number => {
  let at = label;
  while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
  return at;
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
