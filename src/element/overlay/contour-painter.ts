/** Paints contours on a 2-D canvas, in CSS pixels: one by one with a rim and a filling, or many as plain lines. */
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type ColourOf, ofClass } from '../seeing/colours.js';
import { type Projection, toScreen } from './projection.js';
import { addArea, addOutline, projectPositions, windowOf } from './screen-paths.js';
import { areaIn, outlineIn, type ScreenShape, shapeOf } from './screen-shape.js';
import type { Sketch } from './sketch.js';
import type { ContourIndex } from './spatial-index.js';

/** A 2-D context of a canvas on the screen or off it. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Colours and widths of contours: CSS colours, CSS pixels. */
export interface Look {
  readonly accent: string;
  /** Colour of contours without a class. */
  readonly contour: string;
  /** Of contours, 0 to 1. */
  readonly opacity?: number;
  /** Opacity of fillings, 0 to 1. */
  readonly fill?: number;
  /** False for fillings alone. */
  readonly outlines?: boolean;
  /** True to darken what lies in no contour. */
  readonly dim?: boolean;
  /** The colours of contours; by their class when not given. */
  readonly colourOf?: ColourOf;
  /** Width of lines of contours that are drawn one by one. */
  readonly width?: number;
  /** The look of a single contour, where a page gives one. */
  readonly lookOf?: (contour: ContourFeature) => Look;
}

/** Opacity of fillings at first. */
const FILL = 0.07;
/** Over what lies in no contour, where that is darkened. */
const VEIL = 'rgba(0, 0, 0, 0.6)';

/** Colour of the rim round lines, which sets them off from the image. */
export const CASING = 'rgba(0, 0, 0, 0.55)';

/** Distances of the dark, the white and the coloured lines of a sketch from the outline, in CSS pixels; those of 0 are one line. */
const SKETCH = [1.75, 1, 0] as const;
/** Vertices of a ring that the filling of a sketch follows. */
const SKETCHED = 1000;

/** Tells whether the filling of one of many contours is seen: a faint one would not be, and a strong one is wanted. */
const isSeen = (fill: number, outlines: boolean): boolean => fill > FILL || !outlines;

/** Widths of lines in CSS pixels: of one contour, how much wider its rim is, how much wider it is under the pointer, and where many are drawn. */
const WIDTH = 1.75;
const RIM = 1.75;
const HOVERED = 0.5;
const LINE = 1.25;
/** Contours of one stroke, where many are drawn. */
const BATCH = 16;
/** Smaller contours are dots where many are drawn, in CSS pixels. */
const DOT = 3;

const css = ([r, g, b]: readonly [number, number, number], alpha = 1): string => `rgb(${r} ${g} ${b} / ${alpha})`;

/** Joins of edges that are shorter than the line is wide are not seen, and round ones take most of the time. */
const joinOf = (dense: boolean): CanvasLineJoin => (dense ? 'bevel' : 'round');

/** Paints contours on one context, in one look. */
export class ContourPainter {
  constructor(
    private readonly context: Context,
    private readonly look: Look,
  ) {}

  #of(contour: ContourFeature): Look {
    return this.look.lookOf?.(contour) ?? this.look;
  }

  colour(contour: ContourFeature, alpha = 1): string {
    const colour = (this.#of(contour).colourOf ?? ofClass)(contour);
    if (colour) return css(colour, alpha);
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

  contour(
    contour: ContourFeature,
    p: Projection,
    state: 'plain' | 'hovered' | 'selected' = 'plain',
    shape = shapeOf(contour, p),
  ): void {
    const { context } = this;
    const window = windowOf(p);
    const { closed, dense, paths } = shape;
    const outline = new Path2D();
    const area = new Path2D();
    for (const path of paths) {
      addOutline(outline, path, closed, window);
      if (closed) addArea(area, path, window);
    }
    const { fill = FILL, opacity = 1, outlines = true, width = WIDTH } = this.#of(contour);
    context.globalAlpha = state === 'plain' ? opacity : 1;
    if (closed && fill > 0) this.#fill(area, contour, state === 'plain' ? fill : Math.min(1, 2 * fill));
    if (state === 'selected') this.#selected(outline, contour, dense);
    else if (outlines || !closed) this.#lines(outline, contour, dense, width + (state === 'hovered' ? HOVERED : 0));
    context.globalAlpha = 1;
  }

  /**
   * Paints what lies in a rectangle of a selected contour. As a sketch its lines have one device pixel, which takes a program in place of a GPU
   * a hundredth of the time, and its filling follows some of its vertices. @param ratio device pixels per CSS pixel
   */
  selectedIn(contour: ContourFeature, shape: ScreenShape, rect: Rect, sketch: boolean, ratio: number): void {
    const { context } = this;
    const { fill = FILL } = this.#of(contour);
    if (shape.closed && fill > 0) {
      const area = areaIn(shape, rect, sketch ? SKETCHED : Infinity);
      this.#fill(area, contour, Math.min(1, 2 * fill));
    }
    const outline = outlineIn(shape, rect);
    if (!outline) return;
    if (!sketch) {
      this.#selected(outline, contour, shape.dense);
      return;
    }
    const lines = [CASING, '#fff', this.colour(contour)] as const;
    for (const [k, colour] of lines.entries()) {
      const dx = SKETCH[k]!;
      const dy = k === 1 ? -dx : dx;
      for (const side of dx === 0 ? [1] : [1, -1]) {
        context.translate(side * dx, side * dy);
        this.stroke(outline, colour, 1 / ratio);
        context.translate(-side * dx, -side * dy);
      }
    }
  }

  /**
   * Paints a contour that is not selected, of many vertices, as a sketch: its filling follows some of its vertices.
   * @param lines as `crowd` paints it, not as `contour`
   */
  sketch(contour: ContourFeature, p: Projection, sketch: Sketch, lines: boolean): void {
    const { context } = this;
    const { fill = FILL, opacity = 1, outlines = true } = this.#of(contour);
    const shape = shapeOf(contour, p, SKETCHED);
    context.globalAlpha = opacity;
    if (outlines || !shape.closed) sketch.draw(context);
    const all = { x: 0, y: 0, width: p.width, height: p.height };
    if (shape.closed && (lines ? isSeen(fill, outlines) : fill > 0)) this.#fill(areaIn(shape, all), contour, fill);
    context.globalAlpha = 1;
  }

  /** Paints what lies in a rectangle of a contour that is not selected. @param lines as `crowd` paints it, not as `contour` */
  partIn(contour: ContourFeature, shape: ScreenShape, rect: Rect, lines: boolean): void {
    const { context } = this;
    const { fill = FILL, opacity = 1, outlines = true, width = WIDTH } = this.#of(contour);
    const outline = outlines || !shape.closed ? outlineIn(shape, rect) : undefined;
    context.save();
    context.beginPath();
    context.rect(rect.x, rect.y, rect.width, rect.height);
    context.clip();
    context.globalAlpha = opacity;
    if (lines && outline) {
      context.lineJoin = 'bevel';
      this.stroke(outline, this.colour(contour), (LINE * width) / WIDTH);
    }
    if (shape.closed && (lines ? isSeen(fill, outlines) : fill > 0)) this.#fill(areaIn(shape, rect), contour, fill);
    if (!lines && outline) this.#lines(outline, contour, shape.dense, width);
    context.restore();
  }

  #fill(area: Path2D, contour: ContourFeature, alpha: number): void {
    this.context.fillStyle = this.colour(contour, alpha);
    this.context.fill(area, 'evenodd');
  }

  #selected(outline: Path2D, contour: ContourFeature, dense: boolean): void {
    this.context.lineJoin = joinOf(dense);
    this.stroke(outline, CASING, 7);
    this.stroke(outline, '#fff', 5);
    this.stroke(outline, this.colour(contour), 2.25);
    this.context.lineJoin = 'round';
  }

  #lines(outline: Path2D, contour: ContourFeature, dense: boolean, width: number): void {
    this.context.lineJoin = joinOf(dense);
    this.cased(outline, width + (width > WIDTH ? RIM + HOVERED : RIM), this.colour(contour), width);
    this.context.lineJoin = 'round';
  }

  /** Darkens all of the view; `clear` takes that away from contours again, before they are drawn. */
  veil({ width, height }: Projection): void {
    this.context.fillStyle = VEIL;
    this.context.fillRect(0, 0, width, height);
  }

  clear(contour: ContourFeature, p: Projection): void {
    const { context } = this;
    const { closed, paths } = projectPositions(p, contour.geometry);
    const area = new Path2D();
    const window = windowOf(p);
    for (const path of paths) {
      if (closed) addArea(area, path, window);
      else addOutline(area, path, false, window);
    }
    context.globalCompositeOperation = 'destination-out';
    context.fillStyle = '#000';
    if (closed) context.fill(area, 'evenodd');
    else this.stroke(area, '#000', 6);
    context.globalCompositeOperation = 'source-over';
  }

  /** Draws contours of an index as plain lines, several to a stroke for speed, and tiny ones as dots. */
  crowd(index: ContourIndex, places: ArrayLike<number>, p: Projection, from = 0, end = places.length): void {
    const { context } = this;
    const window = windowOf(p);
    context.lineJoin = 'bevel';
    for (let start = from; start < end; start += BATCH) {
      const alike = new Map<string, { readonly path: Path2D; readonly colour: string; readonly look: Look }>();
      for (let k = start; k < Math.min(end, start + BATCH); k++) {
        const contour = index.list[places[k]!]!;
        const colour = this.colour(contour);
        const look = this.#of(contour);
        const { x0, y0, x1, y1 } = index.boundsOf(places[k]!);
        if (Math.max(x1 - x0, y1 - y0) * p.scale < DOT) {
          const { x, y } = toScreen(p, (x0 + x1) / 2, (y0 + y1) / 2);
          this.#dot(x, y, colour, look);
          continue;
        }
        const key = look === this.look ? colour : `${colour} ${look.width} ${look.fill} ${look.opacity}`;
        let its = alike.get(key);
        if (!its) {
          its = { path: new Path2D(), colour, look };
          alike.set(key, its);
        }
        const { closed, paths } = projectPositions(p, contour.geometry);
        for (const vertices of paths) addOutline(its.path, vertices, closed, window);
      }
      for (const { path, colour, look } of alike.values()) {
        const { opacity = 1, fill = FILL, outlines = true, width = WIDTH } = look;
        context.globalAlpha = opacity;
        if (outlines) this.stroke(path, colour, (LINE * width) / WIDTH);
        if (!isSeen(fill, outlines)) continue;
        context.globalAlpha = opacity * fill;
        context.fillStyle = colour;
        context.fill(path, 'evenodd');
      }
    }
    context.globalAlpha = 1;
    context.lineJoin = 'round';
  }

  /** A contour that is too small for an outline: a pixel and its line, or the pixel alone. As part of a path it would take several times as long. */
  #dot(x: number, y: number, colour: string, { opacity = 1, fill = FILL, outlines = true }: Look): void {
    const { context } = this;
    const side = outlines ? 1 + LINE : 1;
    context.fillStyle = colour;
    context.globalAlpha = outlines ? opacity : opacity * fill;
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
}
