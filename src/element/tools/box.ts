import { type Point, rectOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import { viewOf } from '../overlay/projection.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, centreOf, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

/** A shorter way from press to release is a click, in CSS pixels. */
const LEAST = 4;
/** The shortest drag that draws a box, from corner to corner, in CSS pixels. */
const SMALLEST = 12;

/** Grows a rectangle to whole pixels and cuts it to the image; one wholly outside is not cut. */
export const wholePixels = (rect: Rect, image: { readonly width: number; readonly height: number }): Rect => {
  const x0 = Math.floor(rect.x);
  const y0 = Math.floor(rect.y);
  const x1 = Math.ceil(rect.x + rect.width);
  const y1 = Math.ceil(rect.y + rect.height);
  if (x1 <= 0 || y1 <= 0 || x0 >= image.width || y0 >= image.height) {
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  }
  const left = Math.max(0, x0);
  const top = Math.max(0, y0);
  return { x: left, y: top, width: Math.min(image.width, x1) - left, height: Math.min(image.height, y1) - top };
};

const sizeOf = ({ stage: { image } }: Workbench): { readonly width: number; readonly height: number } =>
  image ?? { width: 0, height: 0 };

/** The box that Enter places: in the middle of the view, with sides of a quarter of its shorter side. */
const startingBox = (bench: Workbench): Rect => {
  const { pixel, width, height } = viewOf(bench.projection);
  const size = (Math.min(width, height) * pixel) / 4;
  const middle = centreOf(bench);
  return wholePixels({ x: middle.x - size / 2, y: middle.y - size / 2, width: size, height: size }, sizeOf(bench));
};

/** The corner across from the one at a point. */
const oppositeOf = ({ x, y, width, height }: Rect, at: Point, reach: number): Point | undefined => {
  const [right, bottom] = [x + width, y + height];
  const corner = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ].find((each) => Math.hypot(each.x - at.x, each.y - at.y) <= reach);
  return corner && { x: corner.x === x ? right : x, y: corner.y === y ? bottom : y };
};

/**
 * The box tool: a drag draws a box, a click selects. By keys: Enter places a box, arrows move it, Shift and arrows resize it, as dragging
 * its grips does, and Enter runs.
 */
export const boxTool = (bench: Workbench): Tool => {
  let from: Point | undefined;
  let rect: Rect | undefined;
  /** Whether the box was placed by keys, or changed by a handle: it then waits for Enter. */
  let placed = false;
  const show = (grips: boolean): void => {
    bench.mark(rect ? { draft: { kind: 'box', rect, grips } } : {});
    if (rect) bench.runs.preparing.expect(rect);
  };
  const reset = (): boolean => {
    const begun = rect !== undefined || from !== undefined;
    from = undefined;
    rect = undefined;
    placed = false;
    show(false);
    if (bench.voice.message?.key === 'boxPlaced') bench.voice.hush();
    return begun;
  };
  const run = (): void => {
    const start = rect;
    reset();
    if (start) bench.runs.start(start);
  };
  const move = (by: Point, sizing: boolean): void => {
    if (!rect) return;
    const { width, height } = sizeOf(bench);
    if (sizing) {
      rect = {
        ...rect,
        width: Math.min(width - rect.x, Math.max(1, rect.width + Math.round(by.x))),
        height: Math.min(height - rect.y, Math.max(1, rect.height + Math.round(by.y))),
      };
    } else {
      rect = {
        ...rect,
        x: Math.min(width - rect.width, Math.max(0, rect.x + Math.round(by.x))),
        y: Math.min(height - rect.height, Math.max(0, rect.y + Math.round(by.y))),
      };
    }
  };
  return {
    id: 'box',
    cursor: 'crosshair',
    reset,
    press({ at, reach }) {
      const held = placed && rect ? oppositeOf(rect, at, reach) : undefined;
      from = held ?? at;
      if (!held) {
        rect = undefined;
        placed = false;
      }
      return true;
    },
    drag({ at, travel }) {
      if (!from || travel < LEAST) return;
      rect = rectOf(from, at);
      show(placed);
    },
    release({ at, travel }) {
      if (!from) return;
      if (placed && rect) {
        if (travel >= LEAST) rect = wholePixels(rect, sizeOf(bench));
        from = undefined;
        show(true);
        bench.voice.say('boxPlaced', rounded(rect));
        return;
      }
      if (travel >= LEAST) {
        const drawn = rectOf(from, at);
        // Along an axis it has no area; a pixel or two across it is a box.
        const small = travel < SMALLEST;
        if (small || Math.min(drawn.width, drawn.height) < 1) {
          reset();
          bench.voice.say(small ? 'boxSmall' : 'boxEmpty');
          return;
        }
        rect = wholePixels(drawn, sizeOf(bench));
      } else rect = undefined;
      run();
    },
    click({ at, reach, travel }) {
      // A viewer takes for a click what is a drag here already.
      if (!placed && travel < LEAST) bench.pick(at, reach);
    },
    key({ key, shift, alt }) {
      if (key === 'Enter') {
        if (rect) run();
        else {
          placed = true;
          rect = startingBox(bench);
          show(true);
          bench.voice.say('boxPlaced', rounded(rect));
        }
        return true;
      }
      const along = arrowOf(bench, key);
      if (!along || !rect) return false;
      const stride = strideOf(bench, alt);
      move({ x: along.x * stride, y: along.y * stride }, shift);
      show(true);
      bench.voice.say('boxPlaced', rounded(rect));
      return true;
    },
  };
};

const rounded = ({ x, y, width, height }: Rect): Record<string, number> => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
