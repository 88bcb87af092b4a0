/** The parts of samples that stand out by themselves, while this thread has other things to do. */
import type { Aside } from '../../../algorithm/algorithm.js';
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { copied, partWork } from '../part-work.js';
import { type ChosenPlane, choiceOf, chosenPlane, wholePlane } from './best-map.js';
import type { ObjectMap, ScaledPlane } from './object-map.js';
import { partOf } from './part-of.js';
import { partedMap } from './parted.js';
import { surestMap } from './surest-map.js';

interface SamplesToPart {
  readonly samples: Samples;
  readonly chosen: ChosenPlane;
}

/** The parts of samples in a plane that was chosen, by label; `undefined` where it shows nothing. */
export const wholeParts = partWork('whole', async ({ samples, chosen }: SamplesToPart, signal) => {
  const plane = await wholePlane(samples, chosen, 'auto', 'any', signal, toNobody);
  return plane && (await surestMap(plane, undefined, signal)).labels;
});

/** The parts of a plane at its scale: the labels, and their radius. */
export const partedOf = partWork('parted', async (scaled: ScaledPlane, signal) => {
  const { labels, radius } = await partedMap(scaled, signal);
  return { labels, radius };
});

/** The surest parts of a plane and its map, by label. */
export const surestOf = partWork(
  'surest',
  async ({ scaled, map }: { readonly scaled: ScaledPlane; readonly map: ObjectMap }, signal) =>
    (await surestMap(scaled, map, signal)).labels,
);

/**
 * The parts of `bestMap`, by label; `undefined` where nothing stands out. Other workers do nearly all of it. Rejects as `bestMap`.
 */
export const standingParts = async (
  samples: Samples,
  aside: Aside | undefined,
  signal: AbortSignal,
): Promise<Int32Array | undefined> => {
  const part = partOf(samples);
  // Whoever waits for the parts has something else to do meanwhile: this thread takes no share of them.
  const parting = async (scaled: ScaledPlane): Promise<ObjectMap> => {
    const { plane, separability } = scaled;
    return {
      plane,
      width: plane.width,
      height: plane.height,
      separability,
      ...(await partedOf.by(aside, scaled, signal)),
    };
  };
  const choice = await choiceOf(part, 'auto', 'any', signal, { aside, parting });
  if (choice === undefined) return undefined;
  if (part !== samples) {
    const chosen = chosenPlane(choice);
    return wholeParts.by(aside, { samples: aside ? copied(samples) : samples, chosen }, signal);
  }
  const { scaled, map = await parting(scaled) } = choice;
  return surestOf.by(aside, { scaled, map }, signal);
};
