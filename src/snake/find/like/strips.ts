/** Strips of samples that are looked at by themselves: with what lies round them, the features of their pixels are those of the whole. */
import type { Rect } from '../../../core/geometry/rect.js';
import type { Size } from '../map/box-blur.js';
import { cutOut, grownWithin } from '../map/rectangles.js';
import type { EvenPlanes } from './features.js';

/** Rows of a strip, in reaches: what lies above and below it is a quarter as much again. */
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

/** A copy of a rectangle of planes, with what features of its pixels look at. */
export const partRound = ({ planes, ...size }: EvenPlanes, rect: Rect, reach: number): PlanesPart => {
  const around = grownWithin(rect, reach, size);
  const { width, height } = around;
  return { around, planes: { width, height, planes: planes.map((values) => cutOut(values, size.width, around)) } };
};
