/** Paints contours on a 2-D canvas, in CSS pixels: one by one with a rim and a filling, or many as plain lines. */
import type { ContourFeature } from '../../worker/protocol.js';
import { prepare } from './prepared.js';
import { type Projection, toScreen } from './projection.js';
import { addArea, addOutline, project, projectPositions, windowOf } from './screen-paths.js';
import type { ContourIndex } from './spatial-index.js';

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Look {
  readonly accent: string;
  /** Colour of contours without a class. */
  readonly contour: string;
}

export const CASING = 'rgba(0, 0, 0, 0.55)';

/** Contours of one stroke, where many are drawn. */
const BATCH = 16;
/** Smaller contours are dots where many are drawn, in CSS pixels. */
const DOT = 3;

const css = ([r, g, b]: readonly [number, number, number], alpha = 1): string => `rgb(${r} ${g} ${b} / ${alpha})`;

export class ContourPainter {
  constructor(
    private readonly context: Context,
    private readonly look: Look,
  ) {}

  colour(contour: ContourFeature, alpha = 1): string {
    const { classification } = contour.properties;
    if (classification) return css(classification.color, alpha);
    return alpha === 1 ? this.look.contour : `color-mix(in srgb, ${this.look.contour} ${alpha * 100}%, transparent)`;
  }

  stroke(path: Path2D, colour: string, width: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.stroke(path);
  }

  /** Draws a line with a dark rim, which is visible on light and dark ground. */
  cased(path: Path2D, casing: number, colour: string, width: number): void {
    this.stroke(path, CASING, casing);
    this.stroke(path, colour, width);
  }

  contour(contour: ContourFeature, p: Projection, state: 'plain' | 'hovered' | 'selected' = 'plain'): void {
    const { context } = this;
    const window = windowOf(p);
    const { closed, paths } = prepare(contour);
    const outline = new Path2D();
    const area = new Path2D();
    for (const vertices of paths) {
      const path = project(p, vertices);
      addOutline(outline, path, closed, window);
      if (closed) addArea(area, path, window);
    }
    const [selected, hovered] = [state === 'selected', state === 'hovered'];
    if (closed) {
      context.fillStyle = this.colour(contour, selected ? 0.13 : hovered ? 0.14 : 0.07);
      context.fill(area, 'evenodd');
    }
    this.stroke(outline, CASING, selected ? 7 : hovered ? 4.5 : 3.5);
    if (selected) this.stroke(outline, '#fff', 5);
    this.stroke(outline, this.colour(contour), selected || hovered ? 2.25 : 1.75);
  }

  /** Draws contours of an index as plain lines, several to a stroke for speed, and tiny ones as dots. */
  crowd(index: ContourIndex, places: ArrayLike<number>, p: Projection, from = 0, end = places.length): void {
    const { context } = this;
    const window = windowOf(p);
    context.lineJoin = 'bevel';
    for (let start = from; start < end; start += BATCH) {
      const byColour = new Map<string, Path2D>();
      for (let k = start; k < Math.min(end, start + BATCH); k++) {
        const contour = index.list[places[k]!]!;
        const colour = this.colour(contour);
        let path = byColour.get(colour);
        if (!path) {
          path = new Path2D();
          byColour.set(colour, path);
        }
        const { x0, y0, x1, y1 } = index.boundsOf(places[k]!);
        if (Math.max(x1 - x0, y1 - y0) * p.scale < DOT) {
          const { x, y } = toScreen(p, (x0 + x1) / 2, (y0 + y1) / 2);
          path.rect(x - 0.5, y - 0.5, 1, 1);
        } else {
          const { closed, paths } = projectPositions(p, contour.geometry);
          for (const vertices of paths) addOutline(path, vertices, closed, window);
        }
      }
      for (const [colour, path] of byColour) this.stroke(path, colour, 1.25);
    }
    context.lineJoin = 'round';
  }
}
