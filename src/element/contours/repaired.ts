/** Contours whose outlines cross themselves, without crossings. */
import { inArrays } from '../../contours/packed-geometry.js';
import { uncrossed } from '../../contours/shapes/uncrossed.js';
import type { Placement } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Collection } from './collection.js';
import { inTurns } from './in-turns.js';

/** A contour without crossings, with the area and the perimeter of what it covers; one that has none is given back. */
const repaired = (contour: ContourFeature, placement: Placement | undefined): ContourFeature => {
  const geometry = uncrossed(contour.geometry);
  if (geometry === contour.geometry) return contour;
  const { properties } = contour;
  const measurements = { ...properties.measurements, ...measure(inArrays(geometry), placement) };
  return { ...contour, geometry, properties: { ...properties, measurements } };
};

/** All contours without crossings; yields to the page after every few contours. */
export const allRepaired = (
  contours: readonly ContourFeature[],
  placement: Placement | undefined,
): Promise<readonly ContourFeature[]> => inTurns(contours, (contour) => repaired(contour, placement));

const looked = new WeakSet<ContourFeature>();

/** Replaces those of the contours that are in the collection and cross themselves; nothing is added to the history. */
export const repairIn = async (
  collection: Collection,
  contours: readonly ContourFeature[],
  placement: Placement | undefined,
): Promise<void> => {
  const fresh = contours.flatMap(({ id }) => collection.get(id) ?? []).filter((contour) => !looked.has(contour));
  const others = new Map<ContourFeature, ContourFeature>();
  for (const [k, other] of (await allRepaired(fresh, placement)).entries()) {
    const contour = fresh[k]!;
    looked.add(contour);
    if (other !== contour) others.set(contour, other);
  }
  collection.amend(others, 'set');
};
