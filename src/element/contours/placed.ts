/** Contours at another position. */
import { boundsOf, type Point } from '../../contours/geometry.js';
import { shifted } from '../../contours/shapes/shifted.js';
import type { Box } from '../../core/geometry/rect.js';
import type { Placement } from '../../image/samples.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import { isOfAll, measured } from './edited.js';

/** What a run writes of the place where it found a contour; it does not hold at another place. */
const PLACES: ReadonlySet<string> = new Set([
  'init',
  'hints',
  'pinned',
  'domain',
  'region',
  'level',
  'statisticsLevel',
  'slice of the start',
  'request',
]);

const boxes = new WeakMap<ContourFeature, Box>();

const boxOf = (contour: ContourFeature): Box => {
  const box = boxes.get(contour) ?? boundsOf(contour.geometry);
  boxes.set(contour, box);
  return box;
};

/** The box of several contours; `undefined` for none. */
export const boxOfAll = (contours: readonly ContourFeature[]): Box | undefined => {
  if (contours.length === 0) return undefined;
  const all = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const contour of contours) {
    const { x0, y0, x1, y1 } = boxOf(contour);
    all.x0 = Math.min(all.x0, x0);
    all.y0 = Math.min(all.y0, y0);
    all.x1 = Math.max(all.x1, x1);
    all.y1 = Math.max(all.y1, y1);
  }
  return all;
};

/** The part of a shift that leads a box no further out of the image than it lies. */
export const shiftWithin = (
  { x0, y0, x1, y1 }: Box,
  by: Point,
  { width, height }: Pick<ImageInfo, 'width' | 'height'>,
): Point => ({
  x: Math.min(Math.max(by.x, Math.min(0, -x0)), Math.max(0, width - x1)),
  y: Math.min(Math.max(by.y, Math.min(0, -y0)), Math.max(0, height - y1)),
});

/** A moved contour with its size; measurements of the samples have to be repeated. A volume does not change by moving. */
export const moved = (contour: ContourFeature, by: Point, placement: Placement | undefined): ContourFeature => {
  const metadata = Object.fromEntries(
    Object.entries(contour.properties.metadata).filter(([name]) => !PLACES.has(name)),
  );
  const volume = Object.entries(contour.properties.measurements).filter(([name]) => isOfAll(name));
  const there = {
    ...contour,
    geometry: shifted(contour.geometry, by),
    properties: { ...contour.properties, metadata },
  };
  const { properties, ...rest } = measured(there, placement);
  return {
    ...rest,
    properties: { ...properties, measurements: { ...Object.fromEntries(volume), ...properties.measurements } },
  };
};
