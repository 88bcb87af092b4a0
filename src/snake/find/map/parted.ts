/** Touching objects, cut where a pixel does not stand out from what surrounds it (ALGORITHMS D.7). */
import type { Aside } from '../../../algorithm/algorithm.js';
import { throwIfAborted } from '../../../core/errors.js';
import { boxBlur, type Size } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { objectsOf } from './map-works.js';
import { type ObjectMap, type ObjectPlane, objectMap, rest, type ScaledPlane, smoothingOf } from './object-map.js';
import { isPopulation } from './population.js';

/** Labels of the parts of a mask. */
type Labelled = Size & Pick<ObjectMap, 'labels'>;

/** Radii of the windows, in radii of a usual object: half an octave more and less, as that radius is of the parts before they are cut. */
const WINDOWS = [Math.SQRT2, Math.SQRT1_2];
/** Minimum number of pieces, as a share of that of a population: with sizes that spread by an octave, four give the mean to half an octave. */
export const FEW = 1 / 4;

/**
 * Pixels of a plane that exceed the mean of a window about as wide as a usual object: gaps between touching objects do not. Rejects with
 * `AbortError`.
 *
 * @param plane in which objects are higher than what surrounds them
 * @param radius of a usual object, in pixels
 * @param grain the least radius of the window by which the plane is evened out, in pixels
 * @param windows their radii, in radii of a usual object
 * @param known the plane evened out, where it is at hand
 * @returns for each window, 1 for such a pixel
 */
export const risingIn = async (
  plane: ObjectPlane,
  radius: number,
  grain: number,
  windows: readonly number[],
  signal: AbortSignal,
  known?: Uint16Array,
): Promise<readonly Uint8Array[]> => {
  const even = known ?? boxBlur(plane.values, plane, smoothingOf(radius, grain));
  await rest(signal);
  const risings: Uint8Array[] = [];
  for (const window of windows) {
    const means = boxBlur(even, plane, Math.max(1, Math.round(window * radius)));
    await rest(signal);
    const rising = new Uint8Array(even.length);
    // The sign of the difference: a branch here would be unpredictable.
    for (let i = 0; i < rising.length; i++) rising[i] = (means[i]! - even[i]!) >>> 31;
    risings.push(rising);
  }
  return risings;
};

/**
 * Finds the parts of a mask, or those of its rising pixels alone (`risingIn`). Interiors of uneven objects do not rise, which breaks such
 * objects into pieces. So pieces are used only where they are a small population and more like ellipses. Rejects with `AbortError`.
 *
 * @param mask 1 for the pixels that may be an object's
 * @param rising asked for once the parts of the mask are under way
 * @param partsIn the parts of a mask
 * @param meanwhile the same, by another worker
 */
export const parted = async <Its extends Labelled>(
  mask: Uint8Array,
  rising: () => Promise<readonly Uint8Array[]>,
  partsIn: (mask: Uint8Array) => Promise<Its>,
  signal: AbortSignal,
  meanwhile = partsIn,
): Promise<Its> => {
  const under = (of: Uint8Array): Promise<Its> => {
    const its = meanwhile(of);
    its.catch(() => {});
    return its;
  };
  const begun = [under(mask)];
  const risings = await rising();
  for (const [k, its] of risings.entries()) {
    const pixels = new Uint8Array(mask.length);
    for (let i = 0; i < pixels.length; i++) pixels[i] = mask[i]! & its[i]!;
    begun.push(k + 1 < risings.length ? under(pixels) : partsIn(pixels));
  }
  const [whole, ...others] = await Promise.all(begun);
  throwIfAborted(signal);
  let [best, most] = [whole!, ellipticityOf(whole!.labels, whole!)];
  for (const pieces of others) {
    const ellipticity = ellipticityOf(pieces.labels, pieces);
    if (ellipticity > most && isPopulation(pieces, FEW)) [best, most] = [pieces, ellipticity];
  }
  return best;
};

/**
 * The objects of a plane: those that `objectMap` finds, or their pieces. Rejects with `AbortError`.
 *
 * @param even as of `risingIn`
 * @param allInWorkers other workers find the parts of all masks, as this thread has other work
 */
export const partedMap = (
  scaled: ScaledPlane,
  signal: AbortSignal,
  aside?: Aside,
  even?: Uint16Array,
  allInWorkers = false,
): Promise<ObjectMap> => {
  const { plane, above, radius, grain, separability } = scaled;
  const { width, height } = plane;
  const rising = (): Promise<readonly Uint8Array[]> => risingIn(plane, radius, grain, WINDOWS, signal, even);
  const here = (flags: Uint8Array): Promise<ObjectMap> => objectMap(scaled, signal, flags);
  const meanwhile =
    aside &&
    (async (flags: Uint8Array): Promise<ObjectMap> => {
      const found = await objectsOf.by(aside, { flags, size: { width, height }, radius }, signal);
      return { plane, width, height, separability, ...found };
    });
  return parted(above, rising, (allInWorkers && meanwhile) || here, signal, meanwhile);
};
