/** A bar as long as a round number of nanometres to kilometres, where the size of a pixel is known. */
import type { Placement } from '../../image/samples.js';
import { type Projection, toImage } from './projection.js';

export interface ScaleBar {
  /** On the screen, in CSS pixels. */
  readonly length: number;
  /** As `50 µm`. */
  readonly label: string;
}

/** Longest bar, in CSS pixels: the one drawn is at least two fifths of it. */
const LONGEST = 140;
const MARGIN = 14;
const TICK = 5;

const metres = { µm: 1e-6, mm: 1e-3, m: 1 } as const;
const units = [
  ['km', 1e3],
  ['m', 1],
  ['mm', 1e-3],
  ['µm', 1e-6],
  ['nm', 1e-9],
] as const;

/** The longest bar of 1, 2 or 5 times a power of ten along the screen's x axis; none for degrees or no size. */
export const scaleBarOf = (placement: Placement | undefined, p: Projection): ScaleBar | undefined => {
  if (!placement || placement.unit === 'degree') return undefined;
  const from = toImage(p, p.centre.x, p.centre.y);
  const to = toImage(p, p.centre.x + 1, p.centre.y);
  const perPixel =
    metres[placement.unit] *
    Math.hypot((to.x - from.x) * placement.pixelWidth, (to.y - from.y) * placement.pixelHeight);
  const longest = LONGEST * perPixel;
  if (!(longest > 0 && Number.isFinite(longest))) return undefined;
  const power = Math.floor(Math.log10(longest));
  // Some slack, as powers of ten are not exact.
  const digit = [5, 2, 1].find((each) => each * 10 ** power <= longest * (1 + 1e-12)) ?? 1;
  const size = digit * 10 ** power;
  const [unit, one] = units.find(([, one]) => size >= one * (1 - 1e-12)) ?? units.at(-1)!;
  return { length: size / perPixel, label: `${Number((size / one).toPrecision(12))} ${unit}` };
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
