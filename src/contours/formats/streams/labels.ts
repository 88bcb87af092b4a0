/** A set of contours as labels, rows after rows: 0 is background, n the n-th contour, a later one over an earlier. */
import type { LabelImage } from '../../../image/formats/tiff/write-labels.js';
import { LABEL_TILE, writeLabelPyramid } from '../../../image/formats/tiff/write-labels.js';
import type { Sink } from '../../../image/io/sink.js';
import type { ContourSet } from '../../set/contour-set.js';
import { type Spans, spansOf } from '../../spans.js';
import type { ImageFrame } from '../features.js';

/** Bits that hold the labels of so many contours. */
export const labelBits = (count: number): 8 | 16 | 32 => (count < 2 ** 8 ? 8 : count < 2 ** 16 ? 16 : 32);

/** Writes a tiled TIFF pyramid that lies on the image. Reads a contour once, when its first row comes. */
export const writeLabels = (contours: ContourSet, image: ImageFrame, sink: Sink): Promise<void> => {
  const { width, height, placement } = image;
  const bits = labelBits(contours.count);
  const labels: LabelImage = { width, height, bits, rows: rowsOf(contours, width, height, bits) };
  return writeLabelPyramid(labels, sink, placement === undefined ? {} : { placement });
};

async function* rowsOf(
  contours: ContourSet,
  width: number,
  height: number,
  bits: 8 | 16 | 32,
): AsyncGenerator<Uint8Array | Uint16Array | Uint32Array, void> {
  const order = Uint32Array.from({ length: contours.count }, (_, index) => index).sort(
    (a, b) => contours.boundsOf(a).y0 - contours.boundsOf(b).y0 || a - b,
  );
  let next = 0;
  let open = new Map<number, Spans>();
  for (let y = 0; y < height; y += LABEL_TILE) {
    const rows = Math.min(LABEL_TILE, height - y);
    for (; next < order.length && contours.boundsOf(order[next]!).y0 < y + rows; next++) {
      const index = order[next]!;
      open.set(index, spansOf((await contours.at(index)).geometry));
    }
    const chunk =
      bits === 8
        ? new Uint8Array(rows * width)
        : bits === 16
          ? new Uint16Array(rows * width)
          : new Uint32Array(rows * width);
    for (const index of [...open.keys()].sort((a, b) => a - b)) {
      const { top, rows: lines } = open.get(index)!;
      for (let row = Math.max(top, y); row < Math.min(top + lines.length, y + rows); row++) {
        const line = lines[row - top]!;
        const start = (row - y) * width;
        for (let k = 0; k < line.length; k += 2) {
          const [from, end] = [Math.max(0, line[k]!), Math.min(width, line[k + 1]!)];
          if (from < end) chunk.fill(index + 1, start + from, start + end);
        }
      }
    }
    yield chunk;
    open = new Map([...open].filter(([, { top, rows: lines }]) => top + lines.length > y + rows));
  }
}
