/** Votes of a forest on pixels. */
import { type Simd, simd } from '../kernels/simd/instance.js';
import { voterIn } from '../kernels/simd/vote.js';
import { PARTS, type Tree, type Voter } from './forest.js';

/** Pixels whose features are interleaved at a time: with 36 features they fit the L1 cache. */
const BLOCK = 512;

/** Bits of a node's word for its feature and for its bin; the remaining bits hold the index of its left child. */
const FEATURE_BITS = 6;
const BIN_BITS = 6;
const LEFT_BITS = FEATURE_BITS + BIN_BITS;
const ONE_FEATURE = 2 ** FEATURE_BITS - 1;
const ONE_BIN = 2 ** BIN_BITS - 1;
/** Maximum nodes of a tree, whose indices must fit into words. */
export const MOST_NODES = 2 ** (32 - LEFT_BITS);
/** Maximum trees of a forest, whose votes must fit into 16 bits. */
export const MOST_TREES = Math.floor(65535 / PARTS);

/** A packed tree, by node; a leaf is its own child. */
interface Packed {
  readonly nodes: Uint32Array;
  /** By node and class. */
  readonly shares: Uint16Array;
  /** Steps from the root to the deepest leaf. */
  readonly depth: number;
}

const packed = ({ feature, bin, left, shares }: Tree, classes: number): Packed => {
  const depths = new Int32Array(feature.length);
  const its = { nodes: new Uint32Array(feature.length), shares: new Uint16Array(feature.length * classes), depth: 0 };
  for (const [node, of] of feature.entries()) {
    const isLeaf = of < 0;
    const [next, last, column] = isLeaf ? [node, ONE_BIN, 0] : [left[node]!, Math.min(ONE_BIN, bin[node]!), of];
    its.nodes[node] = ((next << LEFT_BITS) | (last << FEATURE_BITS) | column) >>> 0;
    if (isLeaf) its.shares.set(shares[node]!, node * classes);
    else for (const child of [next, next + 1]) depths[child] = Math.max(depths[child]!, depths[node]! + 1);
    its.depth = Math.max(its.depth, depths[node]!);
  }
  return its;
};

/**
 * Votes by class and pixel: the sum of the leaves' shares over all trees; `Trees × PARTS` is certainty.
 *
 * @param formOf the WebAssembly kernels; without them the plain version runs
 */
export const voter = (trees: readonly Tree[], classes: number, formOf: () => Simd | undefined = simd): Voter => {
  const form = formOf();
  const fast = form && voterIn(form, trees, classes);
  let plain: Voter | undefined;
  return (features, from, to, sums) => {
    if (fast?.(features, from, to, sums)) return;
    plain ??= plainVoter(trees, classes);
    plain(features, from, to, sums);
  };
};

const plainVoter = (trees: readonly Tree[], classes: number): Voter => {
  const all = trees.map((tree) => packed(tree, classes));
  const leaves = new Int32Array(BLOCK);
  return (features, from, to, sums) => {
    const stride = features.length;
    const rows = new Uint8Array(BLOCK * stride);
    for (let first = from; first < to; first += BLOCK) {
      const count = Math.min(BLOCK, to - first);
      for (const [of, column] of features.entries()) {
        for (let i = 0, at = of; i < count; i++, at += stride) rows[at] = column[first + i]!;
      }
      for (const { nodes, shares, depth } of all) {
        descend(nodes, depth, rows, stride, count, leaves);
        for (const [label, sum] of sums.entries()) {
          for (let i = 0; i < count; i++) sum[first + i]! += shares[leaves[i]! * classes + label]!;
        }
      }
    }
  };
};

/** Finds the leaf of each row. Four rows descend interleaved, as each step of a row depends on the one before. */
const descend = (
  nodes: Uint32Array,
  depth: number,
  rows: Uint8Array,
  stride: number,
  count: number,
  leaves: Int32Array,
): void => {
  const root = nodes[0]!;
  const [second, third, fourth] = [stride, 2 * stride, 3 * stride];
  for (let i = 0, row = 0; i < count; i += 4, row += 4 * stride) {
    let a = root;
    let b = root;
    let c = root;
    let d = root;
    for (let step = 0; step < depth; step++) {
      const nextA = nodes[next(a, rows[row + (a & ONE_FEATURE)]!)]!;
      const nextB = nodes[next(b, rows[row + second + (b & ONE_FEATURE)]!)]!;
      const nextC = nodes[next(c, rows[row + third + (c & ONE_FEATURE)]!)]!;
      const nextD = nodes[next(d, rows[row + fourth + (d & ONE_FEATURE)]!)]!;
      if (nextA === a && nextB === b && nextC === c && nextD === d) break;
      a = nextA;
      b = nextB;
      c = nextC;
      d = nextD;
    }
    leaves[i] = a >>> LEFT_BITS;
    leaves[i + 1] = b >>> LEFT_BITS;
    leaves[i + 2] = c >>> LEFT_BITS;
    leaves[i + 3] = d >>> LEFT_BITS;
  }
};

/** Index of the next node, by the word of a node and the value of its feature. */
const next = (word: number, value: number): number =>
  (word >>> LEFT_BITS) + (value > ((word >>> FEATURE_BITS) & ONE_BIN) ? 1 : 0);
