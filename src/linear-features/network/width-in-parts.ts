/** `edgesOf` in WebAssembly: a line in parts, each with the window of the image that its profiles see. */

import { START } from '../kernels/simd/block.js';
import type { Simd } from '../kernels/simd/instance.js';
import type { LineResponse } from '../response/response.js';
import type { Polyline } from './polyline.js';

/** The terms of the profiles that are the same for every line. */
export interface ProfileTerms {
  /** Steps from a profile's middle to its end. */
  readonly half: number;
  /** Steps within which the peak is sought. */
  readonly near: number;
  /** Pixels of a step. */
  readonly step: number;
  /** Points on either side over which profiles are averaged. */
  readonly along: number;
  /** Strength below which a line ends. */
  readonly weak: number;
}

/** Points of a part, without those beside it: their window then fits a processor's second cache. */
const PART = 64;

/** Width and centre of each point, written to `widths` and `centred`; false where a part's window does not fit the memory. */
export const edgesInParts = (
  run: Simd,
  line: Polyline,
  normals: Float64Array,
  response: LineResponse,
  terms: ProfileTerms,
  widths: Float64Array,
  centred: Polyline,
): boolean => {
  const count = line.length / 2;
  for (let from = 0; from < count; from += PART) {
    if (!part(run, line, normals, response, terms, from, Math.min(count, from + PART), widths, centred)) return false;
  }
  return true;
};

const part = (
  run: Simd,
  line: Polyline,
  normals: Float64Array,
  response: LineResponse,
  { half, near, step, along, weak }: ProfileTerms,
  from: number,
  to: number,
  widths: Float64Array,
  centred: Polyline,
): boolean => {
  const { width, height, samples, words } = response;
  const first = Math.max(0, from - along);
  const all = Math.min(line.length / 2, to + along) - first;
  const own = line.subarray(2 * first, 2 * (first + all));
  const reach = half * step + 1;
  const [x, right] = span(own, 0, reach, width);
  const [y, bottom] = span(own, 1, reach, height);
  const perRow = right - x;
  const pixels = perRow * (bottom - y);
  const room = { words: 4 * pixels, samples: 2 * pixels, profile: 8 * (2 * half + 1) };
  const points = START;
  const across = points + 16 * all;
  const heights = across + 16 * all;
  const known = heights + all * room.profile;
  const mean = known + all * room.profile;
  const out = mean + room.profile;
  const atWords = out + 24 * (to - from);
  const atSamples = atWords + room.words;
  const { buffer } = run.memory;
  if (atSamples + room.samples > buffer.byteLength) return false;
  new Float64Array(buffer, points, 2 * all).set(own);
  new Float64Array(buffer, across, 2 * all).set(normals.subarray(2 * first, 2 * (first + all)));
  const nearWords = new Uint32Array(buffer, atWords, pixels);
  const nearSamples = new Uint16Array(buffer, atSamples, pixels);
  // Rows are short: a loop is faster than a copy of each.
  for (let row = y, at = 0; row < bottom; row++) {
    for (let from = row * width + x, end = from + perRow; from < end; from++, at++) {
      nearWords[at] = words[from]!;
      nearSamples[at] = samples[from]!;
    }
  }
  run.seeWindow(width, height, x, y, perRow, atSamples, atWords);
  run.edges(all, from - first, to - first, half, near, weak, points, across, heights, known, mean, out);
  const results = new Float64Array(buffer, out, 3 * (to - from));
  for (let i = from, k = 0; i < to; i++, k += 3) {
    widths[i] = results[k]!;
    centred[2 * i] = results[k + 1]!;
    centred[2 * i + 1] = results[k + 2]!;
  }
  return true;
};

/** The pixels within reach of the points along an axis: the first, and the one after the last. */
const span = (points: Polyline, axis: 0 | 1, reach: number, size: number): readonly [number, number] => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = axis; k < points.length; k += 2) {
    least = Math.min(least, points[k]!);
    most = Math.max(most, points[k]!);
  }
  const first = Math.min(Math.max(0, Math.floor(least - reach) - 1), Math.max(0, size - 2));
  return [first, Math.max(Math.min(size, Math.ceil(most + reach) + 2), Math.min(size, first + 2))];
};
