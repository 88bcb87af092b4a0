/** Touching objects of unlike brightness: cut where a pixel does not stand out from what surrounds it (ALGORITHMS D.7). */
import type { Aside } from '../../../algorithm/algorithm.js';
import { throwIfAborted } from '../../../core/errors.js';
import { computed } from '../../../core/numbers/computed.js';
import { boxBlur, type Size } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { objectsOf } from './map-works.js';
import { type ObjectMap, type ObjectPlane, objectMap, rest, type ScaledPlane, SMOOTHING } from './object-map.js';
import { isPopulation } from './population.js';

/** Labels of the parts of a mask. */
type Labelled = Size & Pick<ObjectMap, 'labels'>;

/**
 * Pixels of a plane that exceed the mean of a window as wide as a usual object: gaps between touching objects do not. Rejects with `AbortError`.
 *
 * @param plane in which objects are higher than what surrounds them
 * @param radius of a usual object, in pixels
 * @param grain the least radius of the window by which the plane is evened out, in pixels
 * @returns 1 for such a pixel
 */
export const risingIn = async (
  plane: ObjectPlane,
  radius: number,
  grain: number,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const even = boxBlur(plane.values, plane, Math.max(grain, Math.round(SMOOTHING * radius)));
  await rest(signal);
  const means = boxBlur(even, plane, Math.max(1, Math.round(radius)));
  await rest(signal);
  const rising = new Uint8Array(even.length);
  for (let i = 0; i < rising.length; i++) rising[i] = even[i]! > means[i]! ? 1 : 0;
  return rising;
};

/**
 * The parts of a mask, or of those of its pixels alone that rise (`risingIn`). The inner parts of uneven objects do not rise, and fall to
 * pieces by that. So the second parts count where they are a population, and more like ellipses than the first. Rejects with `AbortError`.
 *
 * @param mask 1 for the pixels that may be an object's
 * @param rising asked for once the parts of the mask are under way
 * @param partsIn the parts of a mask
 * @param meanwhile the same, by another worker
 */
export const parted = async <Its extends Labelled>(
  mask: Uint8Array,
  rising: () => Promise<Uint8Array>,
  partsIn: (mask: Uint8Array) => Promise<Its>,
  signal: AbortSignal,
  meanwhile?: (mask: Uint8Array) => Promise<Its>,
): Promise<Its> => {
  const beside = meanwhile?.(mask);
  beside?.catch(() => {});
  const first = beside === undefined ? await partsIn(mask) : undefined;
  const its = await rising();
  const pieces = await partsIn(computed(new Uint8Array(mask.length), (i) => mask[i]! & its[i]!));
  const whole = first ?? (await beside!);
  throwIfAborted(signal);
  const better = ellipticityOf(pieces.labels, pieces) > ellipticityOf(whole.labels, whole);
  return better && isPopulation(pieces) ? pieces : whole;
};

/** The objects of a plane: those that `objectMap` finds, or their pieces. Rejects with `AbortError`. */
export const partedMap = (scaled: ScaledPlane, signal: AbortSignal, aside?: Aside): Promise<ObjectMap> => {
  const { plane, above, radius, grain, separability } = scaled;
  const { width, height } = plane;
  const rising = (): Promise<Uint8Array> => risingIn(plane, radius, grain, signal);
  const meanwhile =
    aside &&
    (async (flags: Uint8Array): Promise<ObjectMap> => {
      const found = await objectsOf.by(aside, { flags, size: { width, height }, radius }, signal);
      return { plane, width, height, separability, ...found };
    });
  return parted(above, rising, (flags) => objectMap(scaled, signal, flags), signal, meanwhile);
};
