import type { Start } from '../algorithm/start.js';
import type { Position } from '../core/geometry/ring.js';
import { fillSpans, ringSpans } from '../core/geometry/scanline.js';
import type { LineFrame } from './columns.js';

/** 1 for the pixels of the frame whose centres lie outside a polygon (even-odd); `undefined` where the start is not a polygon. */
export const outsidePolygon = (start: Start, frame: LineFrame): Uint8Array | undefined => {
  if (start.kind !== 'polygon') return undefined;
  const { width, height, scaleX, scaleY } = frame;
  const inFrame = ([x, y]: Position): Position => [x / scaleX - frame.x, y / scaleY - frame.y];
  const outside = new Uint8Array(width * height).fill(1);
  const rings = start.rings.map((ring) => ring.map(inFrame));
  fillSpans(outside, width, ringSpans(rings, frame), 0);
  return outside;
};
