/** Contours as labels on the pixel grid, row by row: which pixels a contour holds is said in `core/scanline.ts`. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { SegmenterError } from '../../core/errors.js';
import { columnOf, type Edge, edgeOf } from '../../core/scanline.js';
import type { ImageFrame } from './features.js';

interface LabelledEdge extends Edge {
  readonly label: number;
}

const edgesOf = (contours: readonly ContourFeature[]): LabelledEdge[] => {
  const edges: LabelledEdge[] = [];
  for (const [k, { geometry }] of contours.entries()) {
    for (const ring of polygonsOf(geometry).flat()) {
      for (let j = 1; j < ring.length; j++) {
        const edge = edgeOf(ring[j - 1]!, ring[j]!);
        if (edge) edges.push({ ...edge, label: k + 1 });
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
  const edges = edgesOf(contours);
  const row = new Uint16Array(width);
  let next = 0;
  let active: LabelledEdge[] = [];
  for (let r = 0; r < height; r++) {
    while (next < edges.length && edges[next]!.first <= r) active.push(edges[next++]!);
    active = active.filter((edge) => edge.end > r);
    row.fill(0);
    const crossings = active
      .map((edge) => ({ label: edge.label, column: columnOf(edge, r) }))
      .sort((a, b) => a.label - b.label || a.column - b.column);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const { label, column } = crossings[k]!;
      const from = Math.max(0, column);
      const to = Math.min(width, crossings[k + 1]!.column);
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
