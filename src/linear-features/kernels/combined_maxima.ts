import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { PaddedPlane } from './shared/padded.js';
import { symmetric } from './shared/symmetry.js';
import { MAXIMA_CONSTANTS, type MaximaConstants, SIDE, W } from './shared/window.js';
import { combinedMaximaSimd } from './simd/combined_maxima.js';

/**
 * Steps 1 to 3, and the part of step 4 that concerns a pixel itself, in one pass over each window: accepted primaries in bits 0 to
 * 15; in bits 16 to 31 the secondary maxima that pass their own check over h2, whether or not a primary is near. The nearest
 * neighbours are compared first, since they reject most pixels; the order of the comparisons does not matter.
 */
export const combinedMaxima = defineKernel({
  name: 'combined_maxima',
  wgsl: () => import('../../wgsl/linear-features/combined_maxima.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'marks', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => combinedMaximaSimd(words, constants) ?? combinedMaximaPlain(words, constants),
});

/** The CPU kernel without SIMD. */
export const combinedMaximaPlain = (
  words: Words<'window' | 'samples' | 'marks'>,
  { orientations, h1, h2, halo }: MaximaConstants,
): GroupFunction => {
  const plane = new PaddedPlane(words.window, words.samples, { halo });
  const { width, height } = plane;
  const marks = words.marks;
  const least = Math.min(words.window[W.threshold]!, words.window[W.secondThreshold]!);
  const survivors = firstSteps(plane, orientations);
  const marksOf = wholeWindows(plane, words.window, h1, h2);
  const centres = new Int32Array(SIDE);
  const alive = new Int32Array(SIDE);
  return (groupX, groupY) => {
    const [x0, y0] = [SIDE * groupX, SIDE * groupY];
    const columns = Math.min(SIDE, width - x0);
    const rows = Math.min(SIDE, height - y0);
    const [low, high] = plane.range(groupX, groupY);
    // A pixel can exceed others by a threshold only if the samples differ by at least that much.
    const flat = 16 * (high - low) < least;
    const inside = x0 >= halo && y0 >= halo && x0 + SIDE + halo <= width && y0 + SIDE + halo <= height;
    const whole = inside && low > 0;
    for (let y = y0; y < y0 + rows; y++) {
      const pixel = y * width + x0;
      marks.fill(0, pixel, pixel + columns);
      if (flat) continue;
      const first = plane.at(x0, y);
      const count = survivors(first, columns, centres, alive);
      for (let i = 0; i < count; i++) {
        const centre = centres[i]!;
        marks[pixel + centre - first] = marksOf(centre, alive[i]!, whole);
      }
    }
  };
};

/** The bits of a pixel that is above its nearest neighbours in the orientations `alive`; `whole`: no sample is missing. */
type MarksOf = (centre: number, alive: number, whole: boolean) => number;

const wholeWindows = ({ samples, offsets }: PaddedPlane, words: Uint32Array, h1: number, h2: number): MarksOf => {
  const threshold = words[W.threshold]!;
  const ratio = words[W.ratio]!;
  const secondThreshold = words[W.secondThreshold]!;
  const secondRatio = words[W.secondRatio]!;
  return (centre, alive, whole) => {
    const c = samples[centre]!;
    let bits = 0;
    for (let left = alive; left !== 0; left &= left - 1) {
      const k = 31 - Math.clz32(left & -left);
      let sumA = 0;
      let sumB = 0;
      let countA = 0;
      let countB = 0;
      let t = 0;
      for (let at = 16 * k; t < h1; at++) {
        const step = offsets[at]!;
        const a = samples[centre + step]!;
        const b = samples[centre - step]!;
        if (((c - a) | (c - 1 - b)) < 0) break;
        sumA += a;
        sumB += b;
        if (!whole) {
          countA -= -a >> 31;
          countB -= -b >> 31;
        }
        if (++t !== h2) continue;
        const passes = symmetric(c, sumA, whole ? t : countA, sumB, whole ? t : countB, secondThreshold, secondRatio);
        if (passes) bits |= 1 << (16 + k);
      }
      if (t < h1) continue;
      if (symmetric(c, sumA, whole ? t : countA, sumB, whole ? t : countB, threshold, ratio)) bits |= 1 << k;
    }
    return bits;
  };
};

type Survivors = (first: number, columns: number, centres: Int32Array, alive: Int32Array) => number;

/**
 * Compares the pixels of a row with their eight neighbours, in all orientations at once and without branches: windows
 * begin with E, SE, S, SW or W. Leaves the pixels that may be maxima in some orientation, and those orientations.
 */
const firstSteps = ({ samples, stride, offsets }: PaddedPlane, orientations: number): Survivors => {
  const beginWith = (step: number): number => {
    let mask = 0;
    for (let k = 0; k < orientations; k++) if (offsets[16 * k] === step) mask |= 1 << k;
    return mask;
  };
  const [east, southEast, south, southWest, west] = [
    beginWith(1),
    beginWith(stride + 1),
    beginWith(stride),
    beginWith(stride - 1),
    beginWith(-1),
  ];
  return (first, columns, centres, alive) => {
    let count = 0;
    let nw = samples[first - stride - 1]!;
    let n = samples[first - stride]!;
    let w = samples[first - 1]!;
    let c = samples[first]!;
    let sw = samples[first + stride - 1]!;
    let s = samples[first + stride]!;
    for (let centre = first; centre < first + columns; centre++) {
      const ne = samples[centre - stride + 1]!;
      const e = samples[centre + 1]!;
      const se = samples[centre + stride + 1]!;
      const above = c - 1;
      // A sign bit where side A is higher, or side B not lower.
      const bits =
        (east & ~(((c - e) | (above - w)) >> 31)) |
        (southEast & ~(((c - se) | (above - nw)) >> 31)) |
        (south & ~(((c - s) | (above - n)) >> 31)) |
        (southWest & ~(((c - sw) | (above - ne)) >> 31)) |
        (west & ~(((c - w) | (above - e)) >> 31));
      centres[count] = centre;
      alive[count] = bits;
      count += (bits | -bits) >>> 31;
      nw = n;
      n = ne;
      w = c;
      c = e;
      sw = s;
      s = se;
    }
    return count;
  };
};
