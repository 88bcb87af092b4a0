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
import { shapesOf } from '../workbench/editing/shapes.js';
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

/** Makes the polygon tool. */
export const polygonTool = (bench: Workbench): Tool => {
  let vertices: Point[] = [];
  let tip: Point | undefined;
  let cross: Point | undefined;
  /** The press may become a free-hand drawing: not once it was given up. */
  let pressed = false;
  let freehand = false;
  let how: DrawnAs = 'new';
  let held = heldObject(bench);
  const show = (): void => {
    bench.mark({
      ...(vertices.length > 0 ? { draft: { kind: 'polygon', vertices, ...(tip ? { tip } : {}) } } : {}),
      ...(cross ? { cursor: cross } : {}),
    });
    if (vertices.length > 1)
      bench.runs.preparing.expect(boxRound({ type: 'LineString', coordinates: positionsOf(vertices) }));
  };
  /** Says how many vertices there are, and how to go on; of none, nothing. */
  const tell = (): void => {
    const count = vertices.length;
    if (count > 0) bench.voice.say(count < 3 ? 'nodeSet' : 'polygonCloses', { count });
    else if (OWN.has(bench.voice.message?.key)) bench.voice.hush();
  };
  const reset = (): boolean => {
    const begun = vertices.length > 0 || cross !== undefined;
    vertices = [];
    tip = undefined;
    cross = undefined;
    pressed = false;
    freehand = false;
    how = 'new';
    tell();
    show();
    return begun;
  };
  const close = (): void => {
    const ring = vertices;
    if (ring.length < 3) {
      bench.voice.say('polygonNeedsThree');
      return;
    }
    const drawnAs = how;
    reset();
    if (drawnAs === 'new') startFrom(bench, ring);
    else if (held()) shapesOf(bench).keep(outlined(ring), drawnAs);
  };
  const begin = (keys: Parameters<typeof drawnAsOf>[0]): void => {
    how = drawnAsOf(keys);
    held = heldObject(bench);
  };
  const add = (at: Point): void => {
    vertices = [...vertices, at];
    tell();
  };
  const takeBack = (): boolean => {
    // A free-hand line has no corners of its own.
    if (freehand) return reset();
    const begun = vertices.length > 0;
    vertices = vertices.slice(0, -1);
    if (begun) tell();
    show();
    return begun;
  };
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
      if (!pressed || (!freehand && (travel < 2 * SPACING || vertices.length > 1))) return;
      if (vertices.length === 0) begin({ shift, alt });
      freehand = true;
      const last = vertices.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * viewOf(bench.projection).pixel)
        vertices = [...vertices, at];
      show();
    },
    release() {
      if (!freehand) return;
      freehand = false;
      close();
    },
    click({ at, reach, shift, alt }) {
      const [first] = vertices;
      if (!first) begin({ shift, alt });
      cross = undefined;
      if (first && vertices.length > 2 && Math.hypot(at.x - first.x, at.y - first.y) <= reach) return close();
      const last = vertices.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) > reach / 3) add(at);
      tip = undefined;
      show();
    },
    doubleClick() {
      if (vertices.length > 2) close();
    },
    hover({ at }) {
      if (vertices.length === 0 || cross) return;
      tip = at;
      show();
    },
    key({ key, alt }) {
      const along = arrowOf(bench, key);
      if (along) {
        const stride = strideOf(bench, alt);
        const from = cross ?? vertices.at(-1) ?? centreOf(bench);
        cross = inImage(bench, { x: from.x + along.x * stride, y: from.y + along.y * stride });
        tip = vertices.length > 0 ? cross : undefined;
        show();
        return true;
      }
      if (key === ' ' && cross) {
        add(cross);
        show();
        return true;
      }
      if (key === 'Backspace') return takeBack();
      if (key === 'Enter' && vertices.length > 0) {
        close();
        return true;
      }
      if (key === 'Enter') {
        cross = centreOf(bench);
        bench.voice.say('polygonKeys');
        show();
        return true;
      }
      return false;
    },
  };
};
