import { defineKernel } from '../../compute/recording.js';
import { itemsOf } from './shared/items.js';
import { P } from './shared/part-words.js';

/**
 * The strengths of the pixels of boxes, row by row, box after box; 0 beyond the part of the response. A box has `side` pixels
 * on each side, an odd number, and a pixel of the part, y·width + x, in its middle.
 */
export const boxStrengths = defineKernel({
  name: 'box_strengths',
  wgsl: () => import('../../wgsl/linear-features/box_strengths.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'response', access: 'read' },
    { name: 'middles', access: 'read' },
    { name: 'strengths', access: 'read-write' },
  ],
  cpu: ({ part, response, middles, strengths }) => {
    const stride = part[P.stride]!;
    const side = part[P.side]!;
    const width = part[P.width]!;
    const height = part[P.height]!;
    const corner = part[P.y]! * stride + part[P.x]!;
    const half = side >> 1;
    return (groupX, groupY) => {
      const [first, last] = itemsOf(groupX, groupY, strengths.length);
      for (let at = first; at < last; at++) {
        const box = Math.floor(at / (side * side));
        const cell = at - box * side * side;
        const row = Math.floor(cell / side);
        const middle = middles[box]!;
        const middleRow = Math.floor(middle / width);
        const x = middle - middleRow * width + cell - row * side - half;
        const y = middleRow + row - half;
        const isInside = x >= 0 && y >= 0 && x < width && y < height;
        strengths[at] = isInside ? response[corner + y * stride + x]! >>> 6 : 0;
      }
    };
  },
});
