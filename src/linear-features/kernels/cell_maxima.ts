import { defineKernel } from '../../compute/recording.js';
import { itemsOf } from './shared/items.js';
import { P, samplesOf } from './shared/part-words.js';

/**
 * The maximum strength in each cell of a lattice that begins at the corner of the response, over the pixels of a part that have a
 * sample. Gives the cells that the part touches, row by row.
 */
export const cellMaxima = defineKernel({
  name: 'cell_maxima',
  wgsl: () => import('../../wgsl/linear-features/cell_maxima.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'maxima', access: 'read-write' },
  ],
  cpu: ({ part, samples, response, maxima }) => {
    const stored = samplesOf(part, samples);
    const stride = part[P.stride]!;
    const side = part[P.side]!;
    const columns = part[P.columns]!;
    const [left, top] = [part[P.x]!, part[P.y]!];
    const [right, bottom] = [left + part[P.width]!, top + part[P.height]!];
    const firstColumn = Math.floor(left / side);
    const firstRow = Math.floor(top / side);
    /** Raises the maxima of the cells [from, to) of one row of cells, row of pixels by row of pixels, as the words lie in memory. */
    const raise = (from: number, to: number): void => {
      const cells = Math.floor(from / columns);
      const row = (firstRow + cells) * side;
      maxima.fill(0, from, to);
      for (let y = Math.max(top, row); y < Math.min(bottom, row + side); y++) {
        for (let at = from; at < to; at++) {
          const column = (firstColumn + at - cells * columns) * side;
          let most = maxima[at]!;
          const end = y * stride + Math.min(right, column + side);
          for (let pixel = y * stride + Math.max(left, column); pixel < end; pixel++) {
            const strength = response[pixel]! >>> 6;
            if (strength > most && stored[pixel] !== 0) most = strength;
          }
          maxima[at] = most;
        }
      }
    };
    return (groupX, groupY) => {
      const [first, last] = itemsOf(groupX, groupY, maxima.length);
      for (let at = first; at < last; ) {
        const end = Math.min(last, (Math.floor(at / columns) + 1) * columns);
        raise(at, end);
        at = end;
      }
    };
  },
});
