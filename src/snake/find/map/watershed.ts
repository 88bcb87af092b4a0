/**
 * Parts of a mask round the peaks of a relief: S. Beucher, F. Meyer, The morphological approach to segmentation (1993). Pixels
 * are taken from the highest down, 4 neighbours; a peak that rises less than it must above the pass to a higher one is no peak.
 */
import type { Size } from './box-blur.js';
import type { Runs } from './runs.js';

/** The parts of a mask, by label. */
export interface Watershed {
  /** Number of the part of each pixel, from 1 on; 0 outside the mask. */
  readonly labels: Int32Array;
  readonly count: number;
}

/**
 * @param runs of the mask's pixels
 * @param rise how far a peak of some height must rise above the pass to a higher one
 */
export const watershed = (
  relief: Uint16Array,
  runs: Runs,
  { width }: Size,
  rise: (peak: number) => number,
): Watershed => {
  const order = descending(relief, runs);
  const labels = new Int32Array(relief.length);
  const last = relief.length - width;
  const parents = new Int32Array(order.length + 1);
  const peaks = new Uint16Array(order.length + 1);
  /** Parts next to the pixel, at most four. */
  const near: number[] = [];
  let parts = 0;
  for (let i = 0; i < order.length; i++) {
    const pixel = order[i]!;
    const x = pixel % width;
    const left = x > 0 ? labels[pixel - 1]! : 0;
    const right = x + 1 < width ? labels[pixel + 1]! : 0;
    const above = pixel >= width ? labels[pixel - width]! : 0;
    const below = pixel < last ? labels[pixel + width]! : 0;
    const one = left || right || above || below;
    if (one === 0) {
      labels[pixel] = ++parts;
      parents[parts] = parts;
      peaks[parts] = relief[pixel]!;
      continue;
    }
    // Inside a part all neighbours are of it.
    if ((left === 0 || left === one) && (right === 0 || right === one) && (above === 0 || above === one)) {
      if (below === 0 || below === one) {
        labels[pixel] = rootOf(parents, one);
        continue;
      }
    }
    near.length = 0;
    let [steepest, highest] = [0, -1];
    const look = (label: number, neighbour: number): void => {
      if (label === 0) return;
      const root = rootOf(parents, label);
      if (relief[neighbour]! > highest) [steepest, highest] = [root, relief[neighbour]!];
      if (!near.includes(root)) near.push(root);
    };
    look(left, pixel - 1);
    look(right, pixel + 1);
    look(above, pixel - width);
    look(below, pixel + width);
    if (near.length > 1) {
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
    labels[pixel] = rootOf(parents, steepest);
  }
  return { labels, count: number(labels, parents, parts, runs) };
};

/** Numbers the parts from 1 on in the order of their first pixels; returns how many there are. */
const number = (labels: Int32Array, parents: Int32Array, parts: number, { starts, ends }: Runs): number => {
  const numbers = new Int32Array(parts + 1);
  let count = 0;
  for (let run = 0; run < starts.length; run++) {
    for (let pixel = starts[run]!; pixel < ends[run]!; pixel++) {
      const root = rootOf(parents, labels[pixel]!);
      if (numbers[root] === 0) numbers[root] = ++count;
      labels[pixel] = numbers[root]!;
    }
  }
  return count;
};

const rootOf = (parents: Int32Array, label: number): number => {
  let at = label;
  while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
  return at;
};

/**
 * Orders the pixels of runs part by part, in each part from the highest to the lowest, those of one level in their order. Connected parts
 * are independent, and sorting each alone keeps memory access local.
 */
const descending = (relief: Uint16Array, { starts, ends, parts }: Runs): Int32Array => {
  /** Where the pixels of each part begin, then where its next one goes. */
  const places = new Int32Array(parts.length);
  const sizes = new Int32Array(parts.length);
  for (let run = 0; run < parts.length; run++) sizes[parts[run]!]! += ends[run]! - starts[run]!;
  let pixels = 0;
  for (let part = 0; part < sizes.length; part++) {
    places[part] = pixels;
    pixels += sizes[part]!;
  }
  const unsorted = new Int32Array(pixels);
  for (let run = 0; run < parts.length; run++) {
    const part = parts[run]!;
    let at = places[part]!;
    for (let pixel = starts[run]!; pixel < ends[run]!; pixel++) unsorted[at++] = pixel;
    places[part] = at;
  }
  const order = new Int32Array(pixels);
  const counts = new Int32Array(65536);
  for (let from = 0, part = 0; part < sizes.length; from += sizes[part]!, part++) {
    if (sizes[part]! > 0) sortPart(unsorted, order, from, from + sizes[part]!, relief, counts);
  }
  return order;
};

/** Sorts the pixels from `from` to before `end`. @param counts zeros, before and after */
const sortPart = (
  unsorted: Int32Array,
  order: Int32Array,
  from: number,
  end: number,
  relief: Uint16Array,
  counts: Int32Array,
): void => {
  let [least, most] = [65535, 0];
  for (let i = from; i < end; i++) {
    const level = relief[unsorted[i]!]!;
    counts[level]!++;
    if (level < least) least = level;
    if (level > most) most = level;
  }
  let before = from;
  for (let level = most; level >= least; level--) {
    const count = counts[level]!;
    counts[level] = before;
    before += count;
  }
  for (let i = from; i < end; i++) order[counts[relief[unsorted[i]!]!]!++] = unsorted[i]!;
  counts.fill(0, least, most + 1);
};
