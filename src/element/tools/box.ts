import { type Point, rectOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/rect.js';
import { viewOf } from '../overlay/projection.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, centreOf, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

/** The shortest drag that draws a box, in CSS pixels. */
const LEAST = 4;

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

/** The box tool: a drag draws a box. By keys: Enter places one, arrows move it, Shift and arrows resize it, Enter runs. */
export const boxTool = (bench: Workbench): Tool => {
  let from: Point | undefined;
  let rect: Rect | undefined;
  const show = (grips: boolean): void => bench.mark(rect ? { draft: { kind: 'box', rect, grips } } : {});
  const reset = (): boolean => {
    const begun = rect !== undefined || from !== undefined;
    from = undefined;
    rect = undefined;
    show(false);
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
    press({ at }) {
      from = at;
      rect = undefined;
      return true;
    },
    drag({ at, travel }) {
      if (!from || travel < LEAST) return;
      rect = rectOf(from, at);
      show(false);
    },
    release({ at, travel }) {
      if (!from) return;
      rect = travel < LEAST ? undefined : wholePixels(rectOf(from, at), sizeOf(bench));
      run();
    },
    key({ key, shift, alt }) {
      if (key === 'Enter') {
        if (rect) run();
        else {
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
