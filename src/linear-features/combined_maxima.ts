import wgsl from '../wgsl/combined_maxima.wgsl';
import type { Kernel } from '../worker/recording.js';
import { checked } from './symmetry.js';
import { TileWindow } from './tile.js';
import { SIDE, W } from './window.js';

/**
 * Steps 1 to 3 in one visit of each window: accepted primaries in bits 0 to 15, secondary maxima in bits 16 to 31.
 * A pixel that is no maximum is found out by its nearest neighbours first; the order of the comparisons is free.
 */
export const combinedMaxima: Kernel = {
  name: 'combined_maxima',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'marks', access: 'read-write' },
  ],
  twin: (words) => {
    const window = new TileWindow(words.window!, words.samples!);
    const { tile, offsets, stride, halo, primary, secondary } = window;
    const marks = words.marks!;
    const threshold = words.window![W.threshold]!;
    const ratio = words.window![W.ratio]!;
    const first = firstSteps(window);
    const [s0, s1, s2, s3, s4] = first.map(({ step }) => step) as Five;
    const [m0, m1, m2, m3, m4] = first.map(({ mask }) => mask) as Five;
    const found = (centre: number): number => {
      const c = tile[centre]!;
      let alive =
        (m0 & ~((c - tile[centre + s0]!) >> 31) & ((tile[centre - s0]! - c) >> 31)) |
        (m1 & ~((c - tile[centre + s1]!) >> 31) & ((tile[centre - s1]! - c) >> 31)) |
        (m2 & ~((c - tile[centre + s2]!) >> 31) & ((tile[centre - s2]! - c) >> 31)) |
        (m3 & ~((c - tile[centre + s3]!) >> 31) & ((tile[centre - s3]! - c) >> 31)) |
        (m4 & ~((c - tile[centre + s4]!) >> 31) & ((tile[centre - s4]! - c) >> 31));
      let bits = 0;
      for (; alive !== 0; alive &= alive - 1) {
        const k = 31 - Math.clz32(alive & -alive);
        let at = 16 * k + 1;
        const end = at - 1 + secondary;
        const last = at - 1 + primary;
        while (at < end && c >= tile[centre + offsets[at]!]! && c > tile[centre - offsets[at]!]!) at++;
        if (at < end) continue;
        bits |= 1 << (16 + k);
        while (at < last && c >= tile[centre + offsets[at]!]! && c > tile[centre - offsets[at]!]!) at++;
        if (at < last) continue;
        if (checked(window, centre, k, primary, threshold, ratio)) bits |= 1 << k;
      }
      return bits;
    };
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      const columns = Math.min(SIDE, window.width - SIDE * groupX);
      const rows = Math.min(SIDE, window.height - SIDE * groupY);
      for (let y = 0; y < rows; y++) {
        const pixel = (SIDE * groupY + y) * window.width + SIDE * groupX;
        const centre = (y + halo) * stride + halo;
        for (let x = 0; x < columns; x++) marks[pixel + x] = found(centre + x);
      }
    };
  },
};

type Five = [number, number, number, number, number];

/** The first steps are at most five, E, SE, S, SW and W: each with the orientations that begin with it. */
const firstSteps = ({ offsets, orientations }: TileWindow): { step: number; mask: number }[] => {
  const first = Array.from({ length: 5 }, () => ({ step: 0, mask: 0 }));
  for (let k = 0; k < orientations; k++) {
    const step = offsets[16 * k]!;
    const entry = first.find((one) => one.mask === 0 || one.step === step)!;
    entry.step = step;
    entry.mask |= 1 << k;
  }
  return first;
};
