/** Samples of a window of which only parts are read: the rest of it is outside the domain. */

import type { RunContext } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { emptySamples } from '../../image/sample-arrays.js';
import type { Samples } from '../../image/samples.js';

/** @param window may extend beyond the level; its `parts` lie wholly inside the level, in whole pixels, and do not overlap */
export const windowSamples = async (
  { image, region }: Pick<RunContext, 'image' | 'region'>,
  level: number,
  window: Rect,
  parts: readonly Rect[],
): Promise<Samples> => {
  const { width, height } = window;
  const { bands, bits, name } = image;
  const data = emptySamples(bits, width * height * bands, name);
  const missing = new Uint8Array(width * height).fill(1);
  const put = async (part: Rect): Promise<void> => {
    const samples = await region(part, level);
    for (let row = 0; row < part.height; row++) {
      const to = (part.y - window.y + row) * width + part.x - window.x;
      const from = row * part.width;
      data.set(samples.data.subarray(from * bands, (from + part.width) * bands), to * bands);
      if (samples.missing === undefined) missing.fill(0, to, to + part.width);
      else missing.set(samples.missing.subarray(from, from + part.width), to);
    }
  };
  await Promise.all(parts.map(put));
  return { width, height, bands, data, missing };
};
