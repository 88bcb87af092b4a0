/** Parts of a search for a map that other workers may do. */
import { partWork } from '../part-work.js';
import type { Size } from './box-blur.js';
import { ellipticityOf } from './ellipticity.js';
import { type ObjectMap, type ObjectPlane, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';

/** Input of `scaledPlane`. */
interface PlaneToScale {
  readonly plane: ObjectPlane;
  readonly grain: number;
  readonly known: number | undefined;
}

/** Result of `scaledPlane` without the plane itself; `undefined` where there is none. */
export const scaledOf = partWork('scaled', async ({ plane, grain, known }: PlaneToScale, signal) => {
  const { plane: _given, ...scaled } = (await scaledPlane(plane, grain, signal, known)) ?? {};
  return 'above' in scaled ? (scaled as Omit<ScaledPlane, 'plane'>) : undefined;
});

/** A mask, and the radius of its objects, in pixels. */
interface MaskAtScale {
  readonly flags: Uint8Array;
  readonly size: Size;
  readonly radius: number;
}

/** The labels of a mask's objects, and their radius. */
type Objects = Pick<ObjectMap, 'labels' | 'radius'>;

const objects = async ({ flags, size, radius: scale }: MaskAtScale, signal: AbortSignal): Promise<Objects> => {
  const plane = { ...size, name: '', channel: '', values: new Uint16Array() };
  const { labels, radius } = await objectMap({ plane, grain: 1, radius: scale, separability: 0, above: flags }, signal);
  return { labels, radius };
};

/** The objects of a mask at its scale, as `objectMap` finds them. */
export const objectsOf = partWork('objects', objects);

/** The same, and how much they are like ellipses (`ellipticityOf`). */
export const ellipsesOf = partWork('ellipses', async (mask: MaskAtScale, signal) => {
  const its = await objects(mask, signal);
  return { ...its, ellipticity: ellipticityOf(its.labels, mask.size) };
});
