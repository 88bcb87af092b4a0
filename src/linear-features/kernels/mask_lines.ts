import { defineKernel } from '../../compute/recording.js';
import { MARKS, P, samplesOf } from './shared/part-words.js';
import { rowWords, Thinning, TILE } from './shared/thinning-words.js';

/**
 * Draws the pixels of a part of a response that have a mark, a sample and at least the strength `low`: two bits of `pixels`, set and waiting.
 * A bit of `strong` says that a pixel has the strength `high`. Counts the pixels in `thinning`, and finds the maximum strength. One workgroup per tile.
 */
export const maskLines = defineKernel({
  name: 'mask_lines',
  wgsl: () => import('../../wgsl/linear-features/mask_lines.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'pixels', access: 'read-write' },
    { name: 'strong', access: 'read-write' },
    { name: 'thinning', access: 'read-write' },
  ],
  cpu: ({ part, samples, response, pixels, strong, thinning }) => {
    const stored = samplesOf(part, samples);
    const [width, height] = [part[P.width]!, part[P.height]!];
    const [low, high] = [part[P.low]!, part[P.high]!];
    const columns = rowWords(width);
    return (tileX, tileY) => {
      for (let y = TILE * tileY; y < Math.min(height, TILE * (tileY + 1)); y++) {
        const row = (part[P.y]! + y) * part[P.stride]! + part[P.x]!;
        for (let x = TILE * tileX; x < Math.min(width, TILE * (tileX + 1)); x++) {
          const word = response[row + x]!;
          const strength = word >>> 6;
          if ((word & MARKS) === 0 || strength < low || stored[row + x] === 0) continue;
          pixels[2 * y * columns + (x >> 4)]! |= 3 << (2 * (x & 15));
          if (strength >= high) strong[y * columns + (x >> 5)]! |= 1 << (x & 31);
          thinning[Thinning.found]!++;
          thinning[Thinning.waiting]!++;
          if (strength > thinning[Thinning.most]!) thinning[Thinning.most] = strength;
        }
      }
    };
  },
});
