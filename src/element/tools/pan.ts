/**
 * The view moves; a click selects the object under it. With Shift, or Control, it joins the selection; dragging selects all in a box. The
 * grip beside the selected objects and the arrow keys move them.
 */
import { boundsOf, type Point, rectOf } from '../../contours/geometry.js';
import type { Box, Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { boxOfAll } from '../contours/placed.js';
import { GRIP, gripAt } from '../overlay/grip.js';
import { contourAt } from '../overlay/hit.js';
import { toImage } from '../overlay/projection.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf } from './keyboard.js';
import type { Tool } from './tool.js';

/** A drag shorter than this is a click, in CSS pixels. */
const LEAST = 4;
/** Image pixels that an arrow key with Shift moves. */
const FAR = 10;

/** Makes the tool that pans, selects and moves objects. */
export const panTool = (bench: Workbench): Tool => {
  let hovered: string | undefined;
  let overGrip = false;
  let from: Point | undefined;
  let box: Rect | undefined;
  /** Contours that are dragged by the grip, and how far. */
  let dragged: readonly ContourFeature[] | undefined;
  let by: Point | undefined;
  /** What can be moved. */
  let grip: Box | undefined;
  const show = (): void =>
    bench.mark({
      ...(hovered === undefined ? {} : { hovered }),
      ...(box ? { draft: { kind: 'box', rect: box, grips: false } } : {}),
      ...(grip && !by && !bench.element.disabled ? { grip } : {}),
      ...(dragged && by ? { moving: { ids: new Set(dragged.map(({ id }) => id)), by } } : {}),
    });
  const isOnGrip = (at: Point, reach: number): boolean => {
    const { projection } = bench;
    const middle = projection && grip && gripAt(projection, grip);
    if (!projection || !middle) return false;
    const there = toImage(projection, middle.x, middle.y);
    return Math.hypot(there.x - at.x, there.y - at.y) <= Math.max(reach, GRIP / projection.scale);
  };
  return {
    id: 'pan',
    get cursor() {
      return overGrip ? 'move' : 'grab';
    },
    refresh() {
      const free = bench.element.disabled ? [] : bench.placing.free;
      grip = boxOfAll(free);
      show();
    },
    press({ at, reach, shift }) {
      bench.placing.rest();
      if (isOnGrip(at, reach)) dragged = bench.placing.free;
      from = shift || dragged ? at : undefined;
      return from !== undefined;
    },
    drag({ at, travel }) {
      if (!from || travel < LEAST) return;
      if (dragged) by = bench.placing.within(dragged, { x: at.x - from.x, y: at.y - from.y });
      else box = rectOf(from, at);
      show();
    },
    release() {
      const chosen = box;
      const shift = by;
      const taken = dragged;
      from = undefined;
      box = undefined;
      dragged = undefined;
      by = undefined;
      show();
      if (taken && shift) bench.placing.drop(taken, shift);
      if (!chosen) return;
      bench.objects.selectContours(bench.shown.filter(({ geometry }) => meets(boundsOf(geometry), chosen)));
    },
    click({ at, reach, shift, mod }) {
      if (isOnGrip(at, reach)) return;
      const under = contourAt(bench.shown, at, reach);
      if ((shift || mod) && under) bench.objects.toggle(under);
      else if (!shift && !mod) bench.pick(at, reach);
    },
    hover({ at, reach }) {
      overGrip = isOnGrip(at, reach);
      const under = contourAt(bench.shown, at, reach)?.id;
      if (under === hovered) return;
      hovered = under;
      show();
    },
    key({ key, shift }) {
      const along = arrowOf(bench, key);
      if (!along || !bench.collection.selected) return false;
      const far = shift ? FAR : 1;
      // A turned view's directions are exact to the last digits only.
      bench.placing.move({ x: whole(far * along.x), y: whole(far * along.y) }, true);
      return true;
    },
    reset() {
      const begun = box !== undefined || by !== undefined;
      hovered = undefined;
      from = undefined;
      box = undefined;
      dragged = undefined;
      by = undefined;
      show();
      return begun;
    },
  };
};

const whole = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The box of a contour lies wholly in the rectangle. */
const meets = ({ x0, y0, x1, y1 }: ReturnType<typeof boundsOf>, { x, y, width, height }: Rect): boolean =>
  x0 >= x && y0 >= y && x1 <= x + width && y1 <= y + height;
