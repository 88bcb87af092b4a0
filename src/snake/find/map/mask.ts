/** Masks, one byte a pixel, 0 or 1: holes filled, what is thinner than a disc taken away. */
import { complement, packed, spread, unpacked } from './bit-rows.js';
import type { Size } from './box-blur.js';
import { runsOf } from './runs.js';

/** Mask with the holes of fewer than `most` pixels that do not reach the image's edge. 4 neighbours. */
export const filled = (mask: Uint8Array, size: Size, most: number): Uint8Array => {
  const { width, height } = size;
  const out = mask.slice();
  const { starts, ends, parts } = runsOf(mask, size, 0);
  const last = width * (height - 1);
  const pixels = new Float64Array(starts.length);
  for (let run = 0; run < parts.length; run++) {
    const [part, from, until] = [parts[run]!, starts[run]!, ends[run]!];
    const open = from < width || from >= last || from % width === 0 || until % width === 0;
    pixels[part]! += open ? Number.POSITIVE_INFINITY : until - from;
  }
  for (let run = 0; run < parts.length; run++) if (pixels[parts[run]!]! < most) out.fill(1, starts[run], ends[run]);
  return out;
};

/** Morphological opening by a disc: the pixels of all discs of a radius that lie wholly in the mask; beyond the edges all is mask. */
export const opened = (mask: Uint8Array, size: Size, radius: number): Uint8Array => {
  const reaches = reachesOf(radius);
  const centres = spread(packed(mask, size, 0), size, reaches);
  complement(centres, size);
  return unpacked(spread(centres, size, reaches), size);
};

/** Pixels whose centres are no further than `radius` from that of one that has the flag. */
export const near = (flags: Uint8Array, size: Size, radius: number, flag: 0 | 1): Uint8Array =>
  unpacked(spread(packed(flags, size, flag), size, reachesOf(radius)), size);

/** How far along a row a disc reaches, by the distance of the row from its centre. */
export const reachesOf = (radius: number): readonly number[] => {
  let along = Math.floor(radius);
  return Array.from({ length: along + 1 }, (_, away) => {
    while (along * along + away * away > radius * radius) along--;
    return along;
  });
};
