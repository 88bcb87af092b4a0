/** Paths of a contour in CSS pixels of the view: thinned to distinguishable vertices, and clipped to the limits of a canvas. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { pathsOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import { clipRing } from '../../core/geometry/ring.js';
import { clipLine, whollyInside } from './clip.js';
import { flatPathsOf } from './prepared.js';
import type { Projection } from './projection.js';

/** Vertices nearer than this to the one drawn before are left out, in CSS pixels. */
export const MERGE = 0.4;
/** Coordinates further than this off the view are cut, in CSS pixels. */
const BEYOND = 4096;
/** The least mean distance of vertices, in CSS pixels, at which marks on them leave the contour visible. */
const ROOM = 6;

/** The rectangle to which paths are cut: the view and a margin round it, in CSS pixels. */
export const windowOf = ({ width, height }: Projection, margin = BEYOND): Rect => ({
  x: -margin,
  y: -margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** A flat path converted from image pixels to CSS pixels, without vertices that are not distinguishable there. */
export const project = (p: Projection, path: ArrayLike<number>): number[] => {
  const out: number[] = [];
  let lastX = Infinity;
  let lastY = Infinity;
  for (let k = 0; k < path.length; k += 2) {
    const dx = path[k]! - p.origin.x;
    const dy = path[k + 1]! - p.origin.y;
    const x = p.centre.x + p.a * dx + p.c * dy;
    const y = p.centre.y + p.b * dx + p.d * dy;
    const last = k === path.length - 2;
    if (!last && Math.abs(x - lastX) < MERGE && Math.abs(y - lastY) < MERGE) continue;
    out.push(x, y);
    lastX = x;
    lastY = y;
  }
  return out;
};

/** The paths of a geometry as `project` gives them, of a contour that is drawn too seldom to be prepared. */
export const projectPositions = (
  p: Projection,
  geometry: Geometry,
): { readonly closed: boolean; readonly paths: readonly (readonly number[])[] } => {
  const flat = flatPathsOf(geometry);
  if (flat) return { closed: flat.closed, paths: flat.paths.map((path) => project(p, path)) };
  const { closed, paths } = pathsOf(geometry);
  return {
    closed,
    paths: paths.map((path) => {
      const out: number[] = [];
      const count = closed ? path.length - 1 : path.length;
      let lastX = Infinity;
      let lastY = Infinity;
      for (let k = 0; k < count; k++) {
        const position = path[k]!;
        const dx = position[0] - p.origin.x;
        const dy = position[1] - p.origin.y;
        const x = p.centre.x + p.a * dx + p.c * dy;
        const y = p.centre.y + p.b * dx + p.d * dy;
        if (k < count - 1 && Math.abs(x - lastX) < MERGE && Math.abs(y - lastY) < MERGE) continue;
        out.push(x, y);
        lastX = x;
        lastY = y;
      }
      return out;
    }),
  };
};

const trace = (target: Path2D, path: readonly number[], close: boolean): void => {
  if (path.length < 2) return;
  target.moveTo(path[0]!, path[1]!);
  for (let k = 2; k < path.length; k += 2) target.lineTo(path[k]!, path[k + 1]!);
  if (close) target.closePath();
};

/** Adds a path's outline, cut to the window where it leaves it. */
export const addOutline = (target: Path2D, path: readonly number[], closed: boolean, window: Rect): void => {
  if (whollyInside(path, window)) {
    trace(target, path, closed);
    return;
  }
  const open = closed ? [...path, path[0]!, path[1]!] : path;
  for (const piece of clipLine(open, window)) trace(target, piece, false);
};

/** Adds a ring, cut to the window: where it leaves it, bridges run along the border. */
export const addArea = (target: Path2D, path: readonly number[], window: Rect): void =>
  trace(target, whollyInside(path, window) ? path : clipRing(path, window), true);

/** Tells whether a path's vertices are so far apart on screen that marks on them leave the path visible. */
export const isRoomy = (path: readonly number[]): boolean => {
  let length = 0;
  for (let k = 2; k < path.length; k += 2) {
    length += Math.hypot(path[k]! - path[k - 2]!, path[k + 1]! - path[k - 1]!);
  }
  return 2 * length >= ROOM * path.length;
};
