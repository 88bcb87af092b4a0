/** Boxes round blocks of a long path's edges: what lies in a rectangle is found without a look at every edge. */
import type { Rect } from '../../core/geometry/rect.js';

/** Edges of a block. */
export const BLOCK = 256;

const known = new WeakMap<readonly number[], Float64Array>();

/** Left, top, right and bottom of each block; the box of block b holds the vertices from b·BLOCK to (b + 1)·BLOCK, both included, and the first one after the last. */
const boxesOf = (path: readonly number[]): Float64Array => {
  const before = known.get(path);
  if (before) return before;
  const count = path.length / 2;
  const boxes = new Float64Array(4 * Math.ceil(count / BLOCK));
  for (let block = 0; 4 * block < boxes.length; block++) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = block * BLOCK; k <= Math.min(count, (block + 1) * BLOCK); k++) {
      const at = k === count ? 0 : 2 * k;
      const x = path[at]!;
      const y = path[at + 1]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    boxes.set([left, top, right, bottom], 4 * block);
  }
  known.set(path, boxes);
  return boxes;
};

/** Tells of blocks whether all of their edges lie beyond one side of a rectangle. */
export const beyond = (path: readonly number[], { x, y, width, height }: Rect): ((block: number) => boolean) => {
  const boxes = boxesOf(path);
  return (block) =>
    boxes[4 * block]! > x + width ||
    boxes[4 * block + 1]! > y + height ||
    boxes[4 * block + 2]! < x ||
    boxes[4 * block + 3]! < y;
};

/** A ring that has the same area in a rectangle: of blocks beyond a side of it the first vertex is left. */
export const ringNear = (path: readonly number[], rect: Rect): readonly number[] => {
  const isBeyond = beyond(path, rect);
  const near: number[] = [];
  for (let from = 0, block = 0; from < path.length; from += 2 * BLOCK, block++) {
    const end = isBeyond(block) ? from + 2 : Math.min(path.length, from + 2 * BLOCK);
    for (let k = from; k < end; k++) near.push(path[k]!);
  }
  return near;
};
