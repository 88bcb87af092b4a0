/** The grip by which the selected contours are moved: beside them, so that it hides none of them. */
import type { Point } from '../../contours/geometry.js';
import type { Box } from '../../core/geometry/rect.js';
import { type Projection, toScreen } from './projection.js';

/** CSS pixels: radius of the grip, and the distance of its middle from the corner of the box and from the border of the view. */
export const GRIP = 12;
const BESIDE = 16;

/** The middle of the grip in CSS pixels: at the upper left corner of the box as it is on the screen, in the view; `undefined` where the box is out of view. */
export const gripAt = (p: Projection, { x0, y0, x1, y1 }: Box): Point | undefined => {
  const corners = [toScreen(p, x0, y0), toScreen(p, x1, y0), toScreen(p, x1, y1), toScreen(p, x0, y1)];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  if (left > p.width || top > p.height || Math.max(...xs) < 0 || Math.max(...ys) < 0) return undefined;
  return {
    x: Math.min(p.width - BESIDE, Math.max(BESIDE, left - BESIDE)),
    y: Math.min(p.height - BESIDE, Math.max(BESIDE, top - BESIDE)),
  };
};

/** Paints the grip: four arrows on a disc. */
export const paintGrip = (context: CanvasRenderingContext2D, { x, y }: Point, accent: string): void => {
  context.beginPath();
  context.arc(x, y, GRIP, 0, 2 * Math.PI);
  context.fillStyle = '#fff';
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = 'rgb(0 0 0 / 0.55)';
  context.stroke();
  const arrows = new Path2D();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    arrows.moveTo(x, y);
    arrows.lineTo(x + 7 * dx, y + 7 * dy);
    arrows.moveTo(x + 4.5 * dx - 2.5 * dy, y + 4.5 * dy - 2.5 * dx);
    arrows.lineTo(x + 7 * dx, y + 7 * dy);
    arrows.lineTo(x + 4.5 * dx + 2.5 * dy, y + 4.5 * dy + 2.5 * dx);
  }
  context.strokeStyle = accent;
  context.lineWidth = 1.75;
  context.stroke(arrows);
};

/** The projection of a drawing that is shifted by a number of image pixels. */
export const projectionMoved = (p: Projection, { x, y }: Point): Projection => ({
  ...p,
  origin: { x: p.origin.x - x, y: p.origin.y - y },
});
