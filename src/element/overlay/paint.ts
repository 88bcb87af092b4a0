/** Paints a drawing on a 2-D canvas, in CSS pixels. */

import type { Point } from '../../contours/geometry.js';
import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { pinnedOf } from '../contours/pinned.js';
import { CASING, ContourPainter, type Look } from './contour-painter.js';
import { type Crowd, isCrowd } from './crowd.js';
import type { Draft, Drawing, Handles, StartDrawn } from './drawing.js';
import { gripAt, paintGrip, projectionMoved } from './grip.js';
import type { LongOutline } from './long-outline.js';
import { Apart, MARK_MARGIN } from './marks-apart.js';
import { paintHints } from './paint-hints.js';
import { paintMarks, paintPins } from './paint-marks.js';
import { paintPicture } from './paint-picture.js';
import { prepare } from './prepared.js';
import { type Projection, toScreen, visibleBox } from './projection.js';
import { paintScaleBar, scaleBarOf } from './scale-bar.js';
import { addArea, addOutline, isRoomy, project, windowOf } from './screen-paths.js';
import { shapeOf, vertexCountOf, WHOLE } from './screen-shape.js';
import { indexOf } from './spatial-index.js';

/** The margin round the view in which a frame is still drawn, in CSS pixels. */
const FRAME_MARGIN = 64;

/** Paints drawings on one context. */
export class Painter {
  readonly #contours: ContourPainter;
  /** Device pixels per CSS pixel. */
  #ratio = 1;
  /** Whether the selected contour was painted, and whether that needs another frame: `undefined` where it was painted whole. */
  #selectedWaits: boolean | undefined;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly look: Look,
    private readonly crowd: Crowd,
    private readonly long: LongOutline,
  ) {
    this.#contours = new ContourPainter(context, look);
  }

  /** True where another frame is needed to paint all. `ratio`: device pixels per CSS pixel. */
  paint(drawing: Drawing, p: Projection, ratio: number): boolean {
    const { context } = this;
    this.#ratio = ratio;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    if (drawing.picture) paintPicture(context, drawing.picture, p, this.look.accent);
    const layerWaits = drawing.layer?.paint(context, this.look, p, ratio) ?? false;
    const view = visibleBox(p, MARK_MARGIN);
    const index = indexOf(drawing.contours);
    const { preview, hovered, selected, moving } = drawing;
    const within = index.within(view);
    // What is previewed is drawn by itself.
    const places = preview ? within.filter((place) => index.list[place]!.id !== preview.id) : within;
    const crowded = isCrowd(index, places, p.scale);
    const { look } = this;
    const waits = crowded && this.crowd.paint(context, { index, look, projection: p, ratio, without: preview?.id });
    if (!crowded) {
      this.crowd.clear();
      if (this.look.dim) this.#dim(places.length === 0 ? [] : [...places].map((place) => index.list[place]!), p);
      for (const place of places) {
        const contour = index.list[place]!;
        if (contour.id === preview?.id || contour.id === selected || moving?.ids.has(contour.id)) continue;
        this.#contours.contour(contour, p, contour.id === hovered ? 'hovered' : 'plain');
      }
    }
    const editing = drawing.handles?.contour.id;
    const chosen = (id: string): boolean => id === selected || drawing.also?.has(id) === true;
    if (preview && preview.id !== editing) this.#highlighted(preview, p, chosen(preview.id) ? 'selected' : 'plain');
    const marked = new Set(drawing.also);
    if (selected !== undefined) marked.add(selected);
    if (crowded && hovered !== undefined) marked.add(hovered);
    if (marked.size > 0) {
      for (const place of index.placesOf(marked, view)) {
        const contour = index.list[place]!;
        const { id } = contour;
        if (id === editing || id === preview?.id || moving?.ids.has(id)) continue;
        if (id === selected) this.#selected(contour, p);
        else this.#highlighted(contour, p, chosen(id) ? 'selected' : 'hovered');
      }
    }
    if (moving) this.#moving(index.list, moving, p);
    if (drawing.handles) this.#handles(drawing.handles, p);
    if (this.#selectedWaits === undefined) this.long.clear();
    if (drawing.before) this.#before(drawing.before, p);
    for (const start of drawing.waiting ?? []) this.#evolving(start, p);
    if (drawing.evolving) this.#evolving(drawing.evolving, p);
    if (drawing.draft) this.#draft(drawing.draft, p);
    if (drawing.hints) paintHints(context, this.#contours, drawing.hints, p);
    const grip = drawing.grip && drawing.contours.length > 0 && gripAt(p, drawing.grip);
    if (grip) paintGrip(context, grip, '#1a2027');
    if (drawing.cursor) this.#cursor(toScreen(p, drawing.cursor.x, drawing.cursor.y));
    if (drawing.tip) this.#tip(drawing.tip, p);
    const bar = scaleBarOf(drawing.placement, p);
    if (bar) paintScaleBar(context, bar, p.height);
    return waits || layerWaits || this.#selectedWaits === true;
  }

  /** Contours where they are dragged to; they need not have been in view. */
  #moving(list: readonly ContourFeature[], { ids, by }: NonNullable<Drawing['moving']>, p: Projection): void {
    const there = projectionMoved(p, by);
    for (const contour of list) if (ids.has(contour.id)) this.#contours.contour(contour, there, 'selected');
  }

  #dim(contours: readonly ContourFeature[], p: Projection): void {
    this.#contours.veil(p);
    for (const contour of contours) this.#contours.clear(contour, p);
  }

  /** Outlines as they were, in dashes over those of now. */
  #before(contours: readonly ContourFeature[], p: Projection): void {
    const index = indexOf(contours);
    const outline = new Path2D();
    for (const place of index.within(visibleBox(p, MARK_MARGIN))) {
      const { closed, paths } = prepare(index.list[place]!);
      for (const path of paths) addOutline(outline, project(p, path), closed, windowOf(p, FRAME_MARGIN));
    }
    this.#contours.stroke(outline, CASING, 4);
    this.context.setLineDash([5, 4]);
    this.#contours.stroke(outline, '#ffd84d', 2);
    this.context.setLineDash([]);
  }

  #selected(contour: ContourFeature, p: Projection): void {
    this.#selectedWaits = this.long.paint(this.context, contour, this.look, p, this.#ratio);
    if (this.#selectedWaits === undefined) this.#contours.contour(contour, p, 'selected');
  }

  /** A contour of many vertices is sketched: its lines in full would take more than a frame. */
  #highlighted(contour: ContourFeature, p: Projection, state: 'plain' | 'hovered' | 'selected'): void {
    const shape = shapeOf(contour, p);
    const all = { x: 0, y: 0, width: p.width, height: p.height };
    if (vertexCountOf(shape) <= WHOLE) this.#contours.contour(contour, p, state, shape);
    else this.#contours.selectedIn(contour, shape, all, true, this.#ratio);
  }

  /** Vertices that lie closer than their marks have one mark: all marks of a kind are one path. */
  #handles({ contour, active, chosen }: Handles, p: Projection): void {
    this.#selected(contour, p);
    const plain: number[] = [];
    const picked: number[] = [];
    const apart = new Apart(p);
    const pinned = pinnedOf(contour).flatMap(([px, py]) => {
      const { x, y } = toScreen(p, px, py);
      return isNear(p, x, y) ? [x, y] : [];
    });
    for (const [path, vertices] of prepare(contour).paths.entries()) {
      const own = chosen?.get(path);
      for (let k = 0; k < vertices.length; k += 2) {
        const dx = vertices[k]! - p.origin.x;
        const dy = vertices[k + 1]! - p.origin.y;
        const [x, y] = [p.centre.x + p.a * dx + p.c * dy, p.centre.y + p.b * dx + p.d * dy];
        if (!isNear(p, x, y) || !apart.takes(x, y)) continue;
        (own?.has(k / 2) ? picked : plain).push(x, y);
      }
    }
    paintMarks(this.context, plain, '#fff', this.#contours.colour(contour), this.#ratio);
    paintMarks(this.context, picked, this.look.accent, '#fff', this.#ratio);
    paintPins(this.context, pinned);
    const at = active && prepare(contour).paths[active.path];
    if (!at || !active) return;
    const { x, y } = toScreen(p, at[2 * active.vertex] ?? 0, at[2 * active.vertex + 1] ?? 0);
    this.#knob(x, y, 5.5, this.look.accent, '#fff');
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

  #evolving({ rings, closed, boxes, points }: StartDrawn, p: Projection): void {
    const { context, look } = this;
    const window = windowOf(p);
    for (const box of boxes ?? []) this.#frame(project(p, corners(box)), p, [2, 5], 0.7);
    const outline = new Path2D();
    const projected = rings.map((ring) => project(p, ring));
    for (const path of projected) addOutline(outline, path, closed, window);
    this.#contours.cased(outline, 4, look.accent, 2);
    const marks = new Path2D();
    for (const path of projected.filter(isRoomy)) {
      eachPair(path, (x, y) => {
        if (isNear(p, x, y)) marks.rect(x - 2, y - 2, 4, 4);
      });
    }
    context.fillStyle = '#fff';
    context.fill(marks);
    this.#contours.stroke(marks, CASING, 0.75);
    for (const { x, y } of points ?? []) {
      const at = toScreen(p, x, y);
      this.#knob(at.x, at.y, 4, '#fff', look.accent);
    }
  }

  #frame(path: readonly number[], p: Projection, dash: readonly number[], alpha: number): void {
    const { context } = this;
    const outline = new Path2D();
    addArea(outline, path, windowOf(p, FRAME_MARGIN));
    context.globalAlpha = alpha;
    this.#contours.stroke(outline, CASING, 3);
    context.setLineDash([...dash]);
    this.#contours.stroke(outline, '#fff', 1.5);
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
        eachPair(path, (x, y) => this.#knob(x, y, 4, '#fff', look.accent));
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
    this.#contours.cased(outline, 4, look.accent, 2);
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
    this.#contours.stroke(path, colour, 2 * radius * p.scale);
  }

  #tip({ at, radius }: NonNullable<Drawing['tip']>, p: Projection): void {
    const { x, y } = toScreen(p, at.x, at.y);
    const circle = new Path2D();
    circle.arc(x, y, radius, 0, 2 * Math.PI);
    this.#contours.cased(circle, 3.5, '#fff', 1.5);
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
    this.#contours.cased(cross, 4.5, this.look.accent, 2);
  }
}

const isNear = ({ width, height }: Projection, x: number, y: number): boolean =>
  x >= -MARK_MARGIN && y >= -MARK_MARGIN && x <= width + MARK_MARGIN && y <= height + MARK_MARGIN;

const corners = ({ x, y, width, height }: Rect): number[] => [x, y, x + width, y, x + width, y + height, x, y + height];
