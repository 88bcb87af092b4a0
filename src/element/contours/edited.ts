/** An edited contour with the measurements of its new outline. */
import type { Placement } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';

/** A volume that was summed in another order differs by less than this share. */
const ROUNDING = 1e-9;

/** What of an image the size of a contour depends on. */
export type Ground = Pick<ImageInfo, 'placement' | 'stack'>;

/**
 * An edited contour as it is kept. The run's statistics of inside and outside no longer hold and are dropped, until the engine has
 * measured them anew; area and length are measured here, in physical units too where `placement` tells the size of a pixel.
 */
export const measured = (contour: ContourFeature, placement: Placement | undefined): ContourFeature => ({
  ...contour,
  properties: {
    ...contour.properties,
    measurements: measure(contour.geometry, placement),
    metadata: { ...contour.properties.metadata, edited: 'by hand' },
  },
});

/** The volume of an object, and its voxels, by the areas on its slices; of an image, nothing. */
const volumeOf = (
  contours: readonly ContourFeature[],
  { placement, stack }: Ground,
): ContourFeature['properties']['measurements'] => {
  if (!stack) return {};
  const sum = (name: string): number =>
    contours.reduce((total, { properties }) => total + (properties.measurements[name] ?? 0), 0);
  const apart = stack.spacing?.[2];
  const volume =
    placement && apart !== undefined
      ? { [`Volume ${placement.unit}^3`]: sum(`Area ${placement.unit}^2`) * apart }
      : undefined;
  return { ...volume, Voxels: Math.round(sum('Area px^2')) };
};

/** Whether a measurement is of the whole object, on all slices. */
export const isOfAll = (name: string): boolean => /^(Volume|Voxels)\b/.test(name);

/** The contours of an object with its volume, the area of all slices times the distance between two; without one where it is on one slice. */
export const withVolume = (
  contours: readonly ContourFeature[],
  ground: Ground | undefined,
): readonly ContourFeature[] => {
  const many = contours.length > 1;
  if (!ground || !(many || contours.some(({ properties }) => Object.keys(properties.measurements).some(isOfAll))))
    return contours;
  const volume = Object.entries(volumeOf(contours, ground));
  return contours.map((contour) => {
    const { properties } = contour;
    const { measurements } = properties;
    const same = volume.every(
      ([name, value]) => Math.abs((measurements[name] ?? Number.NaN) - value) <= ROUNDING * value,
    );
    if (same) return contour;
    const its = Object.entries(measurements).filter(([name]) => !isOfAll(name));
    return { ...contour, properties: { ...properties, measurements: Object.fromEntries([...volume, ...its]) } };
  });
};

/** Whether a contour was drawn, edited or confined by hand, or joined from pieces of several regions: no run measured it. */
export const isOfNoRun = ({ properties: { metadata } }: ContourFeature): boolean =>
  (metadata.drawn ?? metadata.edited ?? metadata.confined ?? metadata.joined) !== undefined;
