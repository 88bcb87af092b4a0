/** Strips of samples that are processed independently. Each has a margin, so that the features of its pixels equal those of the whole. */
import type { Rect } from '../../../core/geometry/rect.js';
import type { Size } from '../map/box-blur.js';
import { cutOut, grownWithin } from '../map/rectangles.js';
import type { EvenPlanes } from './features.js';

/** Rows of a strip, in units of the features' reach: the margins above and below add a quarter. */
const ROWS = 8;

/** Strips from the top down, whole rows. @param reach of the features, in pixels */
export const stripsOf = ({ width, height }: Size, reach: number): readonly Rect[] => {
  const rows = ROWS * reach;
  return Array.from({ length: Math.ceil(height / rows) }, (_, k) => ({
    x: 0,
    y: k * rows,
    width,
    height: Math.min(rows, height - k * rows),
  }));
};

/** A part of planes, and where it lies in them. */
export interface PlanesPart {
  readonly around: Rect;
  readonly planes: EvenPlanes;
}

/** Copies a rectangle of planes with the margin that the features of its pixels need. */
export const partRound = ({ planes, ...size }: EvenPlanes, rect: Rect, reach: number): PlanesPart => {
  const around = grownWithin(rect, reach, size);
  const { width, height } = around;
  return { around, planes: { width, height, planes: planes.map((values) => cutOut(values, size.width, around)) } };
};
