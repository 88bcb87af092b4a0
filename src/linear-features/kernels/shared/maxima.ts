import type { TileWindow } from './tile.js';

/** Bit k where the pixel is the maximum of its window of half length `h`: not below side A, above side B. */
export const maxima = ({ tile, offsets, orientations }: TileWindow, centre: number, h: number): number => {
  const c = tile[centre]!;
  let found = 0;
  for (let k = 0; k < orientations && c > 0; k++) {
    let t = 1;
    while (t <= h && c >= tile[centre + offsets[16 * k + t - 1]!]! && c > tile[centre - offsets[16 * k + t - 1]!]!) t++;
    found |= Number(t > h) << k;
  }
  return found;
};
