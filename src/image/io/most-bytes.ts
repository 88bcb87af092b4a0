/** The limit of pictures, which must be read whole. */
import { SegmenterError } from '../../core/errors.js';
import { inBytes } from '../../core/reasons.js';

/** Most bytes of a picture. */
export const MOST_PICTURE_BYTES = 2 ** 29;

/**
 * Refuses a picture of `size` bytes, before it is read, where that is too large.
 * @throws SegmenterError `image-too-large`, with the format
 */
export const checkPictureSize = (name: string, size: number, format: string): void => {
  if (size <= MOST_PICTURE_BYTES) return;
  throw new SegmenterError('image-too-large', {
    name,
    size: inBytes(size),
    limit: inBytes(MOST_PICTURE_BYTES),
    format,
  });
};
