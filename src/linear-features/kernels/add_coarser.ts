import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { itemsOf } from './shared/items.js';
import { W } from './shared/window.js';
import { addCoarserSimd } from './simd/add_coarser.js';

/**
 * Adds the responses of the next coarser scale, bilinearly, to those of a scale; the marks are those of both, the
 * orientation that of the stronger.
 */
export const addCoarser = defineKernel({
  name: 'add_coarser',
  wgsl: () => import('../../wgsl/linear-features/add_coarser.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'coarser', access: 'read' },
    { name: 'response', access: 'read-write' },
  ],
  cpu: (words) => addCoarserSimd(words) ?? addCoarserPlain(words),
});

/** The CPU kernel without SIMD. */
export const addCoarserPlain = (words: Words<'window' | 'coarser' | 'response'>): GroupFunction => {
  const fineWidth = words.window[W.width]!;
  const fineHeight = words.window[W.height]!;
  const coarser = words.coarser;
  const response = words.response;
  const width = (fineWidth + 1) >> 1;
  const height = (fineHeight + 1) >> 1;
  return (groupX, groupY) => {
    const [first, last] = itemsOf(groupX, groupY, fineWidth * fineHeight);
    for (let pixel = first; pixel < last; ) {
      const y = Math.floor(pixel / fineWidth);
      const end = Math.min(last, (y + 1) * fineWidth);
      const nearRow = (y >> 1) * width;
      const farRow = (y & 1 ? Math.min((y >> 1) + 1, height - 1) : Math.max((y >> 1) - 1, 0)) * width;
      for (let x = pixel - y * fineWidth; pixel < end; x++, pixel++) {
        const near = x >> 1;
        const far = x & 1 ? Math.min(near + 1, width - 1) : Math.max(near - 1, 0);
        const word = response[pixel]!;
        const covering = coarser[nearRow + near]!;
        const added =
          (9 * (covering >>> 6) +
            3 * ((coarser[nearRow + far]! >>> 6) + (coarser[farRow + near]! >>> 6)) +
            (coarser[farRow + far]! >>> 6)) >>
          4;
        const own = word >>> 6;
        const orientation = (added > own ? covering : word) & 15;
        response[pixel] = ((own + added) << 6) | ((word | covering) & 48) | orientation;
      }
    }
  };
};
