/** Checks that the samples of a source, which the page may implement, have the requested size and kind. */

import { isAbort, reasonOf, SegmenterError, show } from '../core/errors.js';
import type { Rect } from '../core/geometry/rect.js';
import { because, type Told } from '../core/reasons.js';
import { bitsOf } from './channels/transform.js';
import { sampleArrayIn } from './sample-arrays.js';
import type { ImageSource, RegionOptions, Samples } from './samples.js';

/** Rejects with a coded error. */
export const checkedRegion = async (
  source: ImageSource,
  rect: Rect,
  level: number,
  options: RegionOptions,
): Promise<Samples> => {
  const unreadable = (reason: Told, cause?: unknown): SegmenterError =>
    new SegmenterError('image-unreadable', { name: show(source.name), reason }, { cause });
  let samples: Samples;
  try {
    samples = await source.region(rect, level, options);
  } catch (error) {
    if (error instanceof SegmenterError || isAbort(error)) throw error;
    throw unreadable(because('region-failed')`its region failed (${reasonOf(error)})`, error);
  }
  const { width, height } = rect;
  const { bands } = source;
  const [data, missing] = [sampleArrayIn(samples?.data), samples?.missing];
  const count = width * height;
  const fits =
    data &&
    samples.width === width &&
    samples.height === height &&
    samples.bands === bands &&
    data.length === count * bands &&
    bitsOf(data) === source.bits &&
    (missing === undefined || (missing instanceof Uint8Array && missing.length === count));
  if (fits) return data === samples.data ? samples : { ...samples, data };
  throw unreadable(
    because('region-other')`its region of ${width} × ${height} pixels gave no ${bands} × ${source.bits} bits of each`,
  );
};
