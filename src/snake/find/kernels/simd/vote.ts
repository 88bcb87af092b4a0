/** Votes of a forest in WebAssembly: the same sums as those of `like/voter.ts`, with several pixels descending each tree together. */
import type { Tree, Voter } from '../../like/forest.js';
import { FREE, type Simd } from './instance.js';

/** Pixels in the kernel's memory at a time, and pixels that descend a tree together. */
const CHUNK = 2 ** 14;
const TOGETHER = 64;
/** Bytes of a node, and its feature where it is a leaf. */
const NODE = 8;
const LEAF = 0xffff;
/** Bytes of a node on the stack, with its masks. */
const WAITING = 80;
/** Maximum depth of a tree, for which the stack has room. */
const DEEPEST = 64;

/** Trees as the kernel reads them, and where each part of its memory begins. */
interface Layout {
  /** From `FREE` on: the address of each root, the nodes, the shares of the leaves. */
  readonly bytes: Uint8Array;
  readonly shares: number;
  readonly stack: number;
  readonly sums: number;
  readonly columns: number;
}

/** Makes a voter that returns false where the memory has no room for its columns. @returns `undefined` for trees deeper than `DEEPEST` */
export const voterIn = (
  form: Simd,
  trees: readonly Tree[],
  classes: number,
): ((...given: Parameters<Voter>) => boolean) | undefined => {
  if (trees.some((tree) => depthOf(tree) > DEEPEST)) return undefined;
  const layout = layOut(trees, classes);
  return (features, from, to, sums) => {
    if (!form.reserve(layout.columns + CHUNK * features.length - FREE)) return false;
    const memory = new Uint8Array(form.memory.buffer);
    const words = new Uint16Array(form.memory.buffer);
    memory.set(layout.bytes, FREE);
    for (let first = from; first < to; first += CHUNK) {
      const end = Math.min(to, first + CHUNK);
      const pixels = Math.ceil((end - first) / TOGETHER) * TOGETHER;
      for (const [of, column] of features.entries()) {
        memory.set(column.subarray(first, end), layout.columns + of * CHUNK);
      }
      const placeOf = (label: number): number => layout.sums / 2 + label * CHUNK;
      for (const [label, sum] of sums.entries()) words.set(sum.subarray(first, end), placeOf(label));
      const { shares, stack, columns } = layout;
      form.vote(FREE, trees.length, shares, stack, columns, CHUNK, pixels, layout.sums, sums.length, classes);
      for (const [label, sum] of sums.entries()) {
        sum.set(words.subarray(placeOf(label), placeOf(label) + end - first), first);
      }
    }
    return true;
  };
};

const depthOf = ({ feature, left }: Tree): number => {
  const depths = new Int32Array(feature.length);
  // Children come after their parents.
  for (const [node, of] of feature.entries()) {
    if (of >= 0) depths.fill(depths[node]! + 1, left[node]!, left[node]! + 2);
  }
  return depths.reduce((most, depth) => Math.max(most, depth), 0);
};

const layOut = (trees: readonly Tree[], classes: number): Layout => {
  const nodes = trees.reduce((sum, { feature }) => sum + feature.length, 0);
  const first = 4 * trees.length;
  const leaves = first + NODE * nodes;
  const bytes = new Uint8Array(leaves + nodes * classes);
  const view = new DataView(bytes.buffer);
  let [at, leaf] = [first, 0];
  for (const [i, { feature, bin, left, shares }] of trees.entries()) {
    view.setUint32(4 * i, FREE + at, true);
    for (const [node, of] of feature.entries()) {
      const isLeaf = of < 0;
      view.setUint16(at, isLeaf ? LEAF : of, true);
      view.setUint16(at + 2, bin[node]!, true);
      view.setUint32(at + 4, isLeaf ? leaf : left[node]!, true);
      at += NODE;
      if (isLeaf) bytes.set(shares[node]!, leaves + classes * leaf++);
    }
  }
  const stack = Math.ceil((FREE + bytes.length) / 16) * 16;
  const sums = stack + WAITING * (DEEPEST + 1);
  return { bytes, shares: FREE + leaves, stack, sums, columns: sums + 2 * CHUNK * classes };
};
