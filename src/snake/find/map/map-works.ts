/** Parts of a search for a map that do not depend on each other, which other workers may do beside this one. */
import type { Aside } from '../../../algorithm/algorithm.js';
import type { Size } from './box-blur.js';
import { type ObjectMap, type ObjectPlane, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';

/** A plane at its scale by a grain, or the objects of a mask at a scale. */
type MapWork =
  | { readonly plane: ObjectPlane; readonly grain: number }
  | { readonly flags: Uint8Array; readonly size: Size; readonly radius: number };

/** What comes of the second: the labels, and the objects' radius. */
type Found = Pick<ObjectMap, 'labels' | 'radius'>;

/** Nobody waits for a work of a run that was aborted. */
const { signal } = new AbortController();

const isMapWork = (work: unknown): work is MapWork => typeof work === 'object' && work !== null;

/** Does such a work; `null` where a plane shows nothing. */
export const mapWork: Aside = async (work) => {
  if (!isMapWork(work)) return null;
  if ('flags' in work) {
    const { labels, radius } = await objectsIn(work.flags, work.size, work.radius);
    return { labels, radius } satisfies Found;
  }
  const { plane: _known, ...scaled } = (await scaledPlane(work.plane, work.grain, signal)) ?? {};
  return 'above' in scaled ? scaled : null;
};

const objectsIn = (flags: Uint8Array, size: Size, radius: number): Promise<ObjectMap> => {
  const plane = { ...size, name: '', channel: '', values: new Uint16Array() };
  return objectMap({ plane, grain: 1, radius, separability: 0, above: flags }, signal);
};

/** The plane at its scale, by another worker. */
export const scaledAside = async (
  plane: ObjectPlane,
  grain: number,
  aside: Aside,
): Promise<ScaledPlane | undefined> => {
  const scaled = (await aside({ plane, grain } satisfies MapWork)) as Omit<ScaledPlane, 'plane'> | null;
  return scaled === null ? undefined : { ...scaled, plane };
};

/** The objects of a mask of a plane, as `objectMap` finds them, by another worker. */
export const objectsAside = async (
  { plane, radius, separability }: ScaledPlane,
  flags: Uint8Array,
  aside: Aside,
): Promise<ObjectMap> => {
  const { width, height } = plane;
  const found = (await aside({ flags, size: { width, height }, radius } satisfies MapWork)) as Found;
  return { plane, width, height, separability, ...found };
};
