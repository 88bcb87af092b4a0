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
    const columns = new Int32Array(width);
    for (let u = 0; u < width; u++) columns[u] = Math.floor(((x + u + 0.5) * scaleX) / at.scaleX) - domain.x;
    for (let v = 0; v < height; v++) {
      const row = Math.floor(((y + v + 0.5) * scaleY) / at.scaleY) - domain.y;
      if (row < 0 || row >= domain.height) continue;
      flagOthers(labels, row * domain.width, domain.width, columns, own, missing, v * width);
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

/**
 * Flags the pixels of a row that belong to other objects. Loops over pixels get all values as arguments, as variables of a closure would be looked
 * up for each pixel.
 * @param from place of the row's first label
 * @param across labels in the row
 * @param columns of each pixel: its place in the row of labels, which may lie outside
 * @param to place of the row's first pixel in `missing`
 */
const flagOthers = (
  labels: Int32Array,
  from: number,
  across: number,
  columns: Int32Array,
  own: number,
  missing: Uint8Array,
  to: number,
): void => {
  for (let u = 0; u < columns.length; u++) {
    const column = columns[u]!;
    if (column < 0 || column >= across) continue;
    const label = labels[from + column]!;
    if (label !== 0 && label !== own) missing[to + u] = 1;
  }
};
