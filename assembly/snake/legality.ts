/** When a ring stays strictly simple, as `src/snake/kernels/shared/legality.ts`. */
import { after, before, ring, vertices, xOf, yOf } from './contour';

/** Sign of the turn a → b → c. */
function turn(ax: i32, ay: i32, bx: i32, by: i32, cx: i32, cy: i32): i32 {
  const d = <i64>(bx - ax) * <i64>(cy - ay) - <i64>(by - ay) * <i64>(cx - ax);
  return <i32>(d > 0) - <i32>(d < 0);
}

/** True where a → b → c runs back on itself. */
export function foldsBack(ax: i32, ay: i32, bx: i32, by: i32, cx: i32, cy: i32): bool {
  if (turn(ax, ay, bx, by, cx, cy) !== 0) return false;
  return <i64>(ax - bx) * <i64>(cx - bx) + <i64>(ay - by) * <i64>(cy - by) > 0;
}

function between(ax: i32, ay: i32, bx: i32, by: i32, cx: i32, cy: i32): bool {
  return min(ax, bx) <= cx && cx <= max(ax, bx) && min(ay, by) <= cy && cy <= max(ay, by);
}

/** True where the closed segments ab and cd have any common point. */
export function touches(ax: i32, ay: i32, bx: i32, by: i32, cx: i32, cy: i32, dx: i32, dy: i32): bool {
  if (max(ax, bx) < min(cx, dx) || max(cx, dx) < min(ax, bx)) return false;
  if (max(ay, by) < min(cy, dy) || max(cy, dy) < min(ay, by)) return false;
  const c = turn(ax, ay, bx, by, cx, cy);
  const d = turn(ax, ay, bx, by, dx, dy);
  const a = turn(cx, cy, dx, dy, ax, ay);
  const b = turn(cx, cy, dx, dy, bx, by);
  if (c * d < 0 && a * b < 0) return true;
  return (
    (c === 0 && between(ax, ay, bx, by, cx, cy)) ||
    (d === 0 && between(ax, ay, bx, by, dx, dy)) ||
    (a === 0 && between(cx, cy, dx, dy, ax, ay)) ||
    (b === 0 && between(cx, cy, dx, dy, bx, by))
  );
}

/**
 * May the edges from vertex `from` through (x, y) to vertex `to` replace those between? With `through` false the one edge
 * from `from` to `to` is tried, and (x, y) ignored.
 */
export function isLegal(from: i32, to: i32, through: bool, x: i32, y: i32): bool {
  const b = before(from);
  const a = after(to);
  const px = xOf(from);
  const py = yOf(from);
  const nx = xOf(to);
  const ny = yOf(to);
  if (through) {
    if ((x === px && y === py) || (x === nx && y === ny)) return false;
    if (foldsBack(px, py, x, y, nx, ny)) return false;
    if (foldsBack(xOf(b), yOf(b), px, py, x, y) || foldsBack(x, y, nx, ny, xOf(a), yOf(a))) return false;
  } else {
    if (px === nx && py === ny) return false;
    if (foldsBack(xOf(b), yOf(b), px, py, nx, ny) || foldsBack(px, py, nx, ny, xOf(a), yOf(a))) return false;
  }
  const mx = through ? x : px;
  const my = through ? y : py;
  const low = corner(min(min(px, mx), nx), min(min(py, my), ny));
  const high = corner(max(max(px, mx), nx), max(max(py, my), ny));
  // The edges from `to` round to `from`: up to where the ring's words end, and from their beginning.
  const end = from > to ? from : vertices - 1;
  if (!isClear(to, end, low, high, from, to, through, x, y)) return false;
  if (from > to) return true;
  return isFree(vertices - 1, from, to, through, x, y) && isClear(0, from, low, high, from, to, through, x, y);
}

function corner(x: i32, y: i32): v128 {
  return i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(x), 1, y), 3, y);
}

/** Whether the edges that begin at the vertices [i, end), all side by side in memory, are out of the new ones' way. */
function isClear(first: i32, end: i32, low: v128, high: v128, from: i32, to: i32, through: bool, x: i32, y: i32): bool {
  let i = first;
  for (; i + 1 < end; i += 2) {
    const place = ring + (i << 3);
    const one = v128.load(place);
    const other = v128.load(place, 8);
    const near = i8x16.bitmask(
      v128.and(i32x4.le_s(i32x4.min_s(one, other), high), i32x4.ge_s(i32x4.max_s(one, other), low)),
    );
    if ((near & 0xff) === 0xff && !isFree(i, from, to, through, x, y)) return false;
    if (near >>> 8 === 0xff && !isFree(i + 1, from, to, through, x, y)) return false;
  }
  return i >= end || isFree(i, from, to, through, x, y);
}

/** Whether the edge that begins at vertex `i` is: the first leaves `to`, the last arrives at `from`. */
function isFree(i: i32, from: i32, to: i32, through: bool, x: i32, y: i32): bool {
  const n = after(i);
  const px = xOf(from);
  const py = yOf(from);
  const nx = xOf(to);
  const ny = yOf(to);
  const ax = xOf(i);
  const ay = yOf(i);
  const ex = xOf(n);
  const ey = yOf(n);
  const starts = i === to;
  const ends = n === from;
  if (!through) return starts || ends || !touches(px, py, nx, ny, ax, ay, ex, ey);
  if (!ends && touches(px, py, x, y, ax, ay, ex, ey)) return false;
  return starts || !touches(x, y, nx, ny, ax, ay, ex, ey);
}

/** Do two edges, given by their end vertices' names and places, meet in more than a shared vertex? */
export function edgesClash(
  a: i32,
  ax: i32,
  ay: i32,
  b: i32,
  bx: i32,
  by: i32,
  c: i32,
  cx: i32,
  cy: i32,
  d: i32,
  dx: i32,
  dy: i32,
): bool {
  if (b === c) return foldsBack(ax, ay, bx, by, dx, dy);
  if (d === a) return foldsBack(cx, cy, dx, dy, bx, by);
  if (a === c) return foldsBack(bx, by, ax, ay, dx, dy);
  if (b === d) return foldsBack(ax, ay, bx, by, cx, cy);
  return touches(ax, ay, bx, by, cx, cy, dx, dy);
}
