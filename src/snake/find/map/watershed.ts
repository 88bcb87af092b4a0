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
  const stride = width + 2;
  // With a border of one pixel, in which nothing has a label: no neighbour lies beyond the edges.
  const bordered = new Int32Array(stride * (relief.length / Math.max(1, width) + 2));
  const order = descending(relief, mask);
  const parents = new Int32Array(order.length + 1);
  const peaks = new Uint16Array(order.length + 1);
  const sides = Int32Array.of(-1, 1, -stride, stride);
  const steps = Int32Array.of(-1, 1, -width, width);
  /** Parts next to the pixel, at most four. */
  const near: number[] = [];
  let parts = 0;
  for (let i = 0; i < order.length; i++) {
    const pixel = order[i]!;
    const place = pixel + 2 * Math.floor(pixel / width) + stride + 1;
    let [steepest, highest, first, more] = [0, -1, 0, false];
    for (let side = 0; side < 4; side++) {
      const label = bordered[place + sides[side]!]!;
      if (label === 0) continue;
      const root = rootOf(parents, label);
      const height = relief[pixel + steps[side]!]!;
      if (height > highest) [steepest, highest] = [root, height];
      if (first === 0) first = root;
      else if (root !== first) more = true;
    }
    if (first === 0) {
      bordered[place] = ++parts;
      parents[parts] = parts;
      peaks[parts] = relief[pixel]!;
      continue;
    }
    if (more) {
      near.length = 0;
      for (let side = 0; side < 4; side++) {
        const label = bordered[place + sides[side]!]!;
        const root = label === 0 ? 0 : rootOf(parents, label);
        if (root !== 0 && !near.includes(root)) near.push(root);
      }
      const level = relief[pixel]!;
      near.sort((a, b) => peaks[b]! - peaks[a]! || a - b);
      const highestPart = near[0]!;
      for (const root of near) {
        if (root === highestPart || peaks[root]! - level >= rise(peaks[root]!)) continue;
        parents[root] = highestPart;
        // The pixel joins the two, whichever part it is steepest from.
        steepest = highestPart;
      }
    }
    bordered[place] = rootOf(parents, steepest);
  }
  return numbered(bordered, parents, parts, relief.length, width);
};

/** Labels from 1 on in the order of their first pixels, without the border. */
const numbered = (
  bordered: Int32Array,
  parents: Int32Array,
  parts: number,
  pixels: number,
  width: number,
): Watershed => {
  const labels = new Int32Array(pixels);
  const numbers = new Int32Array(parts + 1);
  let count = 0;
  for (let row = 0, place = width + 3; row < pixels; row += width, place += width + 2) {
    for (let x = 0; x < width; x++) {
      const label = bordered[place + x]!;
      if (label === 0) continue;
      const root = rootOf(parents, label);
      if (numbers[root] === 0) numbers[root] = ++count;
      labels[row + x] = numbers[root]!;
    }
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
