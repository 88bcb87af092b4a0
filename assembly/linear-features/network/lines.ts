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

/**
 * `drawPlain`, line by line: the middles of the pixels of a path, from and to the nodes' points, evened out; and, where `normals` is not 0, what
 * `acrossPlain` sets. `room` holds the longest line.
 */
export function draw(
  path: usize,
  places: usize,
  stride: i32,
  from: usize,
  to: usize,
  nodes: usize,
  room: usize,
  even: usize,
  normals: usize,
  words: usize,
): void {
  for (let line = 0; line < lines; line++) {
    const start = startOf(line);
    const size = startOf(line + 1) - start;
    const own = path + ((<usize>start) << 2);
    let row = load<i32>(places + ((<usize>load<i32>(own)) << 2)) / stride;
    for (let i = 0; i < size; i++) {
      let column = load<i32>(places + ((<usize>load<i32>(own + ((<usize>i) << 2))) << 2)) - row * stride;
      // The next pixel is a neighbour.
      if (column < 0) {
        row--;
        column += stride;
      } else if (column >= stride) {
        row++;
        column -= stride;
      }
      const point = room + ((<usize>i) << 4);
      store<f64>(point, <f64>column - 0.5);
      store<f64>(point, <f64>row - 0.5, 8);
    }
    pin(line, size, from, to, nodes, room);
    const at = (<usize>start) << 4;
    smooth(room, size, 3, even + at);
    if (normals !== 0) across(even + at, size, normals + at, words + at);
  }
}

/** Puts the ends of a line onto its nodes. */
function pin(line: i32, size: i32, from: usize, to: usize, nodes: usize, points: usize): void {
  const first = load<i32>(from + ((<usize>line) << 2));
  const last = load<i32>(to + ((<usize>line) << 2));
  v128.store(points, v128.load(nodes + ((<usize>first) << 4)));
  v128.store(points + ((<usize>(size - 1)) << 4), v128.load(nodes + ((<usize>last) << 4)));
}

/** `smoothed`, with a reach of 2 or 3. */
function smooth(given: usize, size: i32, reach: i32, out: usize): void {
  const count = f64x2.splat(<f64>(2 * reach + 1));
  for (let i = 0; i < size; i++) {
    const half = min(reach, min(i, size - 1 - i));
    let at = given + ((<usize>(i - half)) << 4);
    let sum = f64x2.splat(0);
    if (half === reach) {
      sum = f64x2.add(v128.load(at), v128.load(at, 16));
      sum = f64x2.add(f64x2.add(f64x2.add(sum, v128.load(at, 32)), v128.load(at, 48)), v128.load(at, 64));
      if (reach === 3) sum = f64x2.add(f64x2.add(sum, v128.load(at, 80)), v128.load(at, 96));
      v128.store(out + ((<usize>i) << 4), f64x2.div(sum, count));
      continue;
    }
    for (let j = -half; j <= half; j++, at += 16) sum = f64x2.add(sum, v128.load(at));
    v128.store(out + ((<usize>i) << 4), f64x2.div(sum, f64x2.splat(<f64>(2 * half + 1))));
  }
}

/** Points on either side between which the direction of a line is measured. */
const ALONG: i32 = 4;

/** `acrossPlain` of one line. */
function across(line: usize, size: i32, normals: usize, words: usize): void {
  const signs = i64x2(i64.MIN_VALUE, 0);
  for (let i = 0; i < size; i++) {
    const before = min(i, ALONG);
    const behind = min(size - 1 - i, ALONG);
    const own = line + ((<usize>i) << 4);
    const along = f64x2.sub(v128.load(own + ((<usize>behind) << 4)), v128.load(own - ((<usize>before) << 4)));
    const squares = f64x2.mul(along, along);
    const length = sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
    const norm = length === 0 ? 1 : length;
    // −dy, dx.
    const turned = v128.xor(v128.shuffle<f64>(along, along, 1, 0), signs);
    const normal = f64x2.div(turned, f64x2.splat(norm));
    const at = (<usize>i) << 4;
    v128.store(normals + at, normal);
    const point = rounded(f64x2.mul(f64x2.splat(4096), v128.load(own)));
    const pixel = i64x2.shr_u(point, 12);
    const word = words + at;
    v128.store64_lane(word, v128.shuffle<i32>(pixel, pixel, 0, 2, 0, 2), 0);
    const parts = v128.and(point, i64x2.splat(4095));
    const ends = (before << 24) | (behind << 28);
    store<i32>(word, i32x4.extract_lane(parts, 0) | (i32x4.extract_lane(parts, 2) << 12) | ends, 8);
    const step = rounded(f64x2.mul(f64x2.splat(2048), normal));
    store<i32>(word, (i32x4.extract_lane(step, 0) & 0xffff) | (i32x4.extract_lane(step, 2) << 16), 12);
  }
}

/** 1.5 · 2⁵²: a number below 2⁵¹ that is added to it is rounded to a whole one, which the lowest bits of the sum are. */
const WHOLE: f64 = 6755399441055744;

/** The nearest whole numbers as `Math.round` has them, the greater one of two, in the lower 51 bits of both lanes. */
function rounded(values: v128): v128 {
  const sums = f64x2.add(values, f64x2.splat(WHOLE));
  const isBetween = f64x2.eq(f64x2.sub(values, f64x2.sub(sums, f64x2.splat(WHOLE))), f64x2.splat(0.5));
  return i64x2.sub(sums, isBetween);
}

/**
 * `settlePlain`, line by line: midway between the edges, but not beyond the response, the ends on the nodes, evened out. With a `half` of 0 the
 * points stay where they are, and the widths are 0. `room` holds the longest line.
 */
export function settle(
  half: i32,
  width: f64,
  height: f64,
  edges: usize,
  normals: usize,
  from: usize,
  to: usize,
  nodes: usize,
  room: usize,
  even: usize,
  widths: usize,
): void {
  const middle = <f64>(256 * half);
  const most = f64x2.replace_lane(f64x2.splat(width), 1, height);
  for (let line = 0; line < lines; line++) {
    const start = startOf(line);
    const size = startOf(line + 1) - start;
    const points = even + ((<usize>start) << 4);
    const across = normals + ((<usize>start) << 4);
    const edge = edges + ((<usize>start) << 3);
    const wide = widths + ((<usize>start) << 3);
    if (half === 0) {
      memory.copy(room, points, (<usize>size) << 4);
      memory.fill(wide, 0, (<usize>size) << 3);
    } else {
      for (let i = 0; i < size; i++) {
        const right = <f64>load<u32>(edge + ((<usize>i) << 3));
        const left = <f64>load<u32>(edge + ((<usize>i) << 3), 4);
        const own = ((right - left) * 0.5) / 256;
        store<f64>(wide + ((<usize>i) << 3), select<f64>(own, 1, own > 1));
        const aside = (((right + left) / 2 - middle) * 0.5) / 256;
        const at = (<usize>i) << 4;
        const moved = f64x2.add(v128.load(points + at), f64x2.mul(f64x2.splat(aside), v128.load(across + at)));
        v128.store(room + at, f64x2.pmin(most, f64x2.pmax(f64x2.splat(0), moved)));
      }
    }
    pin(line, size, from, to, nodes, room);
    smooth(room, size, 2, points);
  }
}

/** `measurePlain`: length, mean width and mean strength of each line. */
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
