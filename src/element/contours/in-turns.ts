import { TimeSlice } from '../../core/yielding.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** Changes all contours; yields to the page after every few of them. */
export const inTurns = async (
  contours: readonly ContourFeature[],
  change: (contour: ContourFeature) => ContourFeature,
): Promise<readonly ContourFeature[]> => {
  const all: ContourFeature[] = [];
  const slice = new TimeSlice();
  for (const contour of contours) {
    all.push(change(contour));
    if (slice.spent) await slice.renew();
  }
  return all;
};
