/**
 * Conditions under which a closed polygon stays strictly simple (ALGORITHMS A.6): edges that are not neighbours have no common point,
 * neighbours share just their vertex. Coordinates are whole and at most 65,535, so that every product below is exact.
 */
/** Sign of the turn a → b → c: 1 clockwise on the screen, −1 counter-clockwise, 0 collinear. */
const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number => {
  const d = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return d > 0 ? 1 : d < 0 ? -1 : 0;
};

/** Whether a → b → c folds back on itself. */
export const foldsBack = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean => {
  return turn(ax, ay, bx, by, cx, cy) === 0 && (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0;
};

/** Whether c, which must be collinear with a and b, lies between them. */
const between = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean =>
  Math.min(ax, bx) <= cx && cx <= Math.max(ax, bx) && Math.min(ay, by) <= cy && cy <= Math.max(ay, by);

/** True where the closed segments ab and cd have any common point. */
export const touches = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean => {
  if (ax < bx ? bx < cx && bx < dx : ax < cx && ax < dx) return false;
  if (ax < bx ? cx < ax && dx < ax : cx < bx && dx < bx) return false;
  if (ay < by ? by < cy && by < dy : ay < cy && ay < dy) return false;
  if (ay < by ? cy < ay && dy < ay : cy < by && dy < by) return false;
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
};

/** Vertices as x0, y0, x1, y1, … from word `at`; `vertices` of them. */
export interface RingWords {
  readonly words: ArrayLike<number>;
  readonly at: number;
  readonly vertices: number;
}

/**
 * Whether the edges from vertex `from` through (x, y) to vertex `to` may replace the ring's edges from `from` to `to`. With
 * `through` false the one edge from `from` to `to` is tried, and (x, y) ignored. `from` and `to` are one or two apart;
 * the edges between them are left out of the test.
 */
export const isLegal = (ring: RingWords, from: number, to: number, through: boolean, x: number, y: number): boolean => {
  const { words, at, vertices: k } = ring;
  const before = from === 0 ? k - 1 : from - 1;
  const after = to === k - 1 ? 0 : to + 1;
  const px = words[at + 2 * from]!;
  const py = words[at + 2 * from + 1]!;
  const nx = words[at + 2 * to]!;
  const ny = words[at + 2 * to + 1]!;
  const bx = words[at + 2 * before]!;
  const by = words[at + 2 * before + 1]!;
  const cx = words[at + 2 * after]!;
  const cy = words[at + 2 * after + 1]!;
  if (through) {
    if ((x === px && y === py) || (x === nx && y === ny)) return false;
    if (foldsBack(px, py, x, y, nx, ny) || foldsBack(bx, by, px, py, x, y) || foldsBack(x, y, nx, ny, cx, cy))
      return false;
  } else {
    if (px === nx && py === ny) return false;
    if (foldsBack(bx, by, px, py, nx, ny) || foldsBack(px, py, nx, ny, cx, cy)) return false;
  }
  // The edges from `to` round to `from`; the first leaves `to`, the last arrives at `from`.
  const count = (from - to + k) % k;
  let i = to;
  let ax = nx;
  let ay = ny;
  for (let e = 0; e < count; e++) {
    i = i === k - 1 ? 0 : i + 1;
    const ex = words[at + 2 * i]!;
    const ey = words[at + 2 * i + 1]!;
    const first = e === 0;
    const last = e === count - 1;
    if (through) {
      if (!last && touches(px, py, x, y, ax, ay, ex, ey)) return false;
      if (!first && touches(x, y, nx, ny, ax, ay, ex, ey)) return false;
    } else if (!first && !last && touches(px, py, nx, ny, ax, ay, ex, ey)) return false;
    ax = ex;
    ay = ey;
  }
  return true;
};

/** A vertex by a name, which is the same only for the same vertex, and its position. */
export interface Named {
  readonly name: number;
  readonly x: number;
  readonly y: number;
}

/** Whether the edges ab and cd meet in more than a shared vertex. */
export const edgesClash = (a: Named, b: Named, c: Named, d: Named): boolean => {
  if (b.name === c.name) return foldsBack(a.x, a.y, b.x, b.y, d.x, d.y);
  if (d.name === a.name) return foldsBack(c.x, c.y, d.x, d.y, b.x, b.y);
  if (a.name === c.name) return foldsBack(b.x, b.y, a.x, a.y, d.x, d.y);
  if (b.name === d.name) return foldsBack(a.x, a.y, b.x, b.y, c.x, c.y);
  return touches(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
};

/** Whether the whole polygon is strictly simple. O(k²): for starts and checks, not for every step. */
export const isSimple = (ring: RingWords): boolean => {
  const { words, at, vertices: k } = ring;
  if (k < 3) return false;
  const x = (i: number): number => words[at + 2 * (i % k)]!;
  const y = (i: number): number => words[at + 2 * (i % k) + 1]!;
  for (let i = 0; i < k; i++) {
    if (x(i) === x(i + 1) && y(i) === y(i + 1)) return false;
    if (foldsBack(x(i), y(i), x(i + 1), y(i + 1), x(i + 2), y(i + 2))) return false;
    for (let j = i + 2; j < k; j++) {
      if (i === 0 && j === k - 1) continue;
      if (touches(x(i), y(i), x(i + 1), y(i + 1), x(j), y(j), x(j + 1), y(j + 1))) return false;
    }
  }
  return true;
};
