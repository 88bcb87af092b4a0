import { SegmenterError } from '../../worker/errors.js';

/** Most pixels of a picture that has no tiles; a larger one belongs into a pyramid. */
const MOST_PIXELS = 2 ** 28;

/** @throws SegmenterError where the size is zero or beyond what is decoded in one piece. */
export const checkSize = (width: number, height: number, name: string): void => {
  if (!(width >= 1 && height >= 1))
    throw new SegmenterError('image-unreadable', { name, reason: `its size is ${width} × ${height}` });
  if (width * height > MOST_PIXELS)
    throw new SegmenterError('image-too-large', {
      name,
      size: `${width} × ${height} pixels`,
      limit: `${MOST_PIXELS} pixels without tiles`,
    });
};
