/** Paints a drawing on a 2-D canvas, in CSS pixels. */
import type { Point } from '../../contours/geometry.js';
import type { Rect } from '../../core/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Draft, Drawing, Evolving, Handles } from './drawing.js';
import { paintPicture } from './paint-picture.js';
import { overlaps, prepare } from './prepared.js';
import { type Projection, toScreen, visibleBox } from './projection.js';
import { paintScaleBar, scaleBarOf } from './scale-bar.js';
import { addArea, addOutline, isRoomy, project, windowOf } from './screen-paths.js';

export interface Look {
  readonly accent: string;
  /** Colour of contours without a class. */
  readonly contour: string;
}

/** With more contours than this in view, each is drawn as a plain line, together with others of its colour. */
const PLAIN = 1500;
/** Contours of one stroke, where many are drawn. */
const BATCH = 16;
/** The margin round the view in which a frame is still drawn, in CSS pixels. */
const FRAME_MARGIN = 64;
/** The margin round the view in which marks on vertices are still drawn, in CSS pixels. */
const MARK_MARGIN = 8;
const CASING = 'rgba(0, 0, 0, 0.55)';

const css = ([r, g, b]: readonly [number, number, number], alpha = 1): string => `rgb(${r} ${g} ${b} / ${alpha})`;

export class Painter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly look: Look,
  ) {}

  paint(drawing: Drawing, p: Projection): void {
    const { context } = this;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    if (drawing.picture) paintPicture(context, drawing.picture, p, this.look.accent);
    const view = visibleBox(p, MARK_MARGIN);
    const seen = drawing.contours.filter((contour) => overlaps(prepare(contour).bounds, view));
    const editing = drawing.handles?.contour.id;
    if (seen.length > PLAIN) this.#crowd(seen, p);
    else for (const contour of seen) if (contour.id !== drawing.selected) this.#contour(contour, p, drawing, false);
    const selected = seen.filter(
      ({ id }) => id !== editing && (id === drawing.selected || drawing.also?.has(id) === true),
    );
    for (const contour of selected) this.#contour(contour, p, drawing, true);
    if (drawing.handles) this.#handles(drawing.handles, p, drawing);
    for (const box of drawing.waiting ?? []) this.#frame(project(p, corners(box)), p, [2, 5], 0.7);
    if (drawing.evolving) this.#evolving(drawing.evolving, p);
    if (drawing.draft) this.#draft(drawing.draft, p);
    if (drawing.cursor) this.#cursor(toScreen(p, drawing.cursor.x, drawing.cursor.y));
    if (drawing.tip) this.#tip(drawing.tip, p);
    const bar = scaleBarOf(drawing.placement, p);
    if (bar) paintScaleBar(context, bar, p.height);
  }

  #colour(contour: ContourFeature, alpha = 1): string {
    const { classification } = contour.properties;
    if (classification) return css(classification.color, alpha);
    return alpha === 1 ? this.look.contour : `color-mix(in srgb, ${this.look.contour} ${alpha * 100}%, transparent)`;
  }

  #stroke(path: Path2D, colour: string, width: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.stroke(path);
  }

  /** Draws a line with a dark rim, which is visible on light and dark ground. */
  #cased(path: Path2D, casing: number, colour: string, width: number): void {
    this.#stroke(path, CASING, casing);
    this.#stroke(path, colour, width);
  }

  /** Draws many contours as plain lines, several to a stroke for speed, and tiny ones as dots. */
  #crowd(contours: readonly ContourFeature[], p: Projection): void {
    const { context } = this;
    const window = windowOf(p);
    context.lineJoin = 'bevel';
    for (let from = 0; from < contours.length; from += BATCH) {
      const byColour = new Map<string, Path2D>();
      for (const contour of contours.slice(from, from + BATCH)) {
        const colour = this.#colour(contour);
        let path = byColour.get(colour);
        if (!path) {
          path = new Path2D();
          byColour.set(colour, path);
        }
        const { bounds, closed, paths } = prepare(contour);
        if (Math.max(bounds.x1 - bounds.x0, bounds.y1 - bounds.y0) * p.scale < 3) {
          const { x, y } = toScreen(p, (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2);
          path.rect(x - 0.5, y - 0.5, 1, 1);
        } else for (const vertices of paths) addOutline(path, project(p, vertices), closed, window);
      }
      for (const [colour, path] of byColour) this.#stroke(path, colour, 1.25);
    }
    context.lineJoin = 'round';
  }

  #contour(contour: ContourFeature, p: Projection, drawing: Drawing, selected: boolean): void {
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
    const hovered = contour.id === drawing.hovered;
    if (closed) {
      context.fillStyle = this.#colour(contour, selected ? 0.13 : hovered ? 0.14 : 0.07);
      context.fill(area, 'evenodd');
    }
    this.#stroke(outline, CASING, selected ? 7 : hovered ? 4.5 : 3.5);
    if (selected) this.#stroke(outline, '#fff', 5);
    this.#stroke(outline, this.#colour(contour), selected || hovered ? 2.25 : 1.75);
  }

  #handles({ contour, active }: Handles, p: Projection, drawing: Drawing): void {
    this.#contour(contour, p, drawing, true);
    for (const [path, vertices] of prepare(contour).paths.entries()) {
      for (let k = 0; k < vertices.length; k += 2) {
        const { x, y } = toScreen(p, vertices[k]!, vertices[k + 1]!);
        if (!isNear(p, x, y)) continue;
        const on = active?.path === path && active.vertex === k / 2;
        this.#knob(x, y, on ? 5.5 : 3.75, on ? this.look.accent : '#fff', on ? '#fff' : this.#colour(contour));
      }
    }
  }

  #knob(x: number, y: number, radius: number, fill: string, rim: string): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius + 1.5, 0, 2 * Math.PI);
    context.fillStyle = CASING;
    context.fill();
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = rim;
    context.stroke();
  }

  #evolving({ rings, closed, box }: Evolving, p: Projection): void {
    const { context, look } = this;
    const window = windowOf(p);
    if (box) this.#frame(project(p, corners(box)), p, [2, 5], 0.7);
    const outline = new Path2D();
    const projected = rings.map((ring) => project(p, ring));
    for (const path of projected) addOutline(outline, path, closed, window);
    this.#cased(outline, 4, look.accent, 2);
    const marks = new Path2D();
    for (const path of projected.filter(isRoomy)) {
      for (let k = 0; k < path.length; k += 2) {
        if (isNear(p, path[k]!, path[k + 1]!)) marks.rect(path[k]! - 2, path[k + 1]! - 2, 4, 4);
      }
    }
    context.fillStyle = '#fff';
    context.fill(marks);
    this.#stroke(marks, CASING, 0.75);
  }

  #frame(path: readonly number[], p: Projection, dash: readonly number[], alpha: number): void {
    const { context } = this;
    const outline = new Path2D();
    addArea(outline, path, windowOf(p, FRAME_MARGIN));
    context.globalAlpha = alpha;
    this.#stroke(outline, CASING, 3);
    context.setLineDash([...dash]);
    this.#stroke(outline, '#fff', 1.5);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  #draft(draft: Draft, p: Projection): void {
    const { context, look } = this;
    const window = windowOf(p);
    if (draft.kind === 'stroke') {
      this.#swath(draft, p);
      return;
    }
    if (draft.kind === 'box') {
      const path = project(p, corners(draft.rect));
      const area = new Path2D();
      addArea(area, path, window);
      context.fillStyle = `color-mix(in srgb, ${look.accent} 14%, transparent)`;
      context.fill(area);
      this.#frame(path, p, [6, 4], 1);
      if (draft.grips) {
        for (let k = 0; k < path.length; k += 2) this.#knob(path[k]!, path[k + 1]!, 4, '#fff', look.accent);
      }
      return;
    }
    const vertices = draft.line ?? (draft.tip ? [...draft.vertices, draft.tip] : draft.vertices);
    const outline = new Path2D();
    addOutline(
      outline,
      project(
        p,
        vertices.flatMap(({ x, y }) => [x, y]),
      ),
      false,
      window,
    );
    this.#cased(outline, 4, look.accent, 2);
    for (const [k, { x, y }] of draft.vertices.entries()) {
      const at = toScreen(p, x, y);
      this.#knob(at.x, at.y, k === 0 ? 5 : 3.5, '#fff', look.accent);
    }
  }

  #swath({ line, radius, erases }: Extract<Draft, { readonly kind: 'stroke' }>, p: Projection): void {
    const path = new Path2D();
    for (const [k, { x, y }] of line.entries()) {
      const at = toScreen(p, x, y);
      if (k === 0) path.moveTo(at.x, at.y);
      path.lineTo(at.x, at.y);
    }
    const colour = erases ? 'rgb(255 255 255 / 0.45)' : `color-mix(in srgb, ${this.look.accent} 40%, transparent)`;
    this.#stroke(path, colour, 2 * radius * p.scale);
  }

  #tip({ at, radius }: NonNullable<Drawing['tip']>, p: Projection): void {
    const { x, y } = toScreen(p, at.x, at.y);
    const circle = new Path2D();
    circle.arc(x, y, radius, 0, 2 * Math.PI);
    this.#cased(circle, 3.5, '#fff', 1.5);
  }

  #cursor({ x, y }: Point): void {
    const cross = new Path2D();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      cross.moveTo(x + 4 * dx, y + 4 * dy);
      cross.lineTo(x + 14 * dx, y + 14 * dy);
    }
    this.#cased(cross, 4.5, this.look.accent, 2);
  }
}

const isNear = ({ width, height }: Projection, x: number, y: number): boolean =>
  x >= -MARK_MARGIN && y >= -MARK_MARGIN && x <= width + MARK_MARGIN && y <= height + MARK_MARGIN;

const corners = ({ x, y, width, height }: Rect): number[] => [x, y, x + width, y, x + width, y + height, x, y + height];
