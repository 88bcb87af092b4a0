/** Masks, one byte a pixel, 0 or 1: holes filled, what is thinner than a disc taken away. */
import { eachRun } from '../../../image/missing.js';
import type { Size } from './box-blur.js';

/** Mask with the holes of fewer than `most` pixels that do not reach the image's edge. 4 neighbours. */
export const filled = (mask: Uint8Array, { width, height }: Size, most: number): Uint8Array => {
  const out = mask.slice();
  /** Runs of a row that are not in the mask: where they begin and end, the hole that each is of, and the pixels of a hole by its first run. */
  const starts: number[] = [];
  const ends: number[] = [];
  const holes: number[] = [];
  const sizes: number[] = [];
  const holeOf = (run: number): number => {
    let at = run;
    while (holes[at] !== at) at = holes[at] = holes[holes[at]!]!;
    return at;
  };
  for (let y = 0, above = 0; y < height; y++) {
    const here = starts.length;
    const [left, right] = [y * width, (y + 1) * width];
    eachRun(mask, left, right, (from, until) => {
      const run = starts.length;
      const open = y === 0 || y === height - 1 || from === left || until === right;
      starts.push(from);
      ends.push(until);
      holes.push(run);
      sizes.push(open ? Number.POSITIVE_INFINITY : until - from);
      while (above < here && ends[above]! + width <= from) above++;
      for (let other = above; other < here && starts[other]! + width < until; other++) {
        const [one, two] = [holeOf(other), holeOf(run)];
        if (one === two) continue;
        holes[two] = one;
        sizes[one]! += sizes[two]!;
      }
    });
    above = here;
  }
  for (let run = 0; run < starts.length; run++) if (sizes[holeOf(run)]! < most) out.fill(1, starts[run], ends[run]);
  return out;
};

/** Morphological opening by a disc: the pixels of all discs of a radius that lie wholly in the mask; beyond the edges all is mask. */
export const opened = (mask: Uint8Array, size: Size, radius: number): Uint8Array =>
  near(near(mask, size, radius, 0), size, radius, 0);

/** Pixels whose centres are no further than `radius` from that of one that has the flag. */
export const near = (flags: Uint8Array, { width, height }: Size, radius: number, flag: 0 | 1): Uint8Array => {
  /** How far along a row a disc reaches, by the distance of the row from its centre; behind the last distance, not at all. */
  const reach: number[] = [];
  for (let away = 0; away <= radius; away++) {
    let along = Math.floor(radius);
    while (along * along + away * away > radius * radius) along--;
    if (along < 0) break;
    reach.push(along);
  }
  const far = reach.push(-1) - 1;
  const reaches = Int32Array.from(reach);
  const above = new Uint16Array(flags.length);
  const line = new Uint16Array(width).fill(far);
  const below = line.slice();
  for (let row = 0; row < flags.length; row += width) {
    for (let x = 0; x < width; x++) {
      above[row + x] = line[x] = flags[row + x] === flag ? 0 : Math.min(far, line[x]! + 1);
    }
  }
  const out = new Uint8Array(flags.length);
  for (let row = width * (height - 1); row >= 0; row -= width) paint(flags, flag, above, below, reaches, out, row);
  return out;
};

/** A row of what is near, from the last to the first: `below` has the distance of each column's nearest pixel below. */
const paint = (
  flags: Uint8Array,
  flag: 0 | 1,
  above: Uint16Array,
  below: Uint16Array,
  reaches: Int32Array,
  out: Uint8Array,
  row: number,
): void => {
  const width = below.length;
  const far = reaches.length - 1;
  let until = -1;
  for (let x = 0; x < width; x++) {
    below[x] = flags[row + x] === flag ? 0 : Math.min(far, below[x]! + 1);
    until = Math.max(until, x + reaches[Math.min(above[row + x]!, below[x]!)]!);
    out[row + x] = until >= x ? 1 : 0;
  }
  let from = width;
  for (let x = width - 1; x >= 0; x--) {
    from = Math.min(from, x - reaches[Math.min(above[row + x]!, below[x]!)]!);
    if (from <= x) out[row + x] = 1;
  }
};
