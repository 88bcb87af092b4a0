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
  /** Parts next to the pixel, at most four. */
  const near: number[] = [];
  let [steepest, highest] = [0, -1];
  const look = (neighbour: number): void => {
    const label = labels[neighbour]!;
    if (label === 0) return;
    const root = parents[label] === label ? label : rootOf(label);
    if (!near.includes(root)) near.push(root);
    if (relief[neighbour]! > highest) [steepest, highest] = [root, relief[neighbour]!];
  };
  const order = descending(relief, mask);
  for (let i = 0; i < order.length; i++) {
    const pixel = order[i]!;
    const x = pixel % width;
    near.length = 0;
    steepest = 0;
    highest = -1;
    if (x > 0) look(pixel - 1);
    if (x < width - 1) look(pixel + 1);
    if (pixel >= width) look(pixel - width);
    if (pixel < labels.length - width) look(pixel + width);
    if (near.length === 0) {
      labels[pixel] = parents.length;
      parents.push(parents.length);
      peaks.push(relief[pixel]!);
      continue;
    }
    if (near.length > 1) {
      const level = relief[pixel]!;
      near.sort((a, b) => peaks[b]! - peaks[a]! || a - b);
      for (let k = 1; k < near.length; k++) {
        const root = near[k]!;
        if (peaks[root]! - level >= rise(peaks[root]!)) continue;
        parents[root] = near[0]!;
        // The pixel joins the two, whichever part it is steepest from.
        steepest = near[0]!;
      }
    }
    labels[pixel] = rootOf(steepest);
  }
  const numbers = new Int32Array(parents.length);
  let count = 0;
  for (let pixel = 0; pixel < labels.length; pixel++) {
    if (labels[pixel] === 0) continue;
    const root = rootOf(labels[pixel]!);
    if (numbers[root] === 0) numbers[root] = ++count;
    labels[pixel] = numbers[root]!;
  }
  return { labels, count };
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
