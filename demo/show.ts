/** Shows how it is done: brings the image's examples into view and segments them, the first slowly enough to watch. */

import type { Rect } from '../src/core/geometry/rect.js';
import type { SnakeSegmenter } from '../src/element/snake-segmenter.js';
import type { DemoImage } from './images.js';

/** Milliseconds of single steps; what is left then runs at full speed. */
const SLOW = 4000;
/** Round the examples, as a share of their size. */
const MARGIN = 0.5;

export const showExamples = async (segmenter: SnakeSegmenter, { examples }: DemoImage): Promise<void> => {
  await segmenter.ready;
  bringIntoView(segmenter, grown(union(examples), MARGIN));
  const [first, ...others] = examples;
  await segmentSlowly(segmenter, first);
  for (const example of others) await segmenter.segment(example);
};

const union = (rects: readonly [Rect, ...Rect[]]): Rect => {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
};

const grown = ({ x, y, width, height }: Rect, share: number): Rect => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
});

/** As much of `rect` as lies on the image. */
const bringIntoView = ({ viewer, image }: SnakeSegmenter, rect: Rect): void => {
  const item = viewer?.world.getItemAt(0);
  if (!viewer || !item || !image) return;
  const [x, y] = [Math.max(0, rect.x), Math.max(0, rect.y)];
  const width = Math.min(image.width, rect.x + rect.width) - x;
  const height = Math.min(image.height, rect.y + rect.height) - y;
  viewer.viewport.fitBounds(item.imageToViewportRectangle(x, y, width, height));
};

const segmentSlowly = async (segmenter: SnakeSegmenter, box: Rect): Promise<void> => {
  const start = performance.now();
  const onward = (): void => {
    if (performance.now() - start < SLOW) segmenter.step();
    else segmenter.resume();
  };
  segmenter.addEventListener('contour-start', onward, { once: true });
  segmenter.addEventListener('contour-progress', onward);
  try {
    await segmenter.segment(box, { paused: true });
  } finally {
    segmenter.removeEventListener('contour-progress', onward);
    segmenter.removeEventListener('contour-start', onward);
  }
};
