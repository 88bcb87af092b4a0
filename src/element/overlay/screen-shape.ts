/** A contour in CSS pixels of the view, and what of it lies in a rectangle. */
import type { Box, Rect } from '../../core/rect.js';
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

/** Vertices that can be told apart in a contour that is painted whole in a frame. */
export const WHOLE = 2000;
/** Half of the width of the widest line, and what of a join may lie outside it, in CSS pixels. */
const REACH = 8;
/** Edges that end further away are cut, in CSS pixels: a canvas holds coordinates as 32-bit floats. */
const FAR = 2 ** 13;

/** A contour in a projection, without vertices that cannot be told apart there, or with at most `most` vertices of each path. */
export const shapeOf = (contour: ContourFeature, p: Projection, most = Infinity): ScreenShape => {
  const { closed, paths } = prepare(contour);
  const projected = paths.map((path) => project(p, some(path, most)));
  return { closed, dense: projected.some((path) => path.length > 0 && !isRoomy(path)), paths: projected };
};

/** The number of vertices of a shape. */
export const vertexCountOf = ({ paths }: ScreenShape): number => paths.reduce((sum, path) => sum + path.length / 2, 0);

/** Lines of a shape that can be seen in a rectangle, as whole edges, and their number. */
export const outlineIn = ({ closed, paths }: ScreenShape, { x, y, width, height }: Rect): [Path2D, edges: number] => {
  const outline = new Path2D();
  const [left, top, right, bottom] = [x - REACH, y - REACH, x + width + REACH, y + height + REACH];
  const near = { x: left, y: top, width: right - left, height: bottom - top };
  let edges = 0;
  for (const path of paths) {
    const count = path.length / 2 - (closed ? 0 : 1);
    const isBeyond = beyond(path, near);
    let drawn = false;
    for (let block = 0; block * BLOCK < count; block++) {
      if (isBeyond(block)) {
        drawn = false;
        continue;
      }
      for (let k = block * BLOCK; k < Math.min(count, (block + 1) * BLOCK); k++) {
        const next = 2 * k + 2 === path.length ? 0 : 2 * k + 2;
        const [ax, ay, bx, by] = [path[2 * k]!, path[2 * k + 1]!, path[next]!, path[next + 1]!];
        const seen =
          (ax >= left || bx >= left) &&
          (ax <= right || bx <= right) &&
          (ay >= top || by >= top) &&
          (ay <= bottom || by <= bottom);
        const short = Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by)) < FAR;
        if (seen) edges++;
        if (seen && short) {
          if (!drawn) outline.moveTo(ax, ay);
          outline.lineTo(bx, by);
        } else if (seen) addOutline(outline, [ax, ay, bx, by], false, near);
        drawn = seen && short;
      }
    }
  }
  return [outline, edges];
};

/** The area of a shape as far as it lies in a rectangle, with at most `most` vertices of each ring. */
export const areaIn = ({ paths }: ScreenShape, { x, y, width, height }: Rect, most = Infinity): Path2D => {
  const area = new Path2D();
  // The sides of what is cut lie outside the rectangle.
  const rect = { x: x - REACH, y: y - REACH, width: width + 2 * REACH, height: height + 2 * REACH };
  for (const path of paths) {
    const fewer = some(path, most);
    addArea(area, fewer === path ? ringNear(path, rect) : fewer, rect);
  }
  return area;
};

/** A path with at most so many of its vertices. */
const some = <Path extends ArrayLike<number>>(path: Path, most: number): Path | number[] => {
  const stride = 2 * Math.max(1, Math.ceil(path.length / 2 / most));
  if (stride === 2) return path;
  const fewer: number[] = [];
  for (let k = 0; k < path.length; k += stride) fewer.push(path[k]!, path[k + 1]!);
  return fewer;
};

/** The box of all edges that two shapes do not share; `undefined` where there is none, `'all'` where they have different paths. */
export const difference = (before: ScreenShape, after: ScreenShape): Box | 'all' | undefined => {
  if (before.closed !== after.closed || before.paths.length !== after.paths.length) return 'all';
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [k, old] of before.paths.entries()) {
    const fresh = after.paths[k] ?? [];
    const shorter = Math.min(old.length, fresh.length);
    let head = 0;
    while (head < shorter && old[head] === fresh[head] && old[head + 1] === fresh[head + 1]) head += 2;
    if (head === old.length && head === fresh.length) continue;
    let tail = 0;
    while (
      tail < shorter - head &&
      old[old.length - tail - 2] === fresh[fresh.length - tail - 2] &&
      old[old.length - tail - 1] === fresh[fresh.length - tail - 1]
    )
      tail += 2;
    for (const path of [old, fresh]) {
      if (path.length === 0) return 'all';
      // The vertices before and after belong to edges that changed.
      for (let at = head - 2; at <= path.length - tail; at += 2) {
        const place = (at + path.length) % path.length;
        const [x, y] = [path[place]!, path[place + 1]!];
        [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      }
    }
  }
  return x0 > x1 ? undefined : { x0, y0, x1, y1 };
};
