import wgsl from '../wgsl/combined_maxima.wgsl';
import type { Kernel } from '../worker/recording.js';
import { symmetric } from './symmetry.js';
import { TileWindow } from './tile.js';
import { SIDE, W } from './window.js';

/**
 * Steps 1 to 3, and what step 4 asks of a pixel itself, in one visit of each window: accepted primaries in bits 0 to
 * 15; in bits 16 to 31 the secondary maxima that pass their own check over h2, near a primary or not. A pixel that is
 * no maximum is found out by its nearest neighbours first: the order of the comparisons is free.
 */
export const combinedMaxima: Kernel = {
  name: 'combined_maxima',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'marks', access: 'read-write' },
  ],
  twin: (words, constants) => {
    const window = new TileWindow(words.window!, words.samples!, constants);
    const { halo, stride, width, height } = window;
    const marks = words.marks!;
    const least = Math.min(words.window![W.threshold]!, words.window![W.secondThreshold]!);
    const survivors = firstSteps(window);
    const centres = new Int32Array(SIDE);
    const alive = new Int32Array(SIDE);
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      // Whoever stands out by a threshold needs samples that lie as far apart.
      const flat = 16 * (window.most - window.least) < least;
      const columns = Math.min(SIDE, width - SIDE * groupX);
      const rows = Math.min(SIDE, height - SIDE * groupY);
      for (let y = 0; y < rows; y++) {
        const pixel = (SIDE * groupY + y) * width + SIDE * groupX;
        marks.fill(0, pixel, pixel + columns);
        if (flat) continue;
        const first = (y + halo) * stride + halo;
        const count = survivors(first, columns, centres, alive);
        for (let i = 0; i < count; i++) marks[pixel + centres[i]! - first] = marksOf(window, centres[i]!, alive[i]!);
      }
    };
  },
};

/** The bits of a pixel that is above its nearest neighbours in the orientations `alive`. */
const marksOf = (window: TileWindow, centre: number, alive: number): number => {
  const { tile, offsets, h1, h2, words } = window;
  const c = tile[centre]!;
  let bits = 0;
  for (let left = alive; left !== 0; left &= left - 1) {
    const k = 31 - Math.clz32(left & -left);
    let at = 16 * k;
    const middle = at + h2;
    const end = at + h1;
    let sumA = 0;
    let sumB = 0;
    let nA = 0;
    let nB = 0;
    for (; at < end; at++) {
      if (at === middle && symmetric(c, sumA, nA, sumB, nB, words[W.secondThreshold]!, words[W.secondRatio]!))
        bits |= 1 << (16 + k);
      const a = tile[centre + offsets[at]!]!;
      const b = tile[centre - offsets[at]!]!;
      if (a > c || b >= c) break;
      sumA += a;
      sumB += b;
      nA -= -a >> 31;
      nB -= -b >> 31;
    }
    if (at < end) continue;
    if (symmetric(c, sumA, nA, sumB, nB, words[W.threshold]!, words[W.ratio]!)) bits |= 1 << k;
    if (middle === end && symmetric(c, sumA, nA, sumB, nB, words[W.secondThreshold]!, words[W.secondRatio]!))
      bits |= 1 << (16 + k);
  }
  return bits;
};

type Survivors = (first: number, columns: number, centres: Int32Array, alive: Int32Array) => number;

/**
 * Compares the pixels of a row with their nearest neighbours in all orientations, without branches. The first steps
 * are at most five, E, SE, S, SW and W: each with the orientations that begin with it.
 */
const firstSteps = ({ tile, offsets, orientations }: TileWindow): Survivors => {
  const steps = Array.from({ length: 5 }, () => ({ step: 0, mask: 0 }));
  for (let k = 0; k < orientations; k++) {
    const step = offsets[16 * k]!;
    const entry = steps.find((one) => one.mask === 0 || one.step === step)!;
    entry.step = step;
    entry.mask |= 1 << k;
  }
  const [a, b, c, d, e] = steps as [Step, Step, Step, Step, Step];
  return (first, columns, centres, alive) => {
    let count = 0;
    for (let centre = first; centre < first + columns; centre++) {
      const v = tile[centre]!;
      const bits =
        (a.mask & ~((v - tile[centre + a.step]!) >> 31) & ((tile[centre - a.step]! - v) >> 31)) |
        (b.mask & ~((v - tile[centre + b.step]!) >> 31) & ((tile[centre - b.step]! - v) >> 31)) |
        (c.mask & ~((v - tile[centre + c.step]!) >> 31) & ((tile[centre - c.step]! - v) >> 31)) |
        (d.mask & ~((v - tile[centre + d.step]!) >> 31) & ((tile[centre - d.step]! - v) >> 31)) |
        (e.mask & ~((v - tile[centre + e.step]!) >> 31) & ((tile[centre - e.step]! - v) >> 31));
      centres[count] = centre;
      alive[count] = bits;
      count += (bits | -bits) >>> 31;
    }
    return count;
  };
};

interface Step {
  readonly step: number;
  readonly mask: number;
}
