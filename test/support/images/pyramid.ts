/** A pyramid of exact halves over samples at hand, however small, that remembers what was read of it. */

import type { Level, Rect } from '../../../src/core/geometry/rect.js';
import { bitsOf } from '../../../src/image/channels/transform.js';
import { halve } from '../../../src/image/reduce.js';
import { cut } from '../../../src/image/sample-arrays.js';
import type { ImageSource, Samples } from '../../../src/image/samples.js';

export interface Read {
  readonly level: number;
  readonly rect: Rect;
}

export interface Pyramid extends ImageSource {
  readonly reads: Read[];
  /** Called before each read; may throw. */
  onRead: ((read: Read) => void) | undefined;
}

export const pyramidOf = async (finest: Samples, count: number): Promise<Pyramid> => {
  const all = [finest];
  while (all.length < count) all.push(await halve(all.at(-1)!));
  const levels: Level[] = all.map(({ width, height }, k) => ({ width, height, scaleX: 2 ** k, scaleY: 2 ** k }));
  const reads: Read[] = [];
  const pyramid: Pyramid = {
    name: 'pyramid',
    width: finest.width,
    height: finest.height,
    bands: finest.bands,
    bits: bitsOf(finest.data),
    levels,
    reads,
    onRead: undefined,
    async region(rect, level) {
      pyramid.onRead?.({ level, rect });
      reads.push({ level, rect });
      return cut(all[level]!, rect);
    },
    close: () => {},
  };
  return pyramid;
};
