/** Functions by which tools move a point with the arrow keys. */
import type { Point } from '../../contours/geometry.js';
import { directionIn, viewOf } from '../overlay/projection.js';
import type { Workbench } from '../workbench/workbench.js';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The direction in the image of an arrow key, of unit length; `undefined` for other keys. */
export const arrowOf = ({ projection }: Workbench, key: string): Point | undefined => {
  const arrow = arrows[key];
  return arrow && directionIn(projection, ...arrow);
};

/** The distance that an arrow key moves, in image pixels: a twentieth of the view, or one pixel where `fine`. */
export const strideOf = ({ projection }: Workbench, fine: boolean): number => {
  const { width, height, pixel } = viewOf(projection);
  return fine ? 1 : Math.max(1, Math.round((Math.min(width, height) * pixel) / 20));
};

/** The nearest point of the image. */
export const inImage = ({ stage: { image } }: Workbench, { x, y }: Point): Point => ({
  x: Math.min(image?.width ?? 0, Math.max(0, x)),
  y: Math.min(image?.height ?? 0, Math.max(0, y)),
});

/** The point of the image in the middle of the view. */
export const centreOf = (bench: Workbench): Point => inImage(bench, viewOf(bench.projection).centre);
