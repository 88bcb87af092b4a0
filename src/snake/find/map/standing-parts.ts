/** The parts of samples that stand out, found by another worker while this thread does other work. */
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { partWork } from '../part-work.js';
import { bestMap } from './best-map.js';
import { ANY_APPEARANCE } from './planes.js';

/** The parts of `bestMap`, by label; `undefined` where nothing stands out. Rejects as `bestMap`. */
export const standingParts = partWork(
  'standing parts',
  async (samples: Samples, signal, aside) =>
    (await bestMap(samples, ANY_APPEARANCE, { signal, tell: toNobody, aside }))?.labels,
  true,
);
