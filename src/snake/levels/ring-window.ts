import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { clipRing, positionsOf } from '../../core/geometry/ring.js';
import { firstTouch } from '../../core/geometry/segments.js';
import { foldsBack, touches } from '../kernels/shared/legality.js';

/** Whether a point lies strictly inside: a vertex on the border counts as outside. */
export const isInside = ({ x, y, width, height }: Rect, px: number, py: number): boolean =>
  px > x && py > y && px < x + width && py < y + height;

/** A ring with additional vertices, and the set of these: `x y`. */
export interface CutRing {
  readonly ring: readonly number[];
  readonly cuts: ReadonlySet<string>;
}

/**
 * The ring with an additional vertex wherever an edge that starts or ends outside the window crosses the border of `core`, so
 * that every edge that enters the core has both vertices inside the window. New vertices are rounded
 * to whole pixels; the ring begins outside the window, unless all of it is inside.
 */
export const splitAt = (ring: Ring, window: Rect, core: Rect): CutRing => {
  const cuts = new Set<string>();
  if (firstOutside(ring, window) < 0) return { ring, cuts };
  const turned = fromOutside(ring, window);
  let split: number[] = [];
  /** Number of coordinates of `turned` that were copied to `split` already. */
  let taken = 0;
  eachEdgeNear(turned, core, (vertex, xa, ya, xb, yb) => {
    const [enters, leaves] = crossings(core, xa, ya, xb, yb);
    if (enters > leaves) return;
    const ends = [isInside(window, xa, ya) ? 0 : enters, isInside(window, xb, yb) ? 1 : leaves];
    let [lastX, lastY] = [xa, ya];
    for (const t of ends) {
      const [x, y] = [Math.round(xa + t * (xb - xa)), Math.round(ya + t * (yb - ya))];
      if ((x === lastX && y === lastY) || (x === xb && y === yb)) continue;
      split = split.concat(turned.slice(taken, 2 * vertex + 2), [x, y]);
      taken = 2 * vertex + 2;
      [lastX, lastY] = [x, y];
      cuts.add(`${x} ${y}`);
    }
  });
  return { ring: taken === 0 ? turned : split.concat(turned.slice(taken)), cuts };
};

/** The edges of a closed ring whose bounds meet a rectangle, each with the index of its first vertex. */
const eachEdgeNear = (
  ring: Ring,
  { x, y, width, height }: Rect,
  visit: (vertex: number, xa: number, ya: number, xb: number, yb: number) => void,
): void => {
  const [right, bottom] = [x + width, y + height];
  for (let at = 0; at < ring.length; at += 2) {
    const next = at + 2 < ring.length ? at + 2 : 0;
    const xa = ring[at]!;
    const xb = ring[next]!;
    if ((xa < x && xb < x) || (xa > right && xb > right)) continue;
    const ya = ring[at + 1]!;
    const yb = ring[next + 1]!;
    if ((ya < y && yb < y) || (ya > bottom && yb > bottom)) continue;
    visit(at / 2, xa, ya, xb, yb);
  }
};

/** Shares of an edge, 0 to 1, at which it enters and leaves a rectangle; the first is the larger where it misses it. */
const crossings = (
  { x, y, width, height }: Rect,
  xa: number,
  ya: number,
  xb: number,
  yb: number,
): readonly [number, number] => {
  if (Math.max(xa, xb) < x || Math.min(xa, xb) > x + width) return missed;
  if (Math.max(ya, yb) < y || Math.min(ya, yb) > y + height) return missed;
  let enters = 0;
  let leaves = 1;
  for (const [from, to, low, high] of [
    [xa, xb, x, x + width],
    [ya, yb, y, y + height],
  ] as const) {
    if (from === to) continue;
    const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  return [enters, leaves];
};

const missed = [1, 0] as const;

/**
 * The ring in the window's coordinates, with each section along the border in steps of about `step` pixels. Vertices on the border
 * are not vertices of the original ring.
 */
export const throughWindow = (ring: Ring, window: Rect, step: number): number[] => {
  const local: number[] = [];
  const clipped = clipRing(ring, window);
  eachPair(clipped, (clippedX, clippedY) => {
    const [x, y] = [Math.round(clippedX) - window.x, Math.round(clippedY) - window.y];
    if (local.length > 0) walkTo(local, x, y, window, step);
    if (local.at(-2) !== x || local.at(-1) !== y) local.push(x, y);
  });
  if (local.length === 0) return local;
  walkTo(local, local[0]!, local[1]!, window, step);
  while (local.length > 2 && local[0] === local.at(-2) && local[1] === local.at(-1)) local.length -= 2;
  return local;
};

/** Adds vertices between the last one and (x, y), where both are on the same side of the border. */
const walkTo = (local: number[], x: number, y: number, { width, height }: Rect, step: number): void => {
  const [fromX, fromY] = [local.at(-2)!, local.at(-1)!];
  const upright = fromX === x && (x === 0 || x === width);
  const level = fromY === y && (y === 0 || y === height);
  if (!upright && !level) return;
  const pieces = Math.floor(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)) / step);
  for (let k = 1; k < pieces; k++) {
    local.push(Math.round(fromX + ((x - fromX) * k) / pieces), Math.round(fromY + ((y - fromY) * k) / pieces));
  }
};

/** The ring, rotated to begin with its first vertex outside the window; unchanged where none is outside. */
export const fromOutside = (ring: Ring, window: Rect): Ring => {
  const start = Math.max(0, firstOutside(ring, window));
  return start === 0 ? ring : [...ring.slice(2 * start), ...ring.slice(0, 2 * start)];
};

/** Index of the first vertex outside the window; −1 where all are inside. */
const firstOutside = (ring: Ring, window: Rect): number => {
  for (let i = 0; i < ring.length; i += 2) if (!isInside(window, ring[i]!, ring[i + 1]!)) return i / 2;
  return -1;
};

/** A window, and the changed ring that `throughWindow` made in it from the ring of `fromOutside`. */
export interface Change {
  readonly window: Rect;
  readonly local: Ring;
}

/**
 * The ring with its vertices inside each window replaced by those of the window's change. Windows must not overlap, and the first
 * and last vertex of each section inside a window must be unchanged.
 */
export const putBack = (ring: Ring, changes: readonly Change[]): number[] => {
  const vertices = ring.length / 2;
  const replaced: { readonly first: number; readonly count: number; readonly by: readonly number[] }[] = [];
  const within = new Uint8Array(vertices);
  for (const { window, local } of changes) {
    const moved = local.map((value, i) => value + (i % 2 === 0 ? window.x : window.y));
    const start = firstOutside(ring, window);
    if (start < 0) return moved;
    const before = stretches(fromOutside(ring, window), window);
    const after = stretches(moved, window);
    if (before.length !== after.length) {
      throw new Error(`${before.length} stretches of the ring became ${after.length}`);
    }
    for (const [k, [from, to]] of before.entries()) {
      const first = (start + from) % vertices;
      replaced.push({ first, count: to - from, by: moved.slice(2 * after[k]![0], 2 * after[k]![1]) });
      for (let i = from + 1; i < to; i++) within[(start + i) % vertices] = 1;
    }
  }
  const begin = within.indexOf(0);
  /** A vertex's index in the new ring before any replacement. */
  const placeOf = (vertex: number): number => (vertex + vertices - begin) % vertices;
  replaced.sort((a, b) => placeOf(a.first) - placeOf(b.first));
  const turned = begin === 0 ? ring : [...ring.slice(2 * begin), ...ring.slice(0, 2 * begin)];
  const parts: (readonly number[])[] = [];
  let done = 0;
  for (const { first, count, by } of replaced) {
    parts.push(turned.slice(2 * done, 2 * placeOf(first)), by);
    done = placeOf(first) + count;
  }
  return turned.slice(0, 0).concat(...parts, turned.slice(2 * done));
};

/**
 * The ring without those added vertices that are not corners now that the window is done: those within a pixel, the maximum shift by rounding, of the line through
 * their neighbours. All cuts of a window are inside it.
 */
export const withoutCuts = (ring: Ring, cuts: ReadonlySet<string>, window: Rect): Ring => {
  if (cuts.size === 0) return ring;
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    if (isInside(window, x, y) && cuts.has(`${x} ${y}`)) {
      const [px, py] = kept.length > 0 ? [kept.at(-2)!, kept.at(-1)!] : [ring.at(-2)!, ring.at(-1)!];
      const [nx, ny] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!];
      const [dx, dy] = [nx - px, ny - py];
      // Exact integers, as neighbours are less than 2²⁶ pixels apart.
      const off = dx * (y - py) - dy * (x - px);
      if (off * off < dx * dx + dy * dy) continue;
    }
    kept.push(x, y);
  }
  return kept;
};

/** Runs [from, to) of vertices inside, in their order; the ring begins outside, or is inside as a whole. */
const stretches = (ring: Ring, window: Rect): readonly (readonly [number, number])[] => {
  const runs: [number, number][] = [];
  const count = ring.length / 2;
  for (let i = 0; i < count; i++) {
    if (!isInside(window, ring[2 * i]!, ring[2 * i + 1]!)) continue;
    const from = i;
    while (i < count && isInside(window, ring[2 * i]!, ring[2 * i + 1]!)) i++;
    runs.push([from, i]);
  }
  return runs;
};

/** Whether a ring is strictly simple; faster than pair by pair where edges are short. */
export const isSimpleRing = (ring: Ring): boolean => {
  const positions = positionsOf(ring);
  const distinct = positions.every(([x, y], i) => {
    const [nx, ny] = positions[(i + 1) % positions.length]!;
    return x !== nx || y !== ny;
  });
  return distinct && positions.length >= 3 && firstTouch(positions) === undefined;
};

/** Whether the edges that enter a rectangle are strictly simple among themselves. */
export const isSimpleIn = (ring: Ring, rect: Rect): boolean => {
  const vertices = ring.length / 2;
  const edges: (readonly [number, number, number, number, number])[] = [];
  eachEdgeNear(ring, rect, (vertex, xa, ya, xb, yb) => {
    const [enters, leaves] = crossings(rect, xa, ya, xb, yb);
    if (enters <= leaves) edges.push([vertex, xa, ya, xb, yb]);
  });
  return edges.every(([i, ax, ay, bx, by], n) => {
    if (ax === bx && ay === by) return false;
    for (let m = n + 1; m < edges.length; m++) {
      const [j, cx, cy, dx, dy] = edges[m]!;
      if (j === i + 1) {
        if (foldsBack(ax, ay, bx, by, dx, dy)) return false;
      } else if (i === 0 && j === vertices - 1) {
        if (foldsBack(cx, cy, ax, ay, bx, by)) return false;
      } else if (touches(ax, ay, bx, by, cx, cy, dx, dy)) return false;
    }
    return true;
  });
};
