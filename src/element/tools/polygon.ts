/**
 * The polygon tool: clicks set vertices, a drag draws free-hand; a click on the first vertex, a double click or Enter closes it.
 * With Shift at its first vertex the polygon is added to the selected object, with Alt it is taken from it, without a run.
 * By keys: arrows move a cross-hair, Space sets a vertex, Backspace takes the last one back, Enter closes.
 */

import type { Geometry } from '../../algorithm/algorithm.js';
import { geometryOfArea, outlined } from '../../algorithm/shapes/clip.js';
import { areaOf, boundsOf, largestOf, type Point, vertexTouches } from '../../contours/geometry.js';
import { isCompact } from '../../contours/shapes/confine.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { viewOf } from '../overlay/projection.js';
import { type DrawnAs, drawnAsOf } from '../workbench/editing/drawn-as.js';
import { Shapes } from '../workbench/editing/shapes.js';
import { withinArea } from '../workbench/runs/drawn.js';
import type { Workbench } from '../workbench/workbench.js';
import { wholePixels } from './box.js';
import { heldObject } from './held-object.js';
import { arrowOf, centreOf, inImage, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

/** What the tool says of a drawing that is not closed yet. */
const OWN: ReadonlySet<string | undefined> = new Set(['nodeSet', 'polygonCloses', 'polygonKeys', 'polygonNeedsThree']);

/** Distance between the vertices of a free-hand drawing, in CSS pixels. */
const SPACING = 5;

/**
 * A compact drawing starts the snake as its bounding box does, any other as it is; what is found is confined to the drawing and
 * a margin. Other algorithms start from the drawing itself.
 */
const startFrom = (bench: Workbench, ring: readonly Point[]): void => {
  const polygon = { type: 'Polygon', coordinates: [positionsOf([...ring, ring[0]!])] } as const;
  const area = outlined(ring);
  const whole = geometryOfArea(area);
  // A drawing that crosses itself is the largest of the parts that it encloses.
  const start = crosses(polygon.coordinates[0]) ? ((whole && largestOf(whole)) ?? polygon) : polygon;
  if (bench.element.algorithm !== 'snake' || !whole) {
    bench.runs.start(start);
    return;
  }
  const rect = wholePixels(boxRound(start), bench.stage.image ?? { width: 0, height: 0 });
  bench.runs.start(start, undefined, withinArea(area, isCompact(ring, areaOf(whole)) ? rect : undefined));
};

const positionsOf = (points: readonly Point[]): Position[] => points.map(({ x, y }) => [x, y]);

const boxRound = (geometry: Geometry): Rect => {
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
};

/** Whether non-adjacent edges of a closed ring meet. */
const crosses = (ring: readonly Position[]): boolean => ring.slice(1).some((_, k) => vertexTouches(ring, k));

/** The polygon that is drawn so far: what is shown and said of it. */
class PolygonDraft {
  vertices: readonly Point[] = [];
  /** The end of the edge that follows the pointer. */
  tip: Point | undefined;
  /** The cross-hair that keys move. */
  cross: Point | undefined;

  constructor(private readonly bench: Workbench) {}

  show(): void {
    const { bench, cross, tip, vertices } = this;
    bench.mark({
      ...(vertices.length > 0 ? { draft: { kind: 'polygon', vertices, ...(tip ? { tip } : {}) } } : {}),
      ...(cross ? { cursor: cross } : {}),
    });
    if (vertices.length > 1)
      bench.runs.preparing.expect(boxRound({ type: 'LineString', coordinates: positionsOf(vertices) }));
  }

  add(at: Point): void {
    this.vertices = [...this.vertices, at];
    this.#tell();
  }

  /** Takes the last vertex back; false where there is none. */
  takeBack(): boolean {
    const begun = this.vertices.length > 0;
    this.vertices = this.vertices.slice(0, -1);
    if (begun) this.#tell();
    this.show();
    return begun;
  }

  /** Forgets all of it; false where there was nothing. */
  clear(): boolean {
    const begun = this.vertices.length > 0 || this.cross !== undefined;
    this.vertices = [];
    this.tip = undefined;
    this.cross = undefined;
    this.#tell();
    this.show();
    return begun;
  }

  /** Moves the cross-hair by an arrow key, from the last vertex or the middle of the view at first. */
  move(along: Point, stride: number): void {
    const { bench, vertices } = this;
    const from = this.cross ?? vertices.at(-1) ?? centreOf(bench);
    this.cross = inImage(bench, { x: from.x + along.x * stride, y: from.y + along.y * stride });
    this.tip = vertices.length > 0 ? this.cross : undefined;
    this.show();
  }

  /** Says how many vertices there are, and how to go on; of none, nothing. */
  #tell(): void {
    const { voice } = this.bench;
    const count = this.vertices.length;
    if (count > 0) voice.say(count < 3 ? 'nodeSet' : 'polygonCloses', { count });
    else if (OWN.has(voice.message?.key)) voice.hush();
  }
}

/** Makes the polygon tool. */
export const polygonTool = (bench: Workbench): Tool => {
  const draft = new PolygonDraft(bench);
  /** The press may become a free-hand drawing: not once it was given up. */
  let pressed = false;
  let freehand = false;
  let how: DrawnAs = 'new';
  let held = heldObject(bench);
  const reset = (): boolean => {
    pressed = false;
    freehand = false;
    how = 'new';
    return draft.clear();
  };
  const close = (): void => {
    const { vertices: ring } = draft;
    if (ring.length < 3) {
      bench.voice.say('polygonNeedsThree');
      return;
    }
    const drawnAs = how;
    reset();
    if (drawnAs === 'new') startFrom(bench, ring);
    else if (held()) new Shapes(bench).keep(outlined(ring), drawnAs);
  };
  const begin = (keys: Parameters<typeof drawnAsOf>[0]): void => {
    how = drawnAsOf(keys);
    held = heldObject(bench);
  };
  // A free-hand line has no corners of its own.
  const takeBack = (): boolean => (freehand ? reset() : draft.takeBack());
  return {
    id: 'polygon',
    cursor: 'crosshair',
    reset,
    takeBack,
    press() {
      pressed = true;
      return true;
    },
    drag({ at, travel, shift, alt }) {
      const { vertices } = draft;
      if (!pressed || (!freehand && (travel < 2 * SPACING || vertices.length > 1))) return;
      if (vertices.length === 0) begin({ shift, alt });
      freehand = true;
      const last = vertices.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * viewOf(bench.projection).pixel)
        draft.vertices = [...vertices, at];
      draft.show();
    },
    release() {
      if (!freehand) return;
      freehand = false;
      close();
    },
    click({ at, reach, shift, alt }) {
      const { vertices } = draft;
      const [first] = vertices;
      if (!first) begin({ shift, alt });
      draft.cross = undefined;
      if (first && vertices.length > 2 && Math.hypot(at.x - first.x, at.y - first.y) <= reach) return close();
      const last = vertices.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) > reach / 3) draft.add(at);
      draft.tip = undefined;
      draft.show();
    },
    doubleClick() {
      if (draft.vertices.length > 2) close();
    },
    hover({ at }) {
      if (draft.vertices.length === 0 || draft.cross) return;
      draft.tip = at;
      draft.show();
    },
    key({ key, alt }) {
      const along = arrowOf(bench, key);
      if (along) draft.move(along, strideOf(bench, alt));
      else if (key === ' ' && draft.cross) {
        draft.add(draft.cross);
        draft.show();
      } else if (key === 'Backspace') return takeBack();
      else if (key === 'Enter' && draft.vertices.length > 0) close();
      else if (key === 'Enter') {
        draft.cross = centreOf(bench);
        bench.voice.say('polygonKeys');
        draft.show();
      } else return false;
      return true;
    },
  };
};
