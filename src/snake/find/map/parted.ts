/** Touching objects of unlike brightness: cut where a pixel does not stand out from what surrounds it (ALGORITHMS D.7). */
import { throwIfAborted } from '../../../core/errors.js';
import { pause } from '../../../core/pause.js';
import { boxBlur } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { type ObjectMap, objectMap, type ScaledPlane, SMOOTHING } from './object-map.js';
import { isPopulation } from './population.js';

/**
 * The objects of a plane, as `objectMap` finds them, or of the pixels alone that also exceed the mean of a window as wide as a usual object: gaps
 * between touching objects do not. Nor do the inner parts of uneven objects, which fall to pieces by that. So the second map counts where
 * it is a population, and its parts are more like ellipses than those of the first. Rejects with `AbortError`.
 */
export const partedMap = async (scaled: ScaledPlane, signal: AbortSignal): Promise<ObjectMap> => {
  const { plane, above, grain, radius } = scaled;
  const whole = await objectMap(scaled, signal);
  const even = boxBlur(plane.values, plane, Math.max(grain, Math.round(SMOOTHING * radius)));
  const means = boxBlur(even, plane, Math.max(1, Math.round(radius)));
  await pause();
  throwIfAborted(signal);
  const flags = above.map((flag, i) => (flag === 1 && even[i]! > means[i]! ? 1 : 0));
  const parted = await objectMap(scaled, signal, flags);
  const better = ellipticityOf(parted.labels, plane) > ellipticityOf(whole.labels, plane);
  return better && isPopulation(parted) ? parted : whole;
};
