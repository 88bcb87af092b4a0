/** The pixels of a contour, row by row. */

import type { Geometry } from '../algorithm/algorithm.js';
import { polygonsOf } from '../algorithm/shapes/polygons.js';
import { eachPair } from '../core/geometry/pairs.js';
import { type ContourSpans as RingSpans, ringSpans } from '../core/geometry/scanline.js';

/** The pixels of a contour. */
export interface Spans extends RingSpans {
  /** Total number of pixels. */
  readonly area: number;
}

/** The pixels of polygons, by the rule of `core/geometry/scanline.ts`; lines have none. */
export const spansOf = (geometry: Geometry): Spans => {
  const spans = ringSpans(polygonsOf(geometry).flat());
  let area = 0;
  for (const row of spans.rows) {
    eachPair(row, (from, end) => {
      area += end - from;
    });
  }
  return { ...spans, area };
};

/** Number of common pixels. */
export const commonPixels = (a: Spans, b: Spans): number => {
  let common = 0;
  const first = Math.max(a.top, b.top);
  const end = Math.min(a.top + a.rows.length, b.top + b.rows.length);
  for (let y = first; y < end; y++) {
    const [p, q] = [a.rows[y - a.top]!, b.rows[y - b.top]!];
    for (let i = 0, j = 0; i < p.length && j < q.length; ) {
      common += Math.max(0, Math.min(p[i + 1]!, q[j + 1]!) - Math.max(p[i]!, q[j]!));
      if (p[i + 1]! < q[j + 1]!) i += 2;
      else j += 2;
    }
  }
  return common;
};
