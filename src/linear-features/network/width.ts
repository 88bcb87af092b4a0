import { type Simd, simd } from '../kernels/simd/instance.js';
import { type LineResponse, strengthOf } from '../response/response.js';
import type { Polyline } from './polyline.js';
import { edgesInParts } from './width-in-parts.js';

/** Steps of a profile, in pixels. */
const STEP = 0.5;
/** Points on either side over which profiles are averaged. */
const ALONG = 4;
/** Height of an edge over its side's background, as a part of the peak's. */
const FOOT = 0.25;
/** Most distance of the ridge from the traced line, in pixels. */
const ASIDE = 1.5;

/** The edges on both sides of a line. */
export interface Edges {
  /** Distance between the edges at each point, in pixels; at least 1. */
  readonly widths: Float64Array;
  /** The points midway between the edges. */
  readonly centred: Polyline;
}

/**
 * Finds the edges of a line at each of its points, on profiles across it, means of neighbouring ones: where the
 * samples have fallen to a quarter of their height over that side's background, or the strength below `weak`,
 * whichever is nearer. The background is the lowest value before the profile rises again by half, at most `reach` pixels away.
 */
export const edgesOf = (
  line: Polyline,
  response: LineResponse,
  reach: number,
  weak: number,
  profiles = new Profiles(),
  run: Simd | false = simd() ?? false,
): Edges => {
  const half = Math.ceil(reach / STEP);
  const normals = normalsOf(line);
  const terms = { half, near: nearOf(half), step: STEP, along: ALONG, weak };
  const widths = new Float64Array(line.length / 2);
  const centred = new Float64Array(line.length);
  if (run === false || !edgesInParts(run, line, normals, response, terms, widths, centred)) {
    findEdges(line, normals, response, half, weak, profiles, widths, centred);
  }
  return { widths, centred };
};

/** The edges without WebAssembly. */
const findEdges = (
  line: Polyline,
  normals: Float64Array,
  response: LineResponse,
  half: number,
  weak: number,
  profiles: Profiles,
  widths: Float64Array,
  centred: Polyline,
): void => {
  const count = line.length / 2;
  const size = 2 * half + 1;
  const { heights, strengths } = profiles.of(count * size);
  sampleHeights(response, line, normals, half, heights);
  const strength = new Strengths(response, line, normals, half, strengths);
  const height = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    meanProfile(heights, i, count, height);
    const peak = peakOf(height, half);
    const right = peak + strength.fall(i, peak, 1, weak, edge(height, peak, 1));
    const left = peak - strength.fall(i, peak, -1, weak, edge(height, peak, -1));
    widths[i] = Math.max(1, STEP * (right - left));
    const aside = STEP * ((right + left) / 2 - half);
    centred[2 * i] = line[2 * i]! + aside * normals[2 * i]!;
    centred[2 * i + 1] = line[2 * i + 1]! + aside * normals[2 * i + 1]!;
  }
};

/** Room for the profiles of a line, for one line after the other. */
export class Profiles {
  heights = new Float64Array(0);
  strengths = new Float64Array(0);

  /** At least so many values of each. */
  of(size: number): this {
    if (this.heights.length < size) {
      this.heights = new Float64Array(2 * size);
      this.strengths = new Float64Array(2 * size);
    }
    return this;
  }
}

/** Unit vectors across the line. */
const normalsOf = (line: Polyline): Float64Array => {
  const count = line.length / 2;
  const normals = new Float64Array(line.length);
  for (let i = 0; i < count; i++) {
    const a = 2 * Math.max(0, i - ALONG);
    const b = 2 * Math.min(count - 1, i + ALONG);
    const dx = line[b]! - line[a]!;
    const dy = line[b + 1]! - line[a + 1]!;
    const norm = Math.hypot(dx, dy) || 1;
    normals[2 * i] = -dy / norm;
    normals[2 * i + 1] = dx / norm;
  }
  return normals;
};

const meanProfile = (profiles: Float64Array, i: number, count: number, mean: Float64Array): void => {
  const from = Math.max(0, i - ALONG);
  const to = Math.min(count - 1, i + ALONG);
  const size = mean.length;
  const last = to * size;
  for (let j = 0; j < size; j++) {
    let p = (from * size + j) | 0;
    let sum = profiles[p]!;
    // Three at a time, in the same order: the sum keeps its bits.
    for (p = (p + size) | 0; p + 2 * size <= last + j; p = (p + 3 * size) | 0) {
      sum = sum + profiles[p]! + profiles[(p + size) | 0]! + profiles[(p + 2 * size) | 0]!;
    }
    for (; p <= last + j; p = (p + size) | 0) sum += profiles[p]!;
    mean[j] = sum / (to - from + 1);
  }
};

/** Steps from the traced line within which its ridge is sought. */
const nearOf = (half: number): number => Math.min(half, Math.round(ASIDE / STEP));

const peakOf = (profile: Float64Array, half: number): number => {
  const near = nearOf(half);
  let peak = half;
  for (let j = half - near; j <= half + near; j++) if (profile[j]! > profile[peak]!) peak = j;
  return peak;
};

/** Steps from the peak to the foot over the background of one side. Rises before half of the whole fall are noise. */
const edge = (profile: Float64Array, peak: number, step: 1 | -1): number => {
  const top = profile[peak]!;
  let least = top;
  for (let j = peak; j >= 0 && j < profile.length; j += step) least = Math.min(least, profile[j]!);
  let lowest = top;
  for (let j = peak + step; j >= 0 && j < profile.length; j += step) {
    lowest = Math.min(lowest, profile[j]!);
    const fallen = top - lowest;
    if (2 * fallen > top - least && profile[j]! - lowest > fallen / 2) break;
  }
  return fall(profile, peak, step, lowest + (top - lowest) * FOOT);
};

/** Steps from the peak to where the profile falls below `level`; to its end where it does not. */
const fall = (profile: Float64Array, peak: number, step: 1 | -1, level: number): number => {
  if (profile[peak]! <= level) return 0;
  for (let j = peak + step; j >= 0 && j < profile.length; j += step) {
    if (profile[j]! > level) continue;
    const before = profile[j - step]!;
    return Math.abs(j - step - peak) + (before - level) / (before - profile[j]!);
  }
  return step > 0 ? profile.length - 1 - peak : peak;
};

/** The samples at the points of all profiles, bilinear among pixel centres; beyond the border those of the nearest pixel. */
const sampleHeights = (
  { width, height, samples }: LineResponse,
  line: Polyline,
  normals: Float64Array,
  half: number,
  heights: Float64Array,
): void => {
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  const lastX = Math.max(0, width - 2);
  const lastY = Math.max(0, height - 2);
  for (let i = 0, place = 0; i < line.length; i += 2) {
    const [x, y, across, down] = [line[i]!, line[i + 1]!, normals[i]!, normals[i + 1]!];
    const within = isWithin(x, across, half, width) && isWithin(y, down, half, height);
    for (let j = -half; j <= half; j++, place++) {
      let cx = x + j * STEP * across - 0.5;
      let cy = y + j * STEP * down - 0.5;
      if (!within) {
        cx = Math.min(Math.max(cx, 0), width - 1);
        cy = Math.min(Math.max(cy, 0), height - 1);
      }
      const x0 = within ? cx | 0 : Math.min(cx | 0, lastX);
      const y0 = within ? cy | 0 : Math.min(cy | 0, lastY);
      const fx = cx - x0;
      const fy = cy - y0;
      const a = y0 * width + x0;
      const c = a + below;
      const top = samples[a]! * (1 - fx) + samples[a + right]! * fx;
      heights[place] = top * (1 - fy) + (samples[c]! * (1 - fx) + samples[c + right]! * fx) * fy;
    }
  }
};

/** Whether every point of a profile lies among the pixel centres along an axis. */
const isWithin = (centre: number, normal: number, half: number, size: number): boolean => {
  const one = centre - half * STEP * normal - 0.5;
  const other = centre + half * STEP * normal - 0.5;
  return Math.min(one, other) >= 0 && Math.max(one, other) < size - 1;
};

/** The strengths at the same points, each worked out when it is asked for: the way to where they fall is short. */
class Strengths {
  readonly #size: number;
  readonly #count: number;

  /** `known`: room for those of all points. */
  constructor(
    private readonly response: LineResponse,
    private readonly line: Polyline,
    private readonly normals: Float64Array,
    private readonly half: number,
    private readonly known: Float64Array,
  ) {
    this.#size = 2 * half + 1;
    this.#count = line.length / 2;
    known.fill(UNKNOWN, 0, this.#count * this.#size);
  }

  /** As `fall`, on the mean profile of a point; `most` where it is not nearer. */
  fall(i: number, peak: number, step: 1 | -1, level: number, most: number): number {
    let before = this.#mean(i, peak);
    if (before <= level) return 0;
    let j = peak + step;
    for (; j >= 0 && j < this.#size; j += step) {
      if (Math.abs(j - step - peak) >= most) return most;
      const value = this.#mean(i, j);
      if (value <= level) return Math.min(most, Math.abs(j - step - peak) + (before - level) / (before - value));
      before = value;
    }
    return Math.min(most, step > 0 ? this.#size - 1 - peak : peak);
  }

  #mean(i: number, j: number): number {
    const { known } = this;
    const size = this.#size;
    const from = Math.max(0, i - ALONG);
    const to = Math.min(this.#count - 1, i + ALONG);
    const last = to * size + j;
    let sum = 0;
    for (let place = from * size + j, k = from; place <= last; place += size, k++) {
      const value = known[place]!;
      sum += value === UNKNOWN ? this.#find(k, j, place) : value;
    }
    return sum / (to - from + 1);
  }

  #find(i: number, j: number, place: number): number {
    const { width, height, words } = this.response;
    const aside = (j - this.half) * STEP;
    const cx = Math.min(Math.max(this.line[2 * i]! + aside * this.normals[2 * i]! - 0.5, 0), width - 1);
    const cy = Math.min(Math.max(this.line[2 * i + 1]! + aside * this.normals[2 * i + 1]! - 0.5, 0), height - 1);
    const x0 = Math.min(cx | 0, Math.max(0, width - 2));
    const y0 = Math.min(cy | 0, Math.max(0, height - 2));
    const fx = cx - x0;
    const fy = cy - y0;
    const a = y0 * width + x0;
    const b = a + (width > 1 ? 1 : 0);
    const below = height > 1 ? width : 0;
    const upper = strengthOf(words[a]!) * (1 - fx) + strengthOf(words[b]!) * fx;
    const lower = strengthOf(words[a + below]!) * (1 - fx) + strengthOf(words[b + below]!) * fx;
    const value = upper * (1 - fy) + lower * fy;
    this.known[place] = value;
    return value;
  }
}

/** No strength is negative. */
const UNKNOWN = -1;
