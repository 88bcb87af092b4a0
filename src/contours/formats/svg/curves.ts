/** Approximates curves by chords between points on them; no chord is further from the curve than a tenth of a pixel. */
import { hypotenuse } from '../../../core/geometry/hypotenuse.js';
import type { Position } from '../../../core/geometry/ring.js';

/** Largest distance between a curve and its chord, in pixels. */
const FLAT = 0.1;
/** Maximum number of chords of a curve. */
const MOST = 1024;

const pieces = (count: number): number => Math.min(MOST, Math.max(1, Math.ceil(count)));

/** Length of the second difference of three control points. */
const bend = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  hypotenuse(ax - 2 * bx + cx, ay - 2 * by + cy);

/** The points after `a` of a cubic Bézier curve; their number is Wang's bound (Sederberg, CAGD notes, section 10.6). */
export const cubic = (a: Position, b: Position, c: Position, d: Position): Position[] => {
  const count = pieces(Math.sqrt((6 / (8 * FLAT)) * Math.max(bend(a, b, c), bend(b, c, d))));
  return Array.from({ length: count }, (_, k): Position => {
    if (k === count - 1) return d;
    const t = (k + 1) / count;
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    return [p * a[0] + q * b[0] + r * c[0] + u * d[0], p * a[1] + q * b[1] + r * c[1] + u * d[1]];
  });
};

/** The points after `a` of a quadratic Bézier curve. */
export const quadratic = (a: Position, b: Position, c: Position): Position[] => {
  const towards = ([x, y]: Position): Position => [x + (2 / 3) * (b[0] - x), y + (2 / 3) * (b[1] - y)];
  return cubic(a, towards(a), towards(c), c);
};

/** Angle of a chord that stays close enough to its circle. */
const step = (radius: number): number => 2 * Math.acos(Math.max(0, 1 - FLAT / Math.max(radius, FLAT)));

/** An ellipse as an open ring: clockwise on the screen, its number of vertices a multiple of four. */
export const ellipse = (cx: number, cy: number, rx: number, ry: number): Position[] => {
  const count = 4 * pieces(Math.PI / 2 / step(Math.max(rx, ry)));
  return Array.from({ length: Math.max(16, count) }, (_, k, all = Math.max(16, count)): Position => {
    const angle = (2 * Math.PI * k) / all;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
};

/** An elliptical arc, by its radii and flags (SVG 2, section 9.5). */
export interface Arc {
  readonly rx: number;
  readonly ry: number;
  /** Of the first axis, in degrees. */
  readonly turn: number;
  readonly large: boolean;
  readonly sweep: boolean;
}

/** The points after `from` of an elliptical arc (SVG 2, appendix B.2.4). */
export const arc = (from: Position, to: Position, { rx: width, ry: height, turn, large, sweep }: Arc): Position[] => {
  let [rx, ry] = [Math.abs(width), Math.abs(height)];
  if (rx === 0 || ry === 0 || (from[0] === to[0] && from[1] === to[1])) return [to];
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * hx + sin * hy, cos * hy - sin * hx];
  const scale = Math.sqrt((x * x) / (rx * rx) + (y * y) / (ry * ry));
  if (scale > 1) [rx, ry] = [rx * scale, ry * scale];
  const square = (rx * rx * ry * ry) / (rx * rx * y * y + ry * ry * x * x) - 1;
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, square));
  const [mx, my] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const start = Math.atan2((y - my) / ry, (x - mx) / rx);
  let extent = Math.atan2((-y - my) / ry, (-x - mx) / rx) - start;
  if (sweep && extent < 0) extent += 2 * Math.PI;
  if (!sweep && extent > 0) extent -= 2 * Math.PI;
  const count = pieces(Math.abs(extent) / step(Math.max(rx, ry)));
  const [cx, cy] = [(from[0] + to[0]) / 2 + cos * mx - sin * my, (from[1] + to[1]) / 2 + sin * mx + cos * my];
  return Array.from({ length: count }, (_, k): Position => {
    if (k === count - 1) return to;
    const at = start + (extent * (k + 1)) / count;
    const [px, py] = [rx * Math.cos(at), ry * Math.sin(at)];
    return [cx + cos * px - sin * py, cy + sin * px + cos * py];
  });
};
