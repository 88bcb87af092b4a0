/** Lays the samples of a block over a region. */

import { intersection, type Rect } from '../../../core/geometry/rect.js';
import { FLOAT_LIMIT, type SampleArray } from '../../samples.js';

/** A region that blocks are laid on, channel after channel. */
export interface Canvas {
  readonly rect: Rect;
  readonly bands: number;
  readonly data: SampleArray;
  /** Channels of each pixel that have data, of those laid so far. */
  readonly seen: Uint8Array;
}

/**
 * Lays a block at its rectangle over what is there.
 * @param samples of a channel, `own` bands a pixel
 * @param channel whose bands they become; all blocks of the channels before it are laid
 */
export const paint = (samples: SampleArray, from: Rect, own: number, channel: number, canvas: Canvas): void => {
  const { rect, bands, data, seen } = canvas;
  const part = intersection(from, rect);
  if (part === undefined) return;
  const float = samples instanceof Float32Array;
  for (let y = part.y; y < part.y + part.height; y++) {
    let at = ((y - from.y) * from.width + part.x - from.x) * own;
    let to = (y - rect.y) * rect.width + part.x - rect.x;
    for (const end = to + part.width; to < end; to++, at += own) {
      for (let b = 0; b < own; b++) data[to * bands + channel * own + b] = samples[at + b]!;
      // A number that is not finite means no data, even where an earlier block has some.
      if (float && !(Math.abs(samples[at]!) <= FLOAT_LIMIT)) seen[to] = Math.min(seen[to]!, channel);
      else if (seen[to] === channel) seen[to] = channel + 1;
    }
  }
};
