/** Touching objects of unlike brightness: cut where a pixel does not stand out from what surrounds it (ALGORITHMS D.7). */
import type { Aside } from '../../../algorithm/algorithm.js';
import { throwIfAborted } from '../../../core/errors.js';
import { pause } from '../../../core/pause.js';
import { boxBlur, type Size } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { objectsAside } from './map-works.js';
import { type ObjectMap, type ObjectPlane, objectMap, type ScaledPlane, SMOOTHING } from './object-map.js';
import { isPopulation } from './population.js';

/** Labels of the parts of a mask. */
type Labelled = Size & Pick<ObjectMap, 'labels'>;

/**
 * The parts of a mask, or of those of its pixels alone that also exceed the mean of a window as wide as a usual object: gaps
 * between touching objects do not. Nor do the inner parts of uneven objects, which fall to pieces by that. So the second parts count where
 * they are a population, and more like ellipses than the first. Rejects with `AbortError`.
 *
 * @param mask 1 for the pixels that may be an object's, as large as the plane
 * @param plane in which objects are higher than what surrounds them
 * @param radius of a usual object, in pixels
 * @param grain the least radius of the window by which the plane is evened out, in pixels
 * @param partsIn the parts of a mask
 * @param meanwhile the same, by another worker
 */
export const parted = async <Its extends Labelled>(
  mask: Uint8Array,
  plane: ObjectPlane,
  radius: number,
  grain: number,
  partsIn: (mask: Uint8Array) => Promise<Its>,
  signal: AbortSignal,
  meanwhile?: (mask: Uint8Array) => Promise<Its>,
): Promise<Its> => {
  const beside = meanwhile?.(mask);
  beside?.catch(() => {});
  const first = beside === undefined ? await partsIn(mask) : undefined;
  const even = boxBlur(plane.values, plane, Math.max(grain, Math.round(SMOOTHING * radius)));
  const means = boxBlur(even, plane, Math.max(1, Math.round(radius)));
  await pause();
  throwIfAborted(signal);
  const standing = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && even[i]! > means[i]!) standing[i] = 1;
  const pieces = await partsIn(standing);
  const whole = first ?? (await beside!);
  throwIfAborted(signal);
  const better = ellipticityOf(pieces.labels, plane) > ellipticityOf(whole.labels, plane);
  return better && isPopulation(pieces) ? pieces : whole;
};

/** The objects of a plane: those that `objectMap` finds, or their pieces. Rejects with `AbortError`. */
export const partedMap = (scaled: ScaledPlane, signal: AbortSignal, aside?: Aside): Promise<ObjectMap> => {
  const { plane, above, radius, grain } = scaled;
  const meanwhile = aside && ((flags: Uint8Array) => objectsAside(scaled, flags, aside));
  return parted(above, plane, radius, grain, (flags) => objectMap(scaled, signal, flags), signal, meanwhile);
};
