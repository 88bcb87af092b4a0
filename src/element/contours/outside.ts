/** Contours that lie outside of the image, or are too small for it. */
import { boundsOf } from '../../contours/geometry.js';
import { sliceOf } from '../../contours/on-slice.js';
import { packedPathsOf } from '../../contours/packed-geometry.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import { countObjects } from './objects.js';

/** The number of objects with a contour wholly outside of the image, or beyond the last slice of a volume: those of another image, or in degrees. */
export const countOutside = (
  contours: readonly ContourFeature[],
  { width, height, stack }: Pick<ImageInfo, 'width' | 'height' | 'stack'>,
): number =>
  countObjects(
    contours.filter((contour) => {
      if (stack && sliceOf(contour) >= stack.depth) return true;
      // One position inside tells it of most, in place of all.
      const [x, y] = packedPathsOf(contour.geometry)?.coordinates ?? [];
      if (x !== undefined && y !== undefined && x > 0 && y > 0 && x < width && y < height) return false;
      const { x0, y0, x1, y1 } = boundsOf(contour.geometry);
      return x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height;
    }),
  );

/** Whether every contour is less than a pixel wide and high, as where coordinates are degrees. */
export const areTiny = (contours: readonly ContourFeature[]): boolean =>
  contours.every(({ geometry }) => {
    const { x0, y0, x1, y1 } = boundsOf(geometry);
    return x1 - x0 < 1 && y1 - y0 < 1;
  });
