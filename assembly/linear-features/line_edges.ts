/**
 * The edges of a part of a line (`network/width.ts`), by the same operations on doubles in the same order. Positions are in pixels of
 * the image; the samples and the words of the response are those of a window of it.
 */

/** Steps of a profile, points on either side over which profiles are averaged, and the foot of an edge, as in `width.ts`. */
const STEP: f64 = 0.5;
const ALONG: i32 = 4;
const FOOT: f64 = 0.25;

let width: i32 = 0;
let height: i32 = 0;
let stride: i32 = 0;
let samples: usize = 0;
let words: usize = 0;

/** The image's sides; the window's corner, its pixels a row, and where its samples, 16 bits each, and its words lie. */
export function seeWindow(
  imageWidth: i32,
  imageHeight: i32,
  x: i32,
  y: i32,
  perRow: i32,
  atSamples: usize,
  atWords: usize,
): void {
  width = imageWidth;
  height = imageHeight;
  stride = perRow;
  const corner = y * perRow + x;
  samples = atSamples - 2 * corner;
  words = atWords - 4 * corner;
}

let points: usize = 0;
let normals: usize = 0;
let strengths: usize = 0;
let size: i32 = 0;
let half: i32 = 0;
let count: i32 = 0;

/**
 * Writes three doubles for each of the points [from, to) of `all`: the width, and the point midway between the edges. Points and
 * normals are pairs of doubles; `heights` and `known` have room for a profile of 2 · reach + 1 doubles of each point, `mean` for one
 * and `out` for the result.
 */
export function edges(
  all: i32,
  from: i32,
  to: i32,
  reach: i32,
  near: i32,
  weak: f64,
  atPoints: usize,
  atNormals: usize,
  heights: usize,
  known: usize,
  mean: usize,
  out: usize,
): void {
  points = atPoints;
  normals = atNormals;
  strengths = known;
  count = all;
  half = reach;
  size = 2 * reach + 1;
  for (let i = 0; i < all; i++) sampleHeights(i, heights + 8 * <usize>(i * size));
  // No number: a strength that is not yet known.
  memory.fill(known, 0xff, 8 * <usize>(all * size));
  for (let i = from; i < to; i++, out += 24) {
    meanProfile(heights, i, mean);
    let peak = half;
    for (let j = half - near; j <= half + near; j++) if (at(mean, j) > at(mean, peak)) peak = j;
    const right = <f64>peak + strengthFall(i, peak, 1, weak, edge(mean, peak, 1));
    const left = <f64>peak - strengthFall(i, peak, -1, weak, edge(mean, peak, -1));
    store<f64>(out, max(1.0, STEP * (right - left)));
    const aside = STEP * ((right + left) / 2 - <f64>half);
    const place: usize = 16 * <usize>i;
    store<f64>(out, load<f64>(points + place) + aside * load<f64>(normals + place), 8);
    store<f64>(out, load<f64>(points + place, 8) + aside * load<f64>(normals + place, 8), 16);
  }
}

function at(profile: usize, j: i32): f64 {
  return load<f64>(profile + 8 * <usize>j);
}

function meanProfile(heights: usize, i: i32, mean: usize): void {
  const from = max(0, i - ALONG);
  const to = min(count - 1, i + ALONG);
  const pitch: usize = 8 * <usize>size;
  const first = heights + <usize>from * pitch;
  const last = heights + <usize>to * pitch;
  const n = <f64>(to - from + 1);
  const all = f64x2.splat(n);
  let j: usize = 0;
  for (const pairs: usize = pitch - 8; j < pairs; j += 16) {
    let sum = v128.load(first + j);
    for (let p = first + pitch; p <= last; p += pitch) sum = f64x2.add(sum, v128.load(p + j));
    v128.store(mean + j, f64x2.div(sum, all));
  }
  let sum = load<f64>(first + j);
  for (let p = first + pitch; p <= last; p += pitch) sum += load<f64>(p + j);
  store<f64>(mean + j, sum / n);
}

function edge(profile: usize, peak: i32, step: i32): f64 {
  const top = at(profile, peak);
  let least = top;
  for (let j = peak; j >= 0 && j < size; j += step) least = min(least, at(profile, j));
  let lowest = top;
  for (let j = peak + step; j >= 0 && j < size; j += step) {
    const value = at(profile, j);
    lowest = min(lowest, value);
    const fallen = top - lowest;
    if (2 * fallen > top - least && value - lowest > fallen / 2) break;
  }
  return fall(profile, peak, step, lowest + (top - lowest) * FOOT);
}

function fall(profile: usize, peak: i32, step: i32, level: f64): f64 {
  if (at(profile, peak) <= level) return 0;
  for (let j = peak + step; j >= 0 && j < size; j += step) {
    const value = at(profile, j);
    if (value > level) continue;
    const before = at(profile, j - step);
    return <f64>abs(j - step - peak) + (before - level) / (before - value);
  }
  return <f64>(step > 0 ? size - 1 - peak : peak);
}

function isWithin(centre: f64, normal: f64, sides: i32): bool {
  const one = centre - <f64>half * STEP * normal - 0.5;
  const other = centre + <f64>half * STEP * normal - 0.5;
  return min(one, other) >= 0 && max(one, other) < <f64>(sides - 1);
}

function sampleHeights(i: i32, out: usize): void {
  const point: usize = 16 * <usize>i;
  const x = load<f64>(points + point);
  const y = load<f64>(points + point, 8);
  const across = load<f64>(normals + point);
  const down = load<f64>(normals + point, 8);
  const within = isWithin(x, across, width) && isWithin(y, down, height);
  if (within) {
    const last = twoHeights(x, y, across, down, out);
    const cx = x + <f64>half * STEP * across - 0.5;
    const cy = y + <f64>half * STEP * down - 0.5;
    const a = samples + 2 * <usize>(<i32>cy * stride + <i32>cx);
    store<f64>(last, heightAt(a, 2, 2 * <usize>stride, cx - <f64>(<i32>cx), cy - <f64>(<i32>cy)));
    return;
  }
  const right: usize = width > 1 ? 2 : 0;
  const below: usize = height > 1 ? 2 * <usize>stride : 0;
  const lastX = max(0, width - 2);
  const lastY = max(0, height - 2);
  for (let j = -half; j <= half; j++, out += 8) {
    const cx = min(max(x + <f64>j * STEP * across - 0.5, 0.0), <f64>(width - 1));
    const cy = min(max(y + <f64>j * STEP * down - 0.5, 0.0), <f64>(height - 1));
    const x0 = min(<i32>cx, lastX);
    const y0 = min(<i32>cy, lastY);
    store<f64>(out, heightAt(samples + 2 * <usize>(y0 * stride + x0), right, below, cx - <f64>x0, cy - <f64>y0));
  }
}

/** All heights of a profile that lies among the pixel centres but the last, two at a time; gives the place of the last. */
function twoHeights(x: f64, y: f64, across: f64, down: f64, out: usize): usize {
  const middleX = f64x2.splat(x);
  const middleY = f64x2.splat(y);
  const normalX = f64x2.splat(across);
  const normalY = f64x2.splat(down);
  const step = f64x2.splat(STEP);
  const corner = f64x2.splat(0.5);
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  const low = i32x4.splat(0xffff);
  const row: usize = 2 * <usize>stride;
  let steps = f64x2.replace_lane(f64x2.splat(-(<f64>half)), 1, 1 - <f64>half);
  for (let j = -half; j < half; j += 2, out += 16) {
    const aside = f64x2.mul(steps, step);
    const cx = f64x2.sub(f64x2.add(middleX, f64x2.mul(aside, normalX)), corner);
    const cy = f64x2.sub(f64x2.add(middleY, f64x2.mul(aside, normalY)), corner);
    const x0 = i32x4.trunc_sat_f64x2_s_zero(cx);
    const y0 = i32x4.trunc_sat_f64x2_s_zero(cy);
    const fx = f64x2.sub(cx, f64x2.convert_low_i32x4_s(x0));
    const fy = f64x2.sub(cy, f64x2.convert_low_i32x4_s(y0));
    const a = samples + 2 * <usize>(i32x4.extract_lane(y0, 0) * stride + i32x4.extract_lane(x0, 0));
    const b = samples + 2 * <usize>(i32x4.extract_lane(y0, 1) * stride + i32x4.extract_lane(x0, 1));
    // A pixel and the one to its right are one word.
    const upper = i32x4.replace_lane(v128.load32_zero(a), 1, load<i32>(b));
    const lower = i32x4.replace_lane(v128.load32_zero(a + row), 1, load<i32>(b + row));
    const rest = f64x2.sub(one, fx);
    const top = f64x2.add(
      f64x2.mul(f64x2.convert_low_i32x4_s(v128.and(upper, low)), rest),
      f64x2.mul(f64x2.convert_low_i32x4_s(i32x4.shr_u(upper, 16)), fx),
    );
    const bottom = f64x2.add(
      f64x2.mul(f64x2.convert_low_i32x4_s(v128.and(lower, low)), rest),
      f64x2.mul(f64x2.convert_low_i32x4_s(i32x4.shr_u(lower, 16)), fx),
    );
    v128.store(out, f64x2.add(f64x2.mul(top, f64x2.sub(one, fy)), f64x2.mul(bottom, fy)));
    steps = f64x2.add(steps, two);
  }
  return out;
}

/** The height between four pixels: of the one at the top left, and as far from it to the right and down as given. */
function heightAt(a: usize, right: usize, below: usize, fx: f64, fy: f64): f64 {
  const c = a + below;
  const top = <f64>load<u16>(a) * (1 - fx) + <f64>load<u16>(a + right) * fx;
  const bottom = <f64>load<u16>(c) * (1 - fx) + <f64>load<u16>(c + right) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** As `fall`, on the mean strengths of a point; `most` where it is not nearer. */
function strengthFall(i: i32, peak: i32, step: i32, level: f64, most: f64): f64 {
  let before = meanStrength(i, peak);
  if (before <= level) return 0;
  for (let j = peak + step; j >= 0 && j < size; j += step) {
    if (<f64>abs(j - step - peak) >= most) return most;
    const value = meanStrength(i, j);
    if (value <= level) return min(most, <f64>abs(j - step - peak) + (before - level) / (before - value));
    before = value;
  }
  return min(most, <f64>(step > 0 ? size - 1 - peak : peak));
}

function meanStrength(i: i32, j: i32): f64 {
  const from = max(0, i - ALONG);
  const to = min(count - 1, i + ALONG);
  let sum: f64 = 0;
  for (let k = from; k <= to; k++) {
    const place = strengths + 8 * <usize>(k * size + j);
    let value = load<f64>(place);
    if (isNaN(value)) {
      value = strengthAt(k, j);
      store<f64>(place, value);
    }
    sum += value;
  }
  return sum / <f64>(to - from + 1);
}

function strengthAt(i: i32, j: i32): f64 {
  const point: usize = 16 * <usize>i;
  const aside = <f64>(j - half) * STEP;
  const cx = min(max(load<f64>(points + point) + aside * load<f64>(normals + point) - 0.5, 0.0), <f64>(width - 1));
  const cy = min(
    max(load<f64>(points + point, 8) + aside * load<f64>(normals + point, 8) - 0.5, 0.0),
    <f64>(height - 1),
  );
  const x0 = min(<i32>cx, max(0, width - 2));
  const y0 = min(<i32>cy, max(0, height - 2));
  const fx = cx - <f64>x0;
  const fy = cy - <f64>y0;
  const a = words + 4 * <usize>(y0 * stride + x0);
  const b: usize = width > 1 ? 4 : 0;
  const below: usize = height > 1 ? 4 * <usize>stride : 0;
  const upper = strength(a) * (1 - fx) + strength(a + b) * fx;
  const lower = strength(a + below) * (1 - fx) + strength(a + below + b) * fx;
  return upper * (1 - fy) + lower * fy;
}

function strength(word: usize): f64 {
  return <f64>(load<u32>(word) >>> 6);
}
