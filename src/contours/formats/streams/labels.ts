/** A set of contours as labels: 0 is background, n the n-th contour, a later one over an earlier. */
import { eachPair } from '../../../core/geometry/pairs.js';
import type { Box } from '../../../core/geometry/rect.js';
import {
  type LabelBits,
  type LabelImage,
  type LabelWindow,
  sampleAt,
  sampledIn,
} from '../../../image/formats/tiff/label-blocks.js';
import { type LabelOptions, writeLabelPyramid } from '../../../image/formats/tiff/write-labels.js';
import type { Sink } from '../../../image/io/sink.js';
import type { ContourSet } from '../../set/contour-set.js';
import { type Spans, spansOf } from '../../spans.js';
import type { ImageFrame } from '../features.js';

type Size = Pick<ImageFrame, 'width' | 'height'>;

/** Bits per label for `count` contours. */
export const labelBits = (count: number): LabelBits => (count < 2 ** 8 ? 8 : count < 2 ** 16 ? 16 : 32);

/** Writes a tiled TIFF pyramid that lies on the image. */
export const writeLabels = (
  contours: ContourSet,
  image: ImageFrame,
  sink: Sink,
  { packed }: Pick<LabelOptions, 'packed'> = {},
): Promise<void> => {
  const { placement } = image;
  const options = { ...(placement === undefined ? {} : { placement }), ...(packed === undefined ? {} : { packed }) };
  return writeLabelPyramid(labelImage(contours, image), sink, options);
};

/** The labels of contours, painted block by block. For a block, only contours with a sample in it are read. */
export const labelImage = (contours: ContourSet, { width, height }: Size): LabelImage => ({
  width,
  height,
  bits: labelBits(contours.count),
  paint: async (windows) => {
    for (let index = 0; index < contours.count; index++) {
      const box = contours.boundsOf(index);
      const touched = windows.filter((window) => isSampled(box, window, { width, height }));
      if (touched.length === 0) continue;
      const spans = spansOf((await contours.at(index)).geometry);
      for (const window of touched) paintSpans(spans, window, { width, height }, index + 1);
    }
  },
});

/** Tells whether a window has a sample in a box; a pixel more on each side, whose middle may lie in the box. */
const isSampled = ({ x0, y0, x1, y1 }: Box, { scale, x, y, ...window }: LabelWindow, { width, height }: Size) => {
  const [left, right] = sampledIn(x0 - 1, x1 + 1, scale, width);
  const [top, bottom] = sampledIn(y0 - 1, y1 + 1, scale, height);
  return (
    Math.max(left, x) < Math.min(right, x + window.width) && Math.max(top, y) < Math.min(bottom, y + window.height)
  );
};

const paintSpans = (
  { top, rows }: Spans,
  { scale, x, y, labels, ...window }: LabelWindow,
  { width, height }: Size,
  label: number,
): void => {
  const [first, end] = sampledIn(top, top + rows.length, scale, height);
  for (let row = Math.max(first, y); row < Math.min(end, y + window.height); row++) {
    const line = rows[sampleAt(row, scale, height) - top] ?? [];
    const start = (row - y) * window.width - x;
    eachPair(line, (first, end) => {
      const [from, to] = sampledIn(first, end, scale, width);
      const [left, right] = [Math.max(from, x), Math.min(to, x + window.width)];
      if (left < right) labels.fill(label, start + left, start + right);
    });
  }
};
