import { checked } from './symmetry.js';
import type { TileWindow } from './tile.js';
import { W } from './window.js';

/** Puts the accepted primaries (low 16 bits of `marks`) into the bits above the samples of the staged tile. */
export const loadAccepted = (window: TileWindow, marks: Uint32Array, groupX: number, groupY: number): void => {
  window.load(groupX, groupY);
  const { tile, stride, halo, width } = window;
  for (let y = 0; y < stride; y++) {
    const row = (32 * groupY + y - halo) * width + 32 * groupX - halo;
    for (let x = 0, at = y * stride; x < stride; x++, at++) {
      if (tile[at] !== 0) tile[at] = tile[at]! | (marks[row + x]! << 16);
    }
  }
};

const isNear = ({ tile, offsets, h1, h2 }: TileWindow, centre: number, k: number): boolean => {
  let bits = 0;
  for (let t = h2; t < h1; t++) {
    const offset = offsets[16 * k + t]!;
    bits |= tile[centre + offset]! | tile[centre - offset]!;
  }
  return ((bits >>> (16 + k)) & 1) === 1;
};

/**
 * Accepted primaries of the pixel in bits 0 to 15; where it has none, in bits 16 to 31 the secondary maxima that have
 * an accepted primary of their orientation at a distance in (h2, h1] and pass their own check over h2.
 */
export const search = (window: TileWindow, centre: number, secondary: number): number => {
  const accepted = window.tile[centre]! >>> 16;
  if (accepted !== 0) return accepted;
  const threshold = window.words[W.secondThreshold]!;
  const ratio = window.words[W.secondRatio]!;
  let found = 0;
  for (let left = secondary; left !== 0; left &= left - 1) {
    const k = 31 - Math.clz32(left & -left);
    if (!isNear(window, centre, k)) continue;
    if (checked(window, centre, k, window.h2, threshold, ratio)) found |= 1 << (16 + k);
  }
  return found;
};
