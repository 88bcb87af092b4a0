/**
 * Filling polygons on the pixel grid, row by row: a pixel belongs to a contour when its centre lies inside, even-odd;
 * a centre exactly on an edge belongs to the region on the right of the edge, so regions that share a border share
 * no pixel and leave no gap.
 */
import { SegmenterError } from '../../worker/errors.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { polygonsOf } from '../geometry.js';
import type { ImageFrame } from './features.js';

interface Edge {
  readonly x: number;
  readonly y: number;
  /** Columns per row. */
  readonly slope: number;
  readonly first: number;
  readonly last: number;
  readonly label: number;
}

const edgesOf = (contours: readonly ContourFeature[], height: number): Edge[] => {
  const edges: Edge[] = [];
  for (const [k, { geometry }] of contours.entries()) {
    for (const ring of polygonsOf(geometry).flat()) {
      for (let j = 1; j < ring.length; j++) {
        const [xa, ya] = ring[j - 1]!;
        const [xb, yb] = ring[j]!;
        if (ya === yb) continue;
        const [x, y, bottom] = ya < yb ? [xa, ya, yb] : [xb, yb, ya];
        const first = Math.max(0, Math.ceil(y - 0.5));
        const last = Math.min(height, Math.ceil(bottom - 0.5)) - 1;
        if (first <= last) edges.push({ x, y, slope: (xb - xa) / (yb - ya), first, last, label: k + 1 });
      }
    }
  }
  return edges.sort((a, b) => a.first - b.first);
};

/** Rows of labels, top to bottom: 0 is background, n the n-th contour; a later contour lies over an earlier one. */
export function* labelRows(
  contours: readonly ContourFeature[],
  width: number,
  height: number,
): Generator<Uint16Array, void> {
  const edges = edgesOf(contours, height);
  const row = new Uint16Array(width);
  let next = 0;
  let active: Edge[] = [];
  for (let r = 0; r < height; r++) {
    while (next < edges.length && edges[next]!.first === r) active.push(edges[next++]!);
    active = active.filter((edge) => edge.last >= r);
    row.fill(0);
    const crossings = active
      .map((edge) => ({ label: edge.label, x: edge.x + edge.slope * (r + 0.5 - edge.y) }))
      .sort((a, b) => a.label - b.label || a.x - b.x);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const { label, x } = crossings[k]!;
      const from = Math.max(0, Math.ceil(x - 0.5));
      const to = Math.min(width, Math.ceil(crossings[k + 1]!.x - 0.5));
      if (from < to) row.fill(label, from, to);
    }
    yield row;
  }
}

/** A mask of labels with the fewest bits that hold them. Throws `unsupported` above 65 535 contours. */
export const labelMask = (
  contours: readonly ContourFeature[],
  { width, height }: ImageFrame,
): { readonly width: number; readonly height: number; readonly bits: 8 | 16; readonly rows: Iterable<Uint16Array> } => {
  if (contours.length > 65535) {
    throw new SegmenterError('unsupported', { what: 'A mask', reason: `${contours.length} contours; at most 65535` });
  }
  return { width, height, bits: contours.length > 255 ? 16 : 8, rows: labelRows(contours, width, height) };
};
