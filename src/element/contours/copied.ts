/** Copies of contours, as new objects. */
import { areaOf } from '../../contours/geometry.js';
import { objectOf } from '../../contours/on-slice.js';
import { uuid } from '../../core/uuid.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** The slices of the image on which copies are laid: all of a volume with the one shown, none of an image. */
export type Slices = { readonly depth: number; readonly slice: number } | undefined;

/**
 * Copies, unlocked and with ids of their own. In a volume those of one slice come to the slice shown, those of several stay on theirs;
 * on an image an object of several slices is the largest of its contours.
 */
export const copied = (contours: readonly ContourFeature[], slices: Slices): ContourFeature[] => {
  const objects = new Map<string, ContourFeature[]>();
  for (const contour of contours) {
    const key = objectOf(contour);
    const known = objects.get(key);
    if (known) known.push(contour);
    else objects.set(key, [contour]);
  }
  return [...objects.values()].flatMap((all) => {
    const list = slices ? all : all.toSorted((a, b) => areaOf(b.geometry) - areaOf(a.geometry)).slice(0, 1);
    const there =
      slices && list.length > 1 ? list.filter(({ geometry }) => (geometry.plane?.z ?? 0) < slices.depth) : list;
    const ids = there.map(() => uuid());
    return there.map((contour, k): ContourFeature => {
      const { plane: its, ...bare } = contour.geometry;
      const here = slices && ({ c: -1, z: slices.slice, t: 0 } as const);
      const plane = slices && there.length > 1 ? its : here;
      const { object: _whole, ...metadata } = contour.properties.metadata;
      const { isLocked: _locked, ...properties } = contour.properties;
      const [object] = ids;
      return {
        ...contour,
        id: ids[k] ?? uuid(),
        geometry: plane ? { ...bare, plane } : bare,
        properties: {
          ...properties,
          metadata: { ...metadata, ...(there.length > 1 && object !== undefined ? { object } : {}) },
        },
      };
    });
  });
};
