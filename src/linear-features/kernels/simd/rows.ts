import { itemsOf } from '../shared/items.js';
import { HEIGHT } from './block.js';

/**
 * The CPU kernel of a kernel whose items, of `each` pixels, stand in a row, from what does rows [y, y + `HEIGHT`): a workgroup
 * does those blocks of rows that begin in its pixels.
 */
export const inRows =
  (width: number, height: number, each: number, rows: (from: number, to: number) => void) =>
  (groupX: number, groupY: number): void => {
    const [first, last] = itemsOf(groupX, groupY, Math.ceil((width * height) / each));
    for (let y = HEIGHT * Math.ceil((each * first) / (width * HEIGHT)); y < height; y += HEIGHT) {
      if (y * width >= each * last) break;
      rows(y, Math.min(height, y + HEIGHT));
    }
  };
