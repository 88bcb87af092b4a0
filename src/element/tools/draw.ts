/**
 * Tools that draw an object without a run: a rectangle, an ellipse, or a line that is closed. With Shift the shape is added to the
 * selected object, with Alt it is taken from it.
 */

import { outlined } from '../../algorithm/shapes/clip.js';
import { type Point, rectOf } from '../../contours/geometry.js';
import { viewOf } from '../overlay/projection.js';
import { drawnAsOf } from '../workbench/editing/drawn-as.js';
import { Shapes } from '../workbench/editing/shapes.js';
import type { Workbench } from '../workbench/workbench.js';
import { heldObject } from './held-object.js';
import type { Tool } from './tool.js';

/** A drag shorter than this draws nothing, in CSS pixels. */
const LEAST = 4;
/** Distance between the vertices of a line drawn by hand, in CSS pixels. */
const SPACING = 2;
/** Vertices of an ellipse. */
const AROUND = 64;

type ShapeId = 'rectangle' | 'ellipse' | 'freehand';

const corners = (a: Point, b: Point): Point[] => {
  const { x, y, width, height } = rectOf(a, b);
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
};

const ellipse = (a: Point, b: Point): Point[] => {
  const { x, y, width, height } = rectOf(a, b);
  return Array.from({ length: AROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / AROUND;
    return { x: x + (width / 2) * (1 + Math.cos(angle)), y: y + (height / 2) * (1 + Math.sin(angle)) };
  });
};

/** Makes a tool that draws a rectangle, an ellipse or a free line. */
export const drawTool =
  (id: ShapeId) =>
  (bench: Workbench): Tool => {
    let from: Point | undefined;
    let points: readonly Point[] = [];
    let held = heldObject(bench);
    const show = (): void => {
      const [first] = points;
      bench.mark(first ? { draft: { kind: 'polygon', vertices: [], line: [...points, first] } } : {});
    };
    const reset = (): boolean => {
      const begun = points.length > 0;
      from = undefined;
      points = [];
      show();
      return begun;
    };
    return {
      id,
      cursor: 'crosshair',
      reset,
      press({ at }) {
        from = at;
        points = [];
        held = heldObject(bench);
        return true;
      },
      drag({ at, travel }) {
        if (!from || (points.length === 0 && travel < LEAST)) return;
        if (id === 'rectangle') points = corners(from, at);
        else if (id === 'ellipse') points = ellipse(from, at);
        else {
          const last = points.at(-1) ?? from;
          if (points.length === 0) points = [from];
          if (Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * viewOf(bench.projection).pixel)
            points = [...points, at];
        }
        show();
      },
      release(pointer) {
        const drawn = points;
        reset();
        const how = drawnAsOf(pointer);
        if (drawn.length > 0 && (how === 'new' || held())) new Shapes(bench).keep(outlined(drawn), how);
      },
      click({ at, reach }) {
        bench.pick(at, reach);
      },
    };
  };
