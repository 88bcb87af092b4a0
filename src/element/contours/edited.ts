/** An edited contour with the measurements of its new outline. */
import type { Placement } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';

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

/** The contours of an object with its volume, the area of all slices times the distance between two; without one where it is on one slice. */
export const withVolume = (
  contours: readonly ContourFeature[],
  ground: Ground | undefined,
): readonly ContourFeature[] => {
  const { placement, stack } = ground ?? {};
  const apart = stack?.spacing?.[2];
  if (!placement || apart === undefined || contours.length < 2) return contours;
  const name = `Area ${placement.unit}^2`;
  const area = contours.reduce((sum, { properties }) => sum + (properties.measurements[name] ?? 0), 0);
  const volume = { [`Volume ${placement.unit}^3`]: area * apart };
  return contours.map((contour) => {
    const { properties } = contour;
    return { ...contour, properties: { ...properties, measurements: { ...volume, ...properties.measurements } } };
  });
};
