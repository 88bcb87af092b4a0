/** Touching objects, cut where a pixel does not stand out from what surrounds it (ALGORITHMS D.7). */

import type { Aside } from '../../../algorithm/algorithm.js';
import { throwIfAborted } from '../../../core/errors.js';
import { boxBlur } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { flagsOver, inBoth } from './flags.js';
import { ellipsesOf } from './map-works.js';
import { type ObjectMap, objectMap, rest, type ScaledPlane, smoothingOf } from './object-map.js';
import { isPopulation } from './population.js';

/** Radii of the windows, in radii of a usual object: half an octave more and less, as that radius is of the parts before they are cut. */
const WINDOWS = [Math.SQRT2, Math.SQRT1_2];
/** Minimum number of pieces, as a share of that of a population: with sizes that spread by an octave, four give the mean to half an octave. */
export const FEW = 1 / 4;

/**
 * Pixels of a plane that exceed the mean of a window about as wide as a usual object: gaps between touching objects do not. Rejects with
 * `AbortError`.
 *
 * @param scaled the plane, in which objects are higher than what surrounds them; the radius of a usual object, and the least radius of the window
 *   that smooths the plane, in pixels
 * @param windows their radii, in radii of a usual object
 * @param known the smoothed plane, where it is at hand
 * @returns for each window, 1 for such a pixel
 */
export const risingIn = async (
  { plane, radius, grain }: Pick<ScaledPlane, 'plane' | 'radius' | 'grain'>,
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
    risings.push(flagsOver(even, means));
  }
  return risings;
};

/** What may be known of a map before it is made, and who makes it. */
interface PartedMapOptions {
  /** The smoothed plane, as of `risingIn`. */
  readonly even?: Uint16Array;
  /** Other workers, which find the parts of all masks but the last. */
  readonly aside?: Aside | undefined;
}

/** A map, and how much its parts are like ellipses. */
interface Shaped {
  readonly map: ObjectMap;
  readonly ellipticity: number;
}

/**
 * The objects of a plane: those that `objectMap` finds, or their pieces, which are the parts of the rising pixels alone (`risingIn`). Interiors
 * of uneven objects do not rise, which breaks such objects into pieces. So pieces are used only where they are a small population and more
 * like ellipses. Rejects with `AbortError`.
 */
export const partedMap = async (
  scaled: ScaledPlane,
  signal: AbortSignal,
  { even, aside }: PartedMapOptions = {},
): Promise<ObjectMap> => {
  const { plane, above, radius, separability } = scaled;
  const { width, height } = plane;
  const here = async (flags: Uint8Array): Promise<Shaped> => {
    const map = await objectMap(scaled, signal, flags);
    return { map, ellipticity: ellipticityOf(map.labels, map) };
  };
  const meanwhile = async (flags: Uint8Array): Promise<Shaped> => {
    if (aside === undefined) return here(flags);
    const { ellipticity, ...found } = await ellipsesOf.by(aside, { flags, size: { width, height }, radius }, signal);
    return { map: { plane, width, height, separability, ...found }, ellipticity };
  };
  const maps: Promise<Shaped>[] = [];
  const begin = (map: Promise<Shaped>): void => {
    // Rejections are reported where all maps are awaited; this avoids unhandled ones before.
    map.catch(() => {});
    maps.push(map);
  };
  begin(meanwhile(above));
  const risings = await risingIn(scaled, WINDOWS, signal, even);
  const of = async (window: number, pieces: Promise<Shaped>): Promise<Shaped> => {
    const { map, ellipticity } = await pieces;
    return { map: { ...map, rising: window }, ellipticity };
  };
  for (const [k, rising] of risings.entries()) {
    const flags = inBoth(above, rising);
    begin(of(WINDOWS[k]!, k + 1 < risings.length ? meanwhile(flags) : here(flags)));
  }
  const [whole, ...others] = await Promise.all(maps);
  throwIfAborted(signal);
  let best = whole!;
  for (const pieces of others) {
    if (pieces.ellipticity > best.ellipticity && isPopulation(pieces.map, FEW)) best = pieces;
  }
  return best.map;
};
