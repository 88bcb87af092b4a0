/** Hides the pixels of other objects from a snake: they are neither its object nor its background. */

import type { RunContext } from '../../algorithm/algorithm.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { uuid } from '../../core/uuid.js';
import type { Samples } from '../../image/samples.js';

/**
 * A context whose samples flag the pixels of all objects but the one labelled `own` as missing.
 * @param labels by pixel of `domain`, both in pixels of the level `at`; 0 for what belongs to none
 */
export const withoutOthers = (
  context: RunContext,
  labels: Int32Array,
  own: number,
  domain: Rect,
  at: Pick<Level, 'scaleX' | 'scaleY'>,
): RunContext => {
  const left = (samples: Samples, { x, y, width, height }: Rect, level: number): Samples => {
    const { scaleX, scaleY } = levelByIndex(context.image.levels, level);
    const missing = samples.missing?.slice() ?? new Uint8Array(width * height);
    for (let v = 0, pixel = 0; v < height; v++) {
      const row = Math.floor(((y + v + 0.5) * scaleY) / at.scaleY) - domain.y;
      for (let u = 0; u < width; u++, pixel++) {
        const column = Math.floor(((x + u + 0.5) * scaleX) / at.scaleX) - domain.x;
        if (row < 0 || column < 0 || row >= domain.height || column >= domain.width) continue;
        const label = labels[row * domain.width + column]!;
        if (label !== 0 && label !== own) missing[pixel] = 1;
      }
    }
    return { ...samples, missing };
  };
  return {
    ...context,
    view: uuid(),
    pixels: async (rect, level) => {
      const { samples, rect: whole } = await context.pixels(rect, level);
      return { samples: left(samples, whole, level), rect: whole };
    },
    region: async (rect, level) => left(await context.region(rect, level), rect, level),
  };
};
