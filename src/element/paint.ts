/** Drawing a scene on a 2-D canvas, in CSS pixels. */
import type { ContourFeature } from '../worker/protocol.js';
import { clipLine, clipRing, type Window, whollyInside } from './clip.js';
import type { Point } from './geometry.js';
import { paintPicture } from './paint-picture.js';
import { type Projection, toScreen, visibleBox } from './projection.js';
import { paintScaleBar, scaleBarOf } from './scale-bar.js';
import { type Draft, type Evolving, type Handles, overlaps, prepare, type Scene } from './scene.js';

export interface Look {
  readonly accent: string;
  /** Colour of contours without a class. */
  readonly contour: string;
}

/** Beyond so many contours in view each is one line, drawn together with those of its colour. */
const PLAIN = 1500;
/** Contours of a stroke among many. */
const BATCH = 16;
/** Nodes nearer than this to the one drawn before are left out, in CSS pixels. */
const MERGE = 0.4;
/** Coordinates further than this off the view are cut, in CSS pixels. */
const BEYOND = 4096;
const CASING = 'rgba(0, 0, 0, 0.55)';

const windowOf = (p: Projection): Window => ({ x0: -BEYOND, y0: -BEYOND, x1: p.width + BEYOND, y1: p.height + BEYOND });

/** A path in CSS pixels, thinned to what can be told apart on screen. */
const project = (p: Projection, path: ArrayLike<number>): number[] => {
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

const trace = (target: Path2D, path: readonly number[], close: boolean): void => {
  if (path.length < 2) return;
  target.moveTo(path[0]!, path[1]!);
  for (let k = 2; k < path.length; k += 2) target.lineTo(path[k]!, path[k + 1]!);
  if (close) target.closePath();
};

/** Adds a path's outline, cut to the window where it leaves it. */
const addOutline = (target: Path2D, path: readonly number[], closed: boolean, w: Window): void => {
  if (whollyInside(path, w)) {
    trace(target, path, closed);
    return;
  }
  const open = closed ? [...path, path[0]!, path[1]!] : path;
  for (const piece of clipLine(open, w)) trace(target, piece, false);
};

const addArea = (target: Path2D, path: readonly number[], w: Window): void =>
  trace(target, whollyInside(path, w) ? path : clipRing(path, w), true);

/** Nodes nearer than this on the mean would hide the contour, in CSS pixels: one traced along pixels has one at every step. */
const ROOM = 6;

const isRoomy = (path: readonly number[]): boolean => {
  let length = 0;
  for (let k = 2; k < path.length; k += 2) {
    length += Math.hypot(path[k]! - path[k - 2]!, path[k + 1]! - path[k - 1]!);
  }
  return 2 * length >= ROOM * path.length;
};

const css = ([r, g, b]: readonly [number, number, number], alpha = 1): string => `rgb(${r} ${g} ${b} / ${alpha})`;

export class Painter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly look: Look,
  ) {}

  paint(scene: Scene, p: Projection): void {
    const { context } = this;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    if (scene.picture) paintPicture(context, scene.picture, p, this.look.accent);
    const view = visibleBox(p, 8);
    const seen = scene.contours.filter((contour) => overlaps(prepare(contour).box, view));
    const editing = scene.handles?.contour.id;
    if (seen.length > PLAIN) this.#crowd(seen, p);
    else for (const contour of seen) if (contour.id !== scene.selected) this.#contour(contour, p, scene, false);
    const selected = seen.find(({ id }) => id === scene.selected && id !== editing);
    if (selected) this.#contour(selected, p, scene, true);
    if (scene.handles) this.#handles(scene.handles, p, scene);
    if (scene.evolving) this.#evolving(scene.evolving, p);
    if (scene.draft) this.#draft(scene.draft, p);
    if (scene.cursor) this.#cursor(toScreen(p, scene.cursor.x, scene.cursor.y));
    const bar = scaleBarOf(scene.placement, p);
    if (bar) paintScaleBar(context, bar, p.height);
  }

  #colour(contour: ContourFeature, alpha = 1): string {
    const { classification } = contour.properties;
    if (classification) return css(classification.color, alpha);
    return alpha === 1 ? this.look.contour : `color-mix(in srgb, ${this.look.contour} ${alpha * 100}%, transparent)`;
  }

  /** Many contours: plain lines, some at a stroke, since a path costs more than its parts; tiny ones are dots. */
  #crowd(contours: readonly ContourFeature[], p: Projection): void {
    const { context } = this;
    const w = windowOf(p);
    context.lineJoin = 'bevel';
    context.lineWidth = 1.25;
    for (let from = 0; from < contours.length; from += BATCH) {
      const byColour = new Map<string, Path2D>();
      for (const contour of contours.slice(from, from + BATCH)) {
        const colour = this.#colour(contour);
        let path = byColour.get(colour);
        if (!path) {
          path = new Path2D();
          byColour.set(colour, path);
        }
        const { box, closed, paths } = prepare(contour);
        if (Math.max(box.x1 - box.x0, box.y1 - box.y0) * p.scale < 3) {
          const { x, y } = toScreen(p, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
          path.rect(x - 0.5, y - 0.5, 1, 1);
        } else for (const nodes of paths) addOutline(path, project(p, nodes), closed, w);
      }
      for (const [colour, path] of byColour) {
        context.strokeStyle = colour;
        context.stroke(path);
      }
    }
    context.lineJoin = 'round';
  }

  #contour(contour: ContourFeature, p: Projection, scene: Scene, selected: boolean): void {
    const { context } = this;
    const w = windowOf(p);
    const { closed, paths } = prepare(contour);
    const outline = new Path2D();
    const area = new Path2D();
    for (const nodes of paths) {
      const path = project(p, nodes);
      addOutline(outline, path, closed, w);
      if (closed) addArea(area, path, w);
    }
    const hovered = contour.id === scene.hovered;
    if (closed) {
      context.fillStyle = this.#colour(contour, selected ? 0.13 : hovered ? 0.14 : 0.07);
      context.fill(area, 'evenodd');
    }
    context.strokeStyle = CASING;
    context.lineWidth = selected ? 7 : hovered ? 4.5 : 3.5;
    context.stroke(outline);
    if (selected) {
      context.strokeStyle = '#fff';
      context.lineWidth = 5;
      context.stroke(outline);
    }
    context.strokeStyle = this.#colour(contour);
    context.lineWidth = selected || hovered ? 2.25 : 1.75;
    context.stroke(outline);
  }

  #handles({ contour, active }: Handles, p: Projection, scene: Scene): void {
    this.#contour(contour, p, scene, true);
    for (const [path, nodes] of prepare(contour).paths.entries()) {
      for (let k = 0; k < nodes.length; k += 2) {
        const { x, y } = toScreen(p, nodes[k]!, nodes[k + 1]!);
        if (x < -8 || y < -8 || x > p.width + 8 || y > p.height + 8) continue;
        const on = active?.path === path && active.node === k / 2;
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
    const w = windowOf(p);
    if (box) this.#frame(project(p, corners(box)), [2, 5], 0.7);
    const outline = new Path2D();
    const projected = rings.map((ring) => project(p, ring));
    for (const path of projected) addOutline(outline, path, closed, w);
    context.strokeStyle = CASING;
    context.lineWidth = 4;
    context.stroke(outline);
    context.strokeStyle = look.accent;
    context.lineWidth = 2;
    context.stroke(outline);
    const nodes = new Path2D();
    for (const path of projected.filter(isRoomy)) {
      for (let k = 0; k < path.length; k += 2) {
        if (path[k]! < -8 || path[k + 1]! < -8 || path[k]! > p.width + 8 || path[k + 1]! > p.height + 8) continue;
        nodes.rect(path[k]! - 2, path[k + 1]! - 2, 4, 4);
      }
    }
    context.fillStyle = '#fff';
    context.fill(nodes);
    context.strokeStyle = CASING;
    context.lineWidth = 0.75;
    context.stroke(nodes);
  }

  /** A closed frame that is seen on light and dark ground. */
  #frame(path: readonly number[], dash: readonly number[], alpha: number): void {
    const { context } = this;
    const outline = new Path2D();
    trace(outline, clipRing(path, { x0: -64, y0: -64, x1: this.#size.x + 64, y1: this.#size.y + 64 }), true);
    context.globalAlpha = alpha;
    context.strokeStyle = CASING;
    context.lineWidth = 3;
    context.stroke(outline);
    context.setLineDash([...dash]);
    context.strokeStyle = '#fff';
    context.lineWidth = 1.5;
    context.stroke(outline);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  get #size(): Point {
    const { canvas } = this.context;
    return { x: canvas.width, y: canvas.height };
  }

  #draft(draft: Draft, p: Projection): void {
    const { context, look } = this;
    if (draft.kind === 'box') {
      const path = project(p, corners(draft.rect));
      const area = new Path2D();
      addArea(area, path, windowOf(p));
      context.fillStyle = `color-mix(in srgb, ${look.accent} 14%, transparent)`;
      context.fill(area);
      this.#frame(path, [6, 4], 1);
      if (draft.grips) {
        for (let k = 0; k < path.length; k += 2) this.#knob(path[k]!, path[k + 1]!, 4, '#fff', look.accent);
      }
    } else if (draft.kind === 'polygon') {
      const nodes = draft.tip ? [...draft.nodes, draft.tip] : draft.nodes;
      const path = nodes.flatMap(({ x, y }) => Object.values(toScreen(p, x, y)));
      const outline = new Path2D();
      addOutline(outline, path, false, windowOf(p));
      context.strokeStyle = CASING;
      context.lineWidth = 4;
      context.stroke(outline);
      context.strokeStyle = look.accent;
      context.lineWidth = 2;
      context.stroke(outline);
      for (const [k, { x, y }] of draft.nodes.entries()) {
        const at = toScreen(p, x, y);
        this.#knob(at.x, at.y, k === 0 ? 5 : 3.5, '#fff', look.accent);
      }
    } else {
      const { x, y } = toScreen(p, draft.at.x, draft.at.y);
      this.#knob(x, y, 5, look.accent, '#fff');
    }
  }

  #cursor({ x, y }: Point): void {
    const { context, look } = this;
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
    context.strokeStyle = CASING;
    context.lineWidth = 4.5;
    context.stroke(cross);
    context.strokeStyle = look.accent;
    context.lineWidth = 2;
    context.stroke(cross);
  }
}

const corners = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): number[] => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
];
