/** The packed R-tree of FlatGeobuf: from the root down to the features, 40 bytes a node, with indices instead of pointers. */
import type { Box } from '../../../core/geometry/rect.js';

/** Bytes of a node: four doubles and an offset of 64 bits. */
export const NODE_BYTES = 40;
/** Children per node; all writers use this number. */
export const NODE_SIZE = 16;

/** First and end node of every level, the features' first, the root's last. */
export const levelsOf = (count: number, nodeSize: number): readonly (readonly [first: number, end: number])[] => {
  const sizes = [count];
  do sizes.push(Math.ceil(sizes.at(-1)! / nodeSize));
  while (sizes.at(-1)! > 1);
  let end = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => {
    end -= size;
    return [end, end + size] as const;
  });
};

/** Bytes of a tree over `count` features. */
export const treeBytes = (count: number, nodeSize: number): number => levelsOf(count, nodeSize)[0]![1] * NODE_BYTES;

/** The tree over boxes in the order in which their features lie in the file; `offsets`: each one's, from the first. */
export const buildTree = (
  order: Uint32Array,
  boxOf: (index: number) => Box,
  offsets: Float64Array,
): Uint8Array<ArrayBuffer> => {
  const levels = levelsOf(order.length, NODE_SIZE);
  const view = new DataView(new ArrayBuffer(levels[0]![1] * NODE_BYTES));
  const put = (node: number, { x0, y0, x1, y1 }: Box, offset: number): void => {
    const at = node * NODE_BYTES;
    view.setFloat64(at, x0, true);
    view.setFloat64(at + 8, y0, true);
    view.setFloat64(at + 16, x1, true);
    view.setFloat64(at + 24, y1, true);
    view.setBigUint64(at + 32, BigInt(offset), true);
  };
  const [firstLeaf] = levels[0]!;
  order.forEach((index, place) => {
    put(firstLeaf + place, boxOf(index), offsets[place]!);
  });
  for (let k = 1; k < levels.length; k++) {
    const [below, belowEnd] = levels[k - 1]!;
    let [node] = levels[k]!;
    for (let first = below; first < belowEnd; first += NODE_SIZE) {
      let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let child = first; child < Math.min(first + NODE_SIZE, belowEnd); child++) {
        const box = boxAt(view, child * NODE_BYTES);
        [x0, y0, x1, y1] = [Math.min(x0, box.x0), Math.min(y0, box.y0), Math.max(x1, box.x1), Math.max(y1, box.y1)];
      }
      put(node++, { x0, y0, x1, y1 }, first);
    }
  }
  return new Uint8Array(view.buffer);
};

/** The box of the node whose bytes begin at `at`. */
export const boxAt = (view: DataView, at: number): Box => ({
  x0: view.getFloat64(at, true),
  y0: view.getFloat64(at + 8, true),
  x1: view.getFloat64(at + 16, true),
  y1: view.getFloat64(at + 24, true),
});

/** The feature's offset, or the number of the first child, of the node whose bytes begin at `at`. */
export const offsetAt = (view: DataView, at: number): number => Number(view.getBigUint64(at + 32, true));
