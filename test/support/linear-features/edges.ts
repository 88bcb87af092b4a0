import { lineEdges } from '../../../src/linear-features/kernels/line_edges.js';
import { E, POINT_WORDS } from '../../../src/linear-features/kernels/shared/edge-words.js';
import type { Trial } from '../kernels/kernel-trial.js';
import type { Random } from '../random.js';

/** Points of a workgroup, as many as the kernel's memory holds profiles for. */
const lanesOf = (reach: number): number => (4 * 64 * (2 * reach + 1) <= 16384 ? 64 : 8);

interface EdgeTrial extends Trial {
  readonly words: Readonly<Record<'window' | 'samples' | 'response' | 'points', Uint32Array>> & {
    readonly edges: number;
  };
  readonly constants: Readonly<Record<'reach' | 'ridge' | 'lanes', number>>;
}

/** Lines that wander over a random image and beyond its borders, each of some points. */
export const edgeTrial = (random: Random, width: number, height: number, reach: number): EdgeTrial => {
  const count = random.between(1, 200);
  const bits = random.between(0, 1) === 0 ? 8 : 16;
  const most = random.between(1, 2 ** bits - 1);
  const stored = bits === 8 ? new Uint8Array(4 * width * height) : new Uint16Array(2 * width * height);
  for (let i = 0; i < width * height; i++) stored[i] = random.between(0, most);
  const response = Uint32Array.from(
    { length: width * height },
    () => random.between(0, 2 ** random.between(1, 22)) << 6,
  );
  const points = new Uint32Array(POINT_WORDS * count);
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + random.between(1, 80));
    let [x, y] = [random.between(0, 4096 * width), random.between(0, 4096 * height)];
    for (let i = from; i < to; i++) {
      [x, y] = [x + random.between(-2048, 6144), y + random.between(-4096, 4096)];
      const angle = random.between(0, 6283) / 1000;
      const [dx, dy] = [Math.round(2048 * Math.cos(angle)), Math.round(2048 * Math.sin(angle))];
      const neighbours = (Math.min(4, i - from) << 24) | (Math.min(4, to - 1 - i) << 28);
      points.set(
        [x >> 12, y >> 12, (x & 4095) | ((y & 4095) << 12) | neighbours, (dx & 0xffff) | (dy << 16)],
        POINT_WORDS * i,
      );
    }
    from = to;
  }
  const window = new Uint32Array(E.words);
  window[E.width] = width;
  window[E.height] = height;
  window[E.bits] = bits;
  window[E.count] = count;
  window[E.weak] = random.between(0, 2 ** random.between(1, 22));
  const samples = new Uint32Array(stored.buffer);
  const lanes = lanesOf(reach);
  return {
    kernel: lineEdges,
    words: { window, samples, response, points, edges: 2 * count },
    groups: [Math.ceil(count / lanes), 1, 1],
    constants: { reach, ridge: Math.min(3, reach), lanes },
  };
};

/** The edges by the definition alone: every profile whole, every sum anew, whole numbers of any size. */
export const edgesByDefinition = ({ words, constants: { reach, ridge } }: EdgeTrial): Uint32Array => {
  const [width = 0, height = 0, bits, count = 0, weak = 0] = words.window;
  const { buffer } = words.samples;
  const samples = bits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer);
  const points = new Int32Array(words.points.buffer);
  const size = 2 * reach + 1;
  const held = (value: number, last: number): number => Math.max(0, Math.min(value, last));
  /** What `at` gives for the four pixels around a step, and where between them the step is, in 4096ths. */
  const around = (i: number, j: number, at: (pixel: number) => number) => {
    const [cellX = 0, cellY = 0, fractions = 0, steps = 0] = points.subarray(POINT_WORDS * i);
    const x = (fractions & 4095) + (j - reach) * ((steps << 16) >> 16) - 2048;
    const y = ((fractions >> 12) & 4095) + (j - reach) * (steps >> 16) - 2048;
    const [column, row] = [cellX + Math.floor(x / 4096), cellY + Math.floor(y / 4096)];
    const pixel = (dx: number, dy: number): bigint =>
      BigInt(at(held(row + dy, height - 1) * width + held(column + dx, width - 1)));
    return { corners: [pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1)] as const, x: x & 4095, y: y & 4095 };
  };
  const heightAt = (i: number, j: number): number => {
    const { corners, x, y } = around(i, j, (pixel) => samples[pixel]!);
    const [fx, fy] = [BigInt(x >> 4), BigInt(y >> 4)];
    const [a, b, c, d] = corners;
    const top = a * (256n - fx) + b * fx;
    const bottom = c * (256n - fx) + d * fx;
    return Number((top * (256n - fy) + bottom * fy) >> 8n);
  };
  const strengthAt = (i: number, j: number): number => {
    const { corners, x, y } = around(i, j, (pixel) => words.response[pixel]! >>> 6);
    const between = (a: bigint, b: bigint, f: number): bigint => (a * BigInt(64 - f) + b * BigInt(f)) >> 6n;
    const [a, b, c, d] = corners;
    return Number(between(between(a, b, x >> 6), between(c, d, x >> 6), y >> 6));
  };
  const share = (part: number, whole: number): number => {
    const shift = BigInt(Math.max(0, 8 - Math.clz32(whole)));
    return Number(((BigInt(part) >> shift) * 256n) / (BigInt(whole) >> shift));
  };
  const edges: number[] = [];
  for (let i = 0; i < count; i++) {
    const neighbours = points[POINT_WORDS * i + 2]! >>> 24;
    const own = Array.from({ length: 1 + (neighbours & 15) + (neighbours >> 4) }, (_, k) => i - (neighbours & 15) + k);
    const mean = (at: (i: number, j: number) => number) =>
      Array.from({ length: size }, (_, j) => own.reduce((sum, k) => sum + at(k, j), 0));
    const heights = mean(heightAt);
    const strengths = mean(strengthAt);
    let peak = reach;
    for (let j = reach - ridge; j <= reach + ridge; j++) if (heights[j]! > heights[peak]!) peak = j;
    /** Steps from the peak to where a side's values, the peak's first, fall to a level; to its end where they do not. */
    const fall = (side: readonly number[], level: number): number => {
      const j = side.findIndex((value) => value <= level);
      if (j < 0) return 256 * (side.length - 1);
      return j === 0 ? 0 : 256 * (j - 1) + share(side[j - 1]! - level, side[j - 1]! - side[j]!);
    };
    const side = (all: readonly number[], way: 1 | -1): number[] =>
      way > 0 ? all.slice(peak) : all.slice(0, peak + 1).reverse();
    const edge = (way: 1 | -1): number => {
      const own = side(heights, way);
      const least = Math.min(...own);
      const top = own[0]!;
      const rises = own.findIndex((value, j) => {
        const fallen = top - Math.min(...own.slice(0, j + 1));
        return 2 * fallen > top - least && 2 * (value - (top - fallen)) > fallen;
      });
      const lowest = Math.min(...own.slice(0, rises < 0 ? own.length : rises + 1));
      return fall(own, lowest + Math.floor((top - lowest) / 4));
    };
    const weakAt = (way: 1 | -1): number => fall(side(strengths, way), own.length * weak);
    edges.push(256 * peak + Math.min(edge(1), weakAt(1)), 256 * peak - Math.min(edge(-1), weakAt(-1)));
  }
  return Uint32Array.from(edges);
};
