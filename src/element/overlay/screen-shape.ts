/** A contour in CSS pixels of the view, and what of it lies in a rectangle. */
import type { Box, Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { BLOCK, beyond, ringNear } from './path-blocks.js';
import { prepare } from './prepared.js';
import type { Projection } from './projection.js';
import { addArea, addOutline, isRoomy, project } from './screen-paths.js';

/** The paths of a contour on the screen, as flat arrays x0, y0, x1, y1, …; rings without the repeated first vertex. */
export interface ScreenShape {
  readonly closed: boolean;
  /** True where edges are so short that their joins are not seen. */
  readonly dense: boolean;
  readonly paths: readonly (readonly number[])[];
}

/** Maximum number of distinguishable vertices of a contour that is painted completely in one frame. */
export const WHOLE = 2000;
/** Half of the width of the widest line, and what of a join may lie outside it, in CSS pixels. */
const REACH = 8;
/** Edges that end further away are cut, in CSS pixels: a canvas holds coordinates as 32-bit floats. */
const FAR = 2 ** 13;

/** A contour in a projection, without vertices that are not distinguishable there, or with at most `most` vertices per path. */
export const shapeOf = (contour: ContourFeature, p: Projection, most = Infinity): ScreenShape => {
  const { closed, paths } = prepare(contour);
  const projected = paths.map((path) => project(p, some(path, most)));
  return { closed, dense: projected.some((path) => path.length > 0 && !isRoomy(path)), paths: projected };
};

/** The number of vertices of a shape. */
export const vertexCountOf = ({ paths }: ScreenShape): number => paths.reduce((sum, path) => sum + path.length / 2, 0);

/** Visits the edges of a shape that can be seen in a rectangle, until `visit` says that it is enough. */
const visitEdges = (
  { closed, paths }: ScreenShape,
  { x, y, width, height }: Rect,
  visit: (ax: number, ay: number, bx: number, by: number) => boolean,
): void => {
  const [right, bottom] = [x + width, y + height];
  for (const path of paths) {
    const count = path.length / 2 - (closed ? 0 : 1);
    const isBeyond = beyond(path, { x, y, width, height });
    for (let block = 0; block * BLOCK < count; block++) {
      if (isBeyond(block)) continue;
      for (let k = block * BLOCK; k < Math.min(count, (block + 1) * BLOCK); k++) {
        const next = 2 * k + 2 === path.length ? 0 : 2 * k + 2;
        const [ax, ay, bx, by] = [path[2 * k]!, path[2 * k + 1]!, path[next]!, path[next + 1]!];
        const off =
          (ax < x && bx < x) || (ax > right && bx > right) || (ay < y && by < y) || (ay > bottom && by > bottom);
        if (!off && visit(ax, ay, bx, by)) return;
      }
    }
  }
};

/** A rectangle with all from which a line reaches into it. */
const withReach = ({ x, y, width, height }: Rect): Rect => ({
  x: x - REACH,
  y: y - REACH,
  width: width + 2 * REACH,
  height: height + 2 * REACH,
});

/** Whether more than a number of edges are visible in a rectangle. */
export const hasMore = (shape: ScreenShape, rect: Rect, edges: number): boolean => {
  let count = 0;
  visitEdges(shape, withReach(rect), () => ++count > edges);
  return count > edges;
};

/** Lines of a shape that can be seen in a rectangle, as whole edges; `undefined` where there is none. */
export const outlineIn = (shape: ScreenShape, rect: Rect): Path2D | undefined => {
  const near = withReach(rect);
  let outline: Path2D | undefined;
  let [atX, atY] = [NaN, NaN];
  visitEdges(shape, near, (ax, ay, bx, by) => {
    outline ??= new Path2D();
    const short = Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by)) < FAR;
    if (!short) addOutline(outline, [ax, ay, bx, by], false, near);
    else {
      if (ax !== atX || ay !== atY) outline.moveTo(ax, ay);
      outline.lineTo(bx, by);
    }
    [atX, atY] = short ? [bx, by] : [NaN, NaN];
    return false;
  });
  return outline;
};

/** The area of a shape as far as it lies in a rectangle, with at most `most` vertices of each ring. */
export const areaIn = ({ paths }: ScreenShape, within: Rect, most = Infinity): Path2D => {
  const area = new Path2D();
  // The sides of what is cut lie outside the rectangle.
  const rect = withReach(within);
  for (const path of paths) {
    const fewer = some(path, most);
    addArea(area, fewer === path ? ringNear(path, rect) : fewer, rect);
  }
  return area;
};

/** A path reduced to a maximum number of its vertices. */
const some = <Path extends ArrayLike<number>>(path: Path, most: number): Path | number[] => {
  const stride = 2 * Math.max(1, Math.ceil(path.length / 2 / most));
  if (stride === 2) return path;
  const fewer: number[] = [];
  for (let k = 0; k < path.length; k += stride) fewer.push(path[k]!, path[k + 1]!);
  return fewer;
};

/** Vertices within which a ring's vertex is looked for in the ring after a change: thinning leaves out others where vertices moved. */
const NEARBY = 64;

/** Two paths from a place of each on: what they share at both ends, in vertices. */
interface Ends {
  readonly from: number;
  readonly fromFresh: number;
  readonly head: number;
  readonly tail: number;
}

const endsOf = (old: readonly number[], fresh: readonly number[], from: number, fromFresh: number): Ends => {
  const [count, freshCount] = [old.length / 2, fresh.length / 2];
  const same = (k: number, freshK: number): boolean => {
    const [at, freshAt] = [2 * ((from + k) % count), 2 * ((fromFresh + freshK) % freshCount)];
    return old[at] === fresh[freshAt] && old[at + 1] === fresh[freshAt + 1];
  };
  const shorter = Math.min(count, freshCount);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && same(count - tail - 1, freshCount - tail - 1)) tail++;
  return { from, fromFresh, head, tail };
};

/** What two paths share. A ring is looked at from its opposite vertex, too: what changed there may lie on both sides of its first one. */
const shared = (old: readonly number[], fresh: readonly number[], closed: boolean): Ends => {
  const ends = endsOf(old, fresh, 0, 0);
  const [count, freshCount] = [old.length / 2, fresh.length / 2];
  const middle = Math.floor(count / 2);
  if (!closed || count === 0 || freshCount === 0 || ends.head + ends.tail >= middle) return ends;
  for (let by = -NEARBY; by <= NEARBY; by++) {
    const k = middle + by;
    if (k < 0 || k >= freshCount || old[2 * middle] !== fresh[2 * k] || old[2 * middle + 1] !== fresh[2 * k + 1])
      continue;
    const others = endsOf(old, fresh, middle, k);
    return others.head + others.tail > ends.head + ends.tail ? others : ends;
  }
  return ends;
};

/** The box of all edges that two shapes do not share; `undefined` where there is none, `'all'` where they have different paths. */
export const difference = (before: ScreenShape, after: ScreenShape): Box | 'all' | undefined => {
  if (before.closed !== after.closed || before.paths.length !== after.paths.length) return 'all';
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [k, old] of before.paths.entries()) {
    const fresh = after.paths[k] ?? [];
    const { from, fromFresh, head, tail } = shared(old, fresh, before.closed);
    if (2 * head === old.length && 2 * head === fresh.length) continue;
    for (const [path, start] of [
      [old, from],
      [fresh, fromFresh],
    ] as const) {
      if (path.length === 0) return 'all';
      const count = path.length / 2;
      // The vertices before and after belong to edges that changed.
      for (let at = head - 1; at <= count - tail; at++) {
        const place = 2 * ((start + at + count) % count);
        const [x, y] = [path[place]!, path[place + 1]!];
        [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      }
    }
  }
  return x0 > x1 ? undefined : { x0, y0, x1, y1 };
};
