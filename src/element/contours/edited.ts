/** An edited contour with the measurements of its new outline. */
import type { Placement } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import type { ContourFeature } from '../../worker/protocol.js';

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
