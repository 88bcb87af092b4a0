/** The lines that the next calls are about: line i has the points from `starts[i]` to `starts[i + 1]`. */
let lines: i32 = 0;
let starts: usize = 0;

export function bindLines(count: i32, at: usize): void {
  lines = count;
  starts = at;
}

function startOf(line: i32): i32 {
  return load<i32>(starts + ((<usize>line) << 2));
}

/** `pointsPlain`: the middles of the pixels of a path, from and to the nodes' points. */
export function points(
  path: usize,
  places: usize,
  stride: i32,
  from: usize,
  to: usize,
  nodes: usize,
  out: usize,
): void {
  for (let line = 0; line < lines; line++) {
    const end = startOf(line + 1);
    for (let i = startOf(line); i < end; i++) {
      const at = load<i32>(places + ((<usize>load<i32>(path + ((<usize>i) << 2))) << 2));
      const row = at / stride;
      const point = out + ((<usize>i) << 4);
      store<f64>(point, <f64>(at - row * stride) - 0.5);
      store<f64>(point, <f64>row - 0.5, 8);
    }
    v128.store(
      out + ((<usize>startOf(line)) << 4),
      v128.load(nodes + ((<usize>load<i32>(from + ((<usize>line) << 2))) << 4)),
    );
    v128.store(
      out + ((<usize>(end - 1)) << 4),
      v128.load(nodes + ((<usize>load<i32>(to + ((<usize>line) << 2))) << 4)),
    );
  }
}

/** `smoothed` of each line. */
export function smooth(given: usize, reach: i32, out: usize): void {
  for (let line = 0; line < lines; line++) {
    const first = startOf(line);
    const last = startOf(line + 1) - 1;
    for (let i = first; i <= last; i++) {
      const half = min(reach, min(i - first, last - i));
      let sum = f64x2.splat(0);
      let at = given + ((<usize>(i - half)) << 4);
      for (let j = -half; j <= half; j++, at += 16) sum = f64x2.add(sum, v128.load(at));
      v128.store(out + ((<usize>i) << 4), f64x2.div(sum, f64x2.splat(<f64>(2 * half + 1))));
    }
  }
}

/** Points on either side between which the direction of a line is measured. */
const ALONG: i32 = 4;

/** `acrossPlain`. */
export function across(line: usize, normals: usize, words: usize): void {
  const signs = i64x2(i64.MIN_VALUE, 0);
  for (let l = 0; l < lines; l++) {
    const start = startOf(l);
    const end = startOf(l + 1) - 1;
    for (let i = start; i <= end; i++) {
      const first = max(start, i - ALONG);
      const last = min(end, i + ALONG);
      const a = line + ((<usize>first) << 4);
      const b = line + ((<usize>last) << 4);
      const along = f64x2.sub(v128.load(b), v128.load(a));
      const squares = f64x2.mul(along, along);
      const size = sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
      const norm = size === 0 ? 1 : size;
      // −dy, dx.
      const turned = v128.xor(v128.shuffle<f64>(along, along, 1, 0), signs);
      const normal = f64x2.div(turned, f64x2.splat(norm));
      const at = (<usize>i) << 4;
      v128.store(normals + at, normal);
      const point = nearest(f64x2.mul(f64x2.splat(4096), v128.load(line + at)));
      const pixel = f64x2.floor(f64x2.mul(f64x2.splat(1 / 4096.0), point));
      const word = words + at;
      v128.store64_lane(word, whole(pixel), 0);
      const parts = whole(f64x2.sub(point, f64x2.mul(f64x2.splat(4096), pixel)));
      const ends = ((i - first) << 24) | ((last - i) << 28);
      store<i32>(word, i32x4.extract_lane(parts, 0) | (i32x4.extract_lane(parts, 1) << 12) | ends, 8);
      const step = whole(nearest(f64x2.mul(f64x2.splat(2048), normal)));
      store<i32>(word, (i32x4.extract_lane(step, 0) & 0xffff) | (i32x4.extract_lane(step, 1) << 16), 12);
    }
  }
}

/** The nearest whole numbers, the greater one of two, as `Math.round`. */
function nearest(values: v128): v128 {
  const up = f64x2.ceil(values);
  const isLess = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), values);
  return f64x2.sub(up, v128.and(isLess, f64x2.splat(1)));
}

/** Two whole numbers as integers, in the first two lanes. */
function whole(values: v128): v128 {
  return i32x4.trunc_sat_f64x2_s_zero(values);
}

/** `centredPlain`: widths of `count` points, and the points midway between the edges. */
export function centre(
  count: i32,
  half: i32,
  edges: usize,
  line: usize,
  normals: usize,
  widths: usize,
  out: usize,
): void {
  const middle = <f64>(256 * half);
  for (let i = 0; i < count; i++) {
    const edge = edges + ((<usize>i) << 3);
    const right = <f64>load<u32>(edge);
    const left = <f64>load<u32>(edge, 4);
    store<f64>(widths + ((<usize>i) << 3), max<f64>(1, ((right - left) * 0.5) / 256));
    const aside = (((right + left) / 2 - middle) * 0.5) / 256;
    const at = (<usize>i) << 4;
    v128.store(out + at, f64x2.add(v128.load(line + at), f64x2.mul(f64x2.splat(aside), v128.load(normals + at))));
  }
}

/** Puts the ends of each line back where they were. */
export function pinEnds(points: usize, out: usize): void {
  for (let line = 0; line < lines; line++) {
    const first = (<usize>startOf(line)) << 4;
    const last = (<usize>(startOf(line + 1) - 1)) << 4;
    v128.store(out + first, v128.load(points + first));
    v128.store(out + last, v128.load(points + last));
  }
}

/** `measuresPlain`: length, mean width and mean strength of each line. */
export function measure(
  clutter: f64,
  points: usize,
  widths: usize,
  path: usize,
  strengths: usize,
  lengths: usize,
  means: usize,
  strong: usize,
): void {
  for (let line = 0; line < lines; line++) {
    const first = startOf(line);
    const end = startOf(line + 1);
    let width: f64 = 0;
    let strength: f64 = 0;
    for (let i = first; i < end; i++) {
      width += load<f64>(widths + ((<usize>i) << 3));
      strength += <f64>load<u32>(strengths + ((<usize>load<i32>(path + ((<usize>i) << 2))) << 2));
    }
    const count = <f64>(end - first);
    store<f64>(lengths + ((<usize>line) << 3), lengthOf(points, first, end));
    store<f64>(means + ((<usize>line) << 3), width / count);
    store<f64>(strong + ((<usize>line) << 3), strength / count / clutter);
  }
}

function lengthOf(points: usize, first: i32, end: i32): f64 {
  let sum: f64 = 0;
  for (let i = first + 1; i < end; i++) {
    const at = points + ((<usize>i) << 4);
    const dx = load<f64>(at) - load<f64>(at - 16);
    const dy = load<f64>(at, 8) - load<f64>(at - 8);
    sum += sqrt(dx * dx + dy * dy);
  }
  return sum;
}

/** `simplified` of each line, one after the other: which points stay, and where in `kept` each line begins. */
export function simplify(tolerance: f64, points: usize, spans: usize, kept: usize, keptStarts: usize): void {
  let out = 0;
  for (let line = 0; line < lines; line++) {
    const first = startOf(line);
    const last = startOf(line + 1) - 1;
    store<i32>(keptStarts + ((<usize>line) << 2), out);
    store<i32>(kept + ((<usize>out) << 2), first);
    out++;
    let top = spans;
    if (last > first) {
      store<i32>(top, first);
      store<i32>(top, last, 4);
      top += 8;
    }
    while (top > spans) {
      top -= 8;
      const from = load<i32>(top);
      const to = load<i32>(top, 4);
      const at = farthest(points, from, to, tolerance);
      if (at < 0) {
        store<i32>(kept + ((<usize>out) << 2), to);
        out++;
      } else {
        store<i32>(top, at);
        store<i32>(top, to, 4);
        store<i32>(top, from, 8);
        store<i32>(top, at, 12);
        top += 16;
      }
    }
  }
  store<i32>(keptStarts + ((<usize>lines) << 2), out);
}

/** `framedPlain`: `count` points. */
export function framed(
  count: i32,
  x: f64,
  y: f64,
  scaleX: f64,
  scaleY: f64,
  scale: f64,
  kept: usize,
  even: usize,
  widths: usize,
  points: usize,
  scaled: usize,
): void {
  const by = f64x2.replace_lane(f64x2.splat(x), 1, y);
  const times = f64x2.replace_lane(f64x2.splat(scaleX), 1, scaleY);
  for (let k = 0; k < count; k++) {
    const i = <usize>load<i32>(kept + ((<usize>k) << 2));
    v128.store(points + ((<usize>k) << 4), f64x2.mul(f64x2.add(by, v128.load(even + (i << 4))), times));
    store<f64>(scaled + ((<usize>k) << 3), load<f64>(widths + (i << 3)) * scale);
  }
}

function farthest(points: usize, from: i32, to: i32, tolerance: f64): i32 {
  const a = points + ((<usize>from) << 4);
  const b = points + ((<usize>to) << 4);
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const dx = load<f64>(b) - ax;
  const dy = load<f64>(b, 8) - ay;
  const squared = dx * dx + dy * dy;
  let far = tolerance * tolerance;
  let found = -1;
  let i = from + 1;
  // Two points at a time, each with the operations of one.
  for (; i + 1 < to; i += 2) {
    const own = points + ((<usize>i) << 4);
    const one = v128.load(own);
    const other = v128.load(own, 16);
    const px = f64x2.sub(v128.shuffle<f64>(one, other, 0, 2), f64x2.splat(ax));
    const py = f64x2.sub(v128.shuffle<f64>(one, other, 1, 3), f64x2.splat(ay));
    const along = f64x2.add(f64x2.mul(px, f64x2.splat(dx)), f64x2.mul(py, f64x2.splat(dy)));
    const part = f64x2.div(along, f64x2.splat(squared));
    const t = squared === 0 ? f64x2.splat(0) : f64x2.pmax(f64x2.pmin(part, f64x2.splat(1)), f64x2.splat(0));
    const x = f64x2.sub(px, f64x2.mul(t, f64x2.splat(dx)));
    const y = f64x2.sub(py, f64x2.mul(t, f64x2.splat(dy)));
    const distances = f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y));
    if (!v128.any_true(f64x2.gt(distances, f64x2.splat(far)))) continue;
    const first = f64x2.extract_lane(distances, 0);
    const second = f64x2.extract_lane(distances, 1);
    found = second > max(first, far) ? i + 1 : i;
    far = max(first, second);
  }
  if (i < to) {
    const own = points + ((<usize>i) << 4);
    const px = load<f64>(own) - ax;
    const py = load<f64>(own, 8) - ay;
    const t = squared === 0 ? 0 : max<f64>(0, min<f64>(1, (px * dx + py * dy) / squared));
    const x = px - t * dx;
    const y = py - t * dy;
    if (x * x + y * y > far) found = i;
  }
  return found;
}
