/** The parts of samples that stand out, found while this thread does other work. */
import type { Aside } from '../../../algorithm/algorithm.js';
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { choiceOf, chosenPlane, wholePlane } from './best-map.js';
import type { ObjectMap, ScaledPlane } from './object-map.js';
import { partOf } from './part-of.js';
import { partedMap } from './parted.js';
import { ANY_APPEARANCE } from './planes.js';
import { surestMap } from './surest-map.js';

/**
 * The parts of `bestMap`, by label; `undefined` where nothing stands out. Other workers do nearly all of it, as this thread has other work.
 * Rejects as `bestMap`.
 */
export const standingParts = async (
  samples: Samples,
  aside: Aside | undefined,
  signal: AbortSignal,
): Promise<Int32Array | undefined> => {
  const allInWorkers = aside !== undefined;
  const part = partOf(samples);
  const execution = { signal, tell: toNobody, aside };
  const parting = (scaled: ScaledPlane): Promise<ObjectMap> => partedMap(scaled, signal, { aside, allInWorkers });
  const choice = await choiceOf(part, ANY_APPEARANCE, execution, { parting });
  if (choice === undefined) return undefined;
  const isWhole = part === samples;
  const scaled = isWhole ? choice.scaled : await wholePlane(samples, chosenPlane(choice), ANY_APPEARANCE, execution);
  const known = isWhole ? choice.map : undefined;
  return scaled && (await surestMap(scaled, signal, { known, aside, allInWorkers })).labels;
};
