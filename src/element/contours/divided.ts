/** The contours of an object that was divided: those of the first part stay it, those of each other part are an object of its class. */
import { type Area, geometryOfArea } from '../../algorithm/shapes/clip.js';
import type { Division, Sheet } from '../../algorithm/shapes/through.js';
import { withOutline } from '../../contours/on-slice.js';
import { uuid } from '../../core/uuid.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Ground, measured, withVolume } from './edited.js';

/** The contour with another area, on its slice; none where it is a crumb. */
export const shapedTo = (
  contour: ContourFeature,
  area: Area,
  ground: Ground | undefined,
): ContourFeature | undefined => {
  const geometry = geometryOfArea(area);
  return geometry && measured(withOutline(contour, geometry), ground?.placement);
};

/** The contours of an object, each as the parts that a division leaves of it. Each object is measured with its volume, where it has one. */
export const dividedInto = (
  contours: readonly ContourFeature[],
  sheets: readonly Sheet[],
  division: Division,
  ground: Ground | undefined,
): readonly ContourFeature[] => {
  const objects = new Map<number, ContourFeature[]>();
  for (const [k, contour] of contours.entries()) {
    let { id } = contour;
    for (const [label, area] of division[k]?.entries() ?? []) {
      if (!area) continue;
      const its = label === 0 ? contour : anew(contour);
      const shaped = area === sheets[k]?.area ? measured(its, ground?.placement) : shapedTo(its, area, ground);
      if (!shaped) continue;
      objects.set(label, [...(objects.get(label) ?? []), { ...shaped, id }]);
      id = uuid();
    }
  }
  return [...objects].flatMap(([label, its]) => withVolume(label === 0 ? its : together(its), ground));
};

/** A contour of another object, of the same class. */
const anew = (contour: ContourFeature): ContourFeature => {
  const { object: _whole, ...metadata } = contour.properties.metadata;
  const { name: _its, ...properties } = contour.properties;
  return { ...contour, properties: { ...properties, metadata } };
};

/** Contours on several slices as one object. */
const together = (contours: readonly ContourFeature[]): readonly ContourFeature[] => {
  if (contours.length < 2) return contours;
  const object = uuid();
  return contours.map((contour) => {
    const { properties } = contour;
    return { ...contour, properties: { ...properties, metadata: { ...properties.metadata, object } } };
  });
};
