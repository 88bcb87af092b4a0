/** The parts of samples that stand out, found while this thread does other work. */
import type { Aside } from '../../../algorithm/algorithm.js';
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { choiceOf, chosenPlane, wholePlane } from './best-map.js';
import type { ObjectMap, ScaledPlane } from './object-map.js';
import { partOf } from './part-of.js';
import { partedMap } from './parted.js';
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
  const parting = (scaled: ScaledPlane): Promise<ObjectMap> =>
    partedMap(scaled, signal, aside, undefined, allInWorkers);
  const choice = await choiceOf(part, 'auto', 'any', signal, { aside, parting });
  if (choice === undefined) return undefined;
  const whole =
    part === samples ? choice.scaled : await wholePlane(samples, chosenPlane(choice), 'auto', 'any', signal, toNobody);
  return (
    whole && (await surestMap(whole, part === samples ? choice.map : undefined, signal, aside, allInWorkers)).labels
  );
};
