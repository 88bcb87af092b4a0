/** Whether the bands of measurements are red, green and blue. */
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';

/** A level set measures the channel that it worked on, until the contour is changed; everything else measures the image's own bands. */
const measuresImage = ({ properties: { metadata } }: ContourFeature): boolean =>
  metadata.algorithm !== 'level-set' || metadata.edited !== undefined || metadata.channel === 'bands';

/** True where the image has three bands, as its channels red, green and blue, and the contours are measured on these. */
export const hasColourBands = (
  image: Pick<ImageInfo, 'bands'> | undefined,
  contours: readonly ContourFeature[],
): boolean => image?.bands === 3 && contours.every(measuresImage);
