import type { Words } from '../../../compute/recording.js';
import { E, POINT_WORDS } from './edge-words.js';

/** Most points on either side over which profiles are averaged. */
const BESIDE = 15;
/** Marks a strength that is not computed yet; strengths are not negative. */
const UNKNOWN = -1;

/** The profiles of the points of a workgroup of `line_edges`, and of those beside them. */
export class Profiles {
  /** The sum of the heights at each step. */
  readonly sums: Int32Array;
  readonly #size: number;
  readonly #reach: number;
  readonly #width: number;
  readonly #height: number;
  readonly #weak: number;
  readonly #count: number;
  readonly #samples: Uint8Array | Uint16Array;
  readonly #response: Uint32Array;
  readonly #points: Int32Array;
  /** Of the points from `#from` on, step by step. */
  readonly #heights: Int32Array;
  /** 1 for each of these points whose whole profile lies among pixels of the image. */
  readonly #within: Uint8Array;
  /** Strengths step by step, computed on demand, because few steps are needed until they fall. */
  readonly #strengths: Int32Array;
  /** For each step: a sum of strengths, and the points [first, last] that were summed. */
  readonly #strengthSums: Int32Array;
  readonly #strengthFirst: Int32Array;
  readonly #strengthLast: Int32Array;
  #from = 0;
  /** Points [first, last] whose heights `sums` holds. */
  #first = 0;
  #last = -1;

  constructor(
    { window, samples, response, points }: Words<'window' | 'samples' | 'response' | 'points'>,
    reach: number,
    lanes: number,
  ) {
    this.#reach = reach;
    this.#size = 2 * reach + 1;
    this.#width = window[E.width]!;
    this.#height = window[E.height]!;
    this.#weak = window[E.weak]!;
    this.#count = window[E.count]!;
    const { buffer, byteOffset, byteLength } = samples;
    this.#samples =
      window[E.bits] === 8
        ? new Uint8Array(buffer, byteOffset, byteLength)
        : new Uint16Array(buffer, byteOffset, byteLength / 2);
    this.#response = response;
    this.#points = new Int32Array(points.buffer, points.byteOffset, points.length);
    this.sums = new Int32Array(this.#size);
    this.#heights = new Int32Array((lanes + 2 * BESIDE) * this.#size);
    this.#within = new Uint8Array(lanes + 2 * BESIDE);
    this.#strengths = new Int32Array(this.#heights.length);
    this.#strengthSums = new Int32Array(this.#size);
    this.#strengthFirst = new Int32Array(this.#size);
    this.#strengthLast = new Int32Array(this.#size);
  }

  /** Loads the points [from, to) of a workgroup, and the points over which their profiles are averaged. */
  load(from: number, to: number): void {
    const points = this.#points;
    const first = from - ((points[POINT_WORDS * from + 2]! >>> 24) & 15);
    const last = to - 1 + (points[POINT_WORDS * (to - 1) + 2]! >>> 28);
    this.#from = first;
    for (let i = first; i <= Math.min(last, this.#count - 1); i++) this.#sample(i, (i - first) * this.#size);
    this.#strengths.fill(UNKNOWN, 0, (last - first + 1) * this.#size);
    this.#first = 0;
    this.#last = -1;
    this.#strengthFirst.fill(0);
    this.#strengthLast.fill(-1);
  }

  /** Sums the heights of the points [first, last], by updating the previous sum; exact, because heights are integers. */
  sumHeights(first: number, last: number): void {
    const { sums } = this;
    if (first > this.#last || first < this.#first || last < this.#last) {
      sums.fill(0);
      this.#first = first;
      this.#last = first - 1;
    }
    const size = this.#size;
    const heights = this.#heights;
    for (; this.#last < last; ) {
      const at = (++this.#last - this.#from) * size;
      for (let j = 0; j < size; j++) sums[j] = (sums[j]! + heights[at + j]!) | 0;
    }
    for (; this.#first < first; this.#first++) {
      const at = (this.#first - this.#from) * size;
      for (let j = 0; j < size; j++) sums[j] = (sums[j]! - heights[at + j]!) | 0;
    }
  }

  /** The distance to where the heights reach the foot above the background of one side. Rises before half of the whole fall are noise. */
  fallOfHeights(peak: number, way: 1 | -1): number {
    const { sums } = this;
    const end = this.#size;
    const top = sums[peak]!;
    let least = top;
    for (let j = peak; j >= 0 && j < end; j += way) if (sums[j]! < least) least = sums[j]!;
    let lowest = top;
    for (let j = peak + way; j >= 0 && j < end; j += way) {
      const value = sums[j]!;
      if (value < lowest) lowest = value;
      const fallen = top - lowest;
      if (2 * fallen > top - least && 2 * (value - lowest) > fallen) break;
    }
    const level = lowest + ((top - lowest) >> 2);
    if (top <= level) return 0;
    let before = top;
    for (let j = peak + way; j >= 0 && j < end; j += way) {
      const value = sums[j]!;
      if (value <= level) return 256 * Math.abs(j - way - peak) + share(before - level, before - value);
      before = value;
    }
    return 256 * (way > 0 ? end - 1 - peak : peak);
  }

  /** The distance to where the strength falls to the level, at most `most`. */
  fallOfStrengths(first: number, last: number, peak: number, way: 1 | -1, most: number): number {
    const end = this.#size;
    const level = ((last - first + 1) * this.#weak) >>> 0;
    let before = this.#sumOfStrengths(first, last, peak);
    if (before <= level) return 0;
    for (let j = peak + way; j >= 0 && j < end; j += way) {
      const distance = 256 * Math.abs(j - way - peak);
      if (distance >= most) return most;
      const value = this.#sumOfStrengths(first, last, j);
      if (value <= level) return Math.min(most, distance + share(before - level, before - value));
      before = value;
    }
    return most;
  }

  /** Updates the previous sum, as for heights. */
  #sumOfStrengths(first: number, last: number, step: number): number {
    let sum = this.#strengthSums[step]!;
    let from = this.#strengthFirst[step]!;
    let to = this.#strengthLast[step]!;
    if (first > to || first < from || last < to) {
      sum = 0;
      from = first;
      to = first - 1;
    }
    while (to < last) sum = (sum + this.#strength(++to, step)) | 0;
    while (from < first) sum = (sum - this.#strength(from++, step)) | 0;
    this.#strengthSums[step] = sum;
    this.#strengthFirst[step] = from;
    this.#strengthLast[step] = to;
    return sum;
  }

  #strength(point: number, step: number): number {
    const at = (point - this.#from) * this.#size + step;
    const known = this.#strengths[at]!;
    if (known !== UNKNOWN) return known;
    const value = this.#strengthAt(point, step);
    this.#strengths[at] = value;
    return value;
  }

  /** Writes the heights of a point's profile, in 256ths of a sample. */
  #sample(point: number, out: number): void {
    const points = this.#points;
    const samples = this.#samples;
    const heights = this.#heights;
    const width = this.#width;
    const place = POINT_WORDS * point;
    const fractions = points[place + 2]!;
    const steps = points[place + 3]!;
    const dx = (steps << 16) >> 16;
    const dy = steps >> 16;
    const reach = this.#reach;
    let x = ((fractions & 4095) - reach * dx - 2048) | 0;
    let y = (((fractions >>> 12) & 4095) - reach * dy - 2048) | 0;
    const cellX = points[place]!;
    const cellY = points[place + 1]!;
    const lastX = width - 1;
    const lastY = this.#height - 1;
    const within = isWithin(cellX, x, x + 2 * reach * dx, lastX) && isWithin(cellY, y, y + 2 * reach * dy, lastY);
    this.#within[point - this.#from] = Number(within);
    for (let end = out + this.#size; out < end; out++, x = (x + dx) | 0, y = (y + dy) | 0) {
      const fx = (x >> 4) & 255;
      const fy = (y >> 4) & 255;
      const left = (cellX + (x >> 12)) | 0;
      const above = (cellY + (y >> 12)) | 0;
      let at = (Math.imul(above, width) + left) | 0;
      let right = 1;
      let below = width;
      if (!within) {
        const x0 = clamp(left, lastX);
        const y0 = clamp(above, lastY);
        at = y0 * width + x0;
        right = clamp(left + 1, lastX) - x0;
        below = (clamp(above + 1, lastY) - y0) * width;
      }
      const top = (Math.imul(samples[at]!, 256 - fx) + Math.imul(samples[at + right]!, fx)) | 0;
      const bottom = (Math.imul(samples[at + below]!, 256 - fx) + Math.imul(samples[at + below + right]!, fx)) | 0;
      heights[out] = (Math.imul(top, 256 - fy) + Math.imul(bottom, fy)) >>> 8;
    }
  }

  #strengthAt(point: number, step: number): number {
    const points = this.#points;
    const response = this.#response;
    const width = this.#width;
    const place = POINT_WORDS * point;
    const fractions = points[place + 2]!;
    const steps = points[place + 3]!;
    const aside = step - this.#reach;
    const x = ((fractions & 4095) + aside * ((steps << 16) >> 16) - 2048) | 0;
    const y = (((fractions >>> 12) & 4095) + aside * (steps >> 16) - 2048) | 0;
    const left = (points[place]! + (x >> 12)) | 0;
    const above = (points[place + 1]! + (y >> 12)) | 0;
    let at = (Math.imul(above, width) + left) | 0;
    let right = 1;
    let below = width;
    if (this.#within[point - this.#from] === 0) {
      const x0 = clamp(left, width - 1);
      const y0 = clamp(above, this.#height - 1);
      at = y0 * width + x0;
      right = clamp(left + 1, width - 1) - x0;
      below = (clamp(above + 1, this.#height - 1) - y0) * width;
    }
    const fx = (x >> 6) & 63;
    const fy = (y >> 6) & 63;
    const top = lerp(response[at]! >>> 6, response[at + right]! >>> 6, fx);
    const bottom = lerp(response[at + below]! >>> 6, response[at + below + right]! >>> 6, fx);
    return lerp(top, bottom, fy);
  }
}

/** Interpolates between two strengths below 2²⁶, at `f` 64ths. */
const lerp = (a: number, b: number, f: number): number => (Math.imul(a, 64 - f) + Math.imul(b, f)) >>> 6;

const clamp = (value: number, last: number): number => Math.max(0, Math.min(value, last));

/** Whether the pixels around both ends of a profile lie in the image along an axis. */
const isWithin = (cell: number, one: number, other: number, last: number): boolean => {
  const a = cell + (one >> 12);
  const b = cell + (other >> 12);
  return a >= 0 && b >= 0 && a < last && b < last;
};

/** 256 part / whole, of numbers below 2³², part ≤ whole. */
const share = (part: number, whole: number): number => {
  const shift = 8 - Math.min(8, Math.clz32(whole));
  return Math.floor(((part >>> shift) * 256) / (whole >>> shift));
};
