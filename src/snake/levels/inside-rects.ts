/** Counts the pixels inside a ring in rectangles of one window, without a list for each row. */
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { columnOf, edgeOf } from '../../core/geometry/scanline.js';

/**
 * Number of pixels inside a ring, by the rule of `ringSpans`, among those in the rectangles.
 * @param ring in the coordinates of a window of `width` × `height` pixels, as are the rectangles, which lie within it
 */
export const pixelsInside = (
  ring: Ring,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  rects: readonly Rect[],
): number => {
  /** For each row, where its columns begin, and where its next column is written. */
  const starts = new Uint32Array(height + 1);
  const edges = edgesOf(ring);
  const rowsOf = (first: number, end: number): readonly [number, number] => [Math.max(first, 0), Math.min(end, height)];
  for (const { first, end } of edges) {
    const [from, until] = rowsOf(first, end);
    for (let row = from; row < until; row++) starts[row + 1]!++;
  }
  for (let row = 0; row < height; row++) starts[row + 1]! += starts[row]!;
  const next = starts.slice();
  const columns = new Int32Array(starts[height]!);
  for (const edge of edges) {
    const [from, until] = rowsOf(edge.first, edge.end);
    for (let row = from; row < until; row++) {
      const column = Math.min(Math.max(columnOf(edge, row), 0), width);
      let at = next[row]!++;
      for (const least = starts[row]!; at > least && columns[at - 1]! > column; at--) columns[at] = columns[at - 1]!;
      columns[at] = column;
    }
  }
  let inside = 0;
  for (const { x, y, width: wide, height: high } of rects) {
    for (let row = y; row < y + high; row++) {
      // A row has an even number of columns, and the inside lies between the two of each pair.
      for (let at = starts[row]!, end = starts[row + 1]!; at < end; at += 2) {
        const run = Math.min(columns[at + 1]!, x + wide) - Math.max(columns[at]!, x);
        if (run > 0) inside += run;
      }
    }
  }
  return inside;
};

const edgesOf = (ring: Ring) => {
  const edges: NonNullable<ReturnType<typeof edgeOf>>[] = [];
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const edge = edgeOf([ring[before]!, ring[before + 1]!], [ring[at]!, ring[at + 1]!]);
    if (edge) edges.push(edge);
  }
  return edges;
};
