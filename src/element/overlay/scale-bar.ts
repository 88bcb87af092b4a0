/** A bar as long as a round number of nanometres to kilometres, where the size of a pixel is known. */
import type { Placement } from '../../image/samples.js';
import { type ScaleBar, scaleBar } from '../../image/scale-bar.js';
import { type Projection, toImage } from './projection.js';

/** Longest bar, in CSS pixels: the one drawn is at least two fifths of it. */
const LONGEST = 140;
const MARGIN = 14;
const TICK = 5;

/** The scale bar along the screen's x axis; `undefined` where the size of a pixel is unknown or in degrees. */
export const scaleBarOf = (placement: Placement | undefined, p: Projection): ScaleBar | undefined => {
  if (!placement) return undefined;
  const from = toImage(p, p.centre.x, p.centre.y);
  const to = toImage(p, p.centre.x + 1, p.centre.y);
  return scaleBar(placement, [to.x - from.x, to.y - from.y], LONGEST);
};

/** Draws the bar at the lower left: white with a dark rim, so that it is seen on any image. */
export const paintScaleBar = (context: CanvasRenderingContext2D, { length, label }: ScaleBar, height: number): void => {
  const y = height - MARGIN;
  const bar = new Path2D();
  bar.moveTo(MARGIN, y - TICK);
  bar.lineTo(MARGIN, y);
  bar.lineTo(MARGIN + length, y);
  bar.lineTo(MARGIN + length, y - TICK);
  context.save();
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const [colour, width] of [
    ['rgba(0, 0, 0, 0.65)', 4],
    ['#fff', 1.75],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(bar);
    if (width === 4) context.strokeText(label, MARGIN + length / 2, y - TICK - 4);
  }
  context.fillStyle = '#fff';
  context.fillText(label, MARGIN + length / 2, y - TICK - 4);
  context.restore();
};
