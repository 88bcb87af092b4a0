/** Paints a person's marks: a disc with a plus belongs to the object, a square with a minus does not; a stroke begins with its sign. */
import { CASING, type ContourPainter } from './contour-painter.js';
import type { ShownHint } from './drawing.js';
import { type Projection, toScreen } from './projection.js';

/** Half of a sign, and half of its arms, in CSS pixels. */
const RADIUS = 7;
const ARM = 3.5;
const COLOURS = { inside: '#1a7f37', outside: '#c62828' } as const;

/** Paints marks; `p` maps image pixels to CSS pixels. */
export const paintHints = (
  context: CanvasRenderingContext2D,
  contours: ContourPainter,
  hints: readonly ShownHint[],
  p: Projection,
): void => {
  for (const { stroke, inside } of hints) {
    const colour = inside ? COLOURS.inside : COLOURS.outside;
    const [first, ...others] = stroke.map(([x, y]) => toScreen(p, x, y));
    if (!first) continue;
    if (others.length > 0) {
      const line = new Path2D();
      line.moveTo(first.x, first.y);
      for (const { x, y } of others) line.lineTo(x, y);
      contours.stroke(line, '#fff', 5);
      contours.stroke(line, colour, 3);
    }
    const { x, y } = first;
    const sign = new Path2D();
    if (inside) sign.arc(x, y, RADIUS, 0, 2 * Math.PI);
    else sign.rect(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
    context.fillStyle = colour;
    context.fill(sign);
    contours.stroke(sign, CASING, 3);
    contours.stroke(sign, '#fff', 1.5);
    const arms = new Path2D();
    arms.moveTo(x - ARM, y);
    arms.lineTo(x + ARM, y);
    if (inside) {
      arms.moveTo(x, y - ARM);
      arms.lineTo(x, y + ARM);
    }
    contours.stroke(arms, '#fff', 2);
  }
};
