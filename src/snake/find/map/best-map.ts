/** The map of the plane, and of the scale, in which objects and the rest are told apart best. */
import type { Samples } from '../../../image/samples.js';
import { type ObjectMap, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';
import { objectPlanes, type Polarity } from './planes.js';

/** Radii of the smoothing window to begin with: for objects that are even, and for objects of a coarse grain. */
const GRAINS = [1, 3];

/** `undefined` where nothing stands out. Rejects as `applyChannel`, and with `AbortError`. */
export const bestMap = async (
  samples: Samples,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
): Promise<ObjectMap | undefined> => {
  for await (const planes of objectPlanes(samples, channel, polarity, signal)) {
    let best: ScaledPlane | undefined;
    for (const plane of planes) {
      for (const grain of GRAINS) {
        const scaled = await scaledPlane(plane, grain, signal);
        if (scaled && (best === undefined || scaled.separability > best.separability)) best = scaled;
      }
    }
    if (best) return objectMap(best, signal);
  }
  return undefined;
};
