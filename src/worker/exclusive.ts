/** Keeps the contours of one request apart (`exclusive`). It is loaded on demand: few runs need its library that clips polygons. */

import type { Outcome } from '../algorithm/algorithm.js';
import type { Ended } from '../algorithm/many.js';
import { keptApart } from '../algorithm/shapes/kept-apart.js';
import { isAbort, SegmenterError } from '../core/errors.js';
import { because } from '../core/reasons.js';
import type { ImageSource } from '../image/samples.js';
import { measureOn } from './measure.js';
import { measuredPlace } from './measured-place.js';

/**
 * Makes the outcomes' contours disjoint: no two share pixels. An outcome left without a contour becomes an error that names the start
 * whose contour is the same object. A contour that was cut is measured again, at its run's domain and level.
 * @param image whose samples are used for that
 * @param slice of a volume: that of contours without a slice
 */
export const exclusively = async (
  ended: readonly Ended[],
  image: ImageSource,
  slice: number | undefined,
): Promise<Ended[]> => {
  const all = ended.flatMap((end, start) =>
    end === undefined || end instanceof SegmenterError ? [] : end.contours.map((contour) => ({ start, contour })),
  );
  const apart = keptApart(all.map(({ contour }) => contour));
  const left = ended.map((): Outcome['contours'][number][] => []);
  const same = new Map<number, number>();
  for (const [k, { start, contour }] of all.entries()) {
    const became = apart[k]!;
    if ('same' in became) same.set(start, all[became.same]!.start);
    else if (!became.cut) left[start]!.push(contour);
    else {
      const metadata = { ...contour.metadata, exclusive: 'cut where neighbours had the same pixels' };
      const { geometry } = became;
      const on = contour.slice ?? slice;
      const place = {
        ...measuredPlace(geometry, metadata, image.levels.length),
        ...(on === undefined ? {} : { slice: on }),
      };
      // Without readable samples there are no statistics; the size is computed from the contour alone.
      const measurements = await measureOn(image, geometry, place).catch((error: unknown) => {
        if (isAbort(error)) throw error;
        return {};
      });
      left[start]!.push({ ...contour, geometry, measurements, metadata });
    }
  }
  return ended.map((end, start) => {
    if (end === undefined || end instanceof SegmenterError || end.contours.length === 0) return end;
    if (left[start]!.length > 0) return { ...end, contours: left[start]! };
    const where = because('same-as-start')`that is not the object of start ${same.get(start)} of the list again`;
    return new SegmenterError('nothing-found', { where });
  });
};
