/** Limits on the memory for reading an image. Each is checked before memory is allocated or anything is decoded. */

import { SegmenterError } from '../core/errors.js';
import { because } from '../core/reasons.js';

/**
 * Maximum memory in bytes while one picture without tiles is decoded: its file, its samples, and the decoder's own data.
 * An opened picture keeps only its samples.
 */
export const MOST_PICTURE = 2 ** 30;

/** Maximum size in bytes of a decoded tile or strip, and of all of a region that are decoded in parallel. */
export const MOST_BLOCK = 2 ** 28;

/** Number of tiles or strips of `bytes` bytes that are decoded in parallel: `most`, or as many as `MOST_BLOCK` has room for; at least one. */
export const inParallel = (bytes: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(MOST_BLOCK / bytes)));

/**
 * Maximum number of tiles or strips of one region; each has an overhead of a tenth of a millisecond. A domain of 2²⁴ pixels in
 * TIFF's smallest tiles, 16 × 16, has 2¹⁶; twice that leaves room for the cells cut by its border.
 */
export const MOST_TILES = 2 ** 17;

/**
 * Refuses a picture before it is decoded.
 * @param held bytes that decoding it holds at once
 * @throws SegmenterError `image-unreadable` where it has no pixels, `image-too-large` beyond `MOST_PICTURE`
 */
export const checkPicture = (name: string, width: number, height: number, held: number): void => {
  if (!(width >= 1 && height >= 1))
    throw new SegmenterError('image-unreadable', {
      name,
      reason: because('its-size')`its size is ${width} × ${height}`,
    });
  if (held <= MOST_PICTURE) return;
  const size = because('to-decode')`${width} × ${height} pixels, which take ${held} bytes to decode`;
  throw new SegmenterError('image-too-large', {
    name,
    size,
    limit: because('bytes-untiled')`${MOST_PICTURE} bytes without tiles`,
  });
};
