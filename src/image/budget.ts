/** Bounds on the memory that reading an image takes. Each is compared before memory is taken or anything is decoded. */

import { SegmenterError } from '../core/errors.js';
import { because } from '../core/reasons.js';

/**
 * Most bytes that decoding one picture without tiles holds at once: its file, its samples, and what the decoder keeps beside.
 * An opened picture keeps its samples alone.
 */
export const MOST_PICTURE = 2 ** 30;

/** Most bytes of one decoded tile or strip. Those under way at once have no more together, unless there is only one. */
export const MOST_BLOCK = 2 ** 28;

/**
 * Most tiles or strips of one region, each of which costs a tenth of a millisecond beside its pixels. A domain of 2²⁴ pixels in
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
