/**
 * A forest of decision trees on features of few values: L. Breiman, Random Forests, Machine Learning 45 (2001) 5–32. Everything
 * is counts, so that the same samples and the same seed give the same forest on every machine. `ml-random-forest` was tried: it sorts
 * and splits whole lists for each value of each feature, and takes twenty seconds for what is learnt here in a tenth of one.
 */
import { BINS } from './features.js';

/** A tree as lists by node, the root first: a leaf's feature is −1. */
export interface Tree {
  readonly feature: readonly number[];
  /** Up to and with this bin one goes left, to `left`, else to `left` + 1. */
  readonly bin: readonly number[];
  readonly left: readonly number[];
  /** Shares of a leaf's samples by class, of 255. */
  readonly shares: readonly (readonly number[])[];
}

/** Samples to learn from: their features and their classes. */
export interface TrainingSet {
  /** By feature, a bin a sample. */
  readonly features: readonly Uint8Array[];
  /** By sample: 0 to before `classes`. */
  readonly labels: Uint8Array;
  readonly classes: number;
}

const TREES = 32;
const DEEPEST = 12;
/** Fewest samples of a leaf. */
const LEAST = 5;
/** A leaf's shares are of so many parts. */
export const PARTS = 255;

/** A linear congruential generator (Numerical Recipes): whole numbers from 0 to before `end`. */
const generator = (seed: number): ((end: number) => number) => {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
};

/** A training set of which each feature holds the bin and the class of a sample in one number: bin × classes + class. */
interface Cells extends Pick<TrainingSet, 'labels' | 'classes'> {
  readonly cells: readonly Uint16Array[];
}

/** Each tree of a draw of its own, as many of each class as the rarest has. */
export const grow = ({ features, labels, classes }: TrainingSet, seed: number): Tree[] => {
  const draw = generator(seed);
  const members = Array.from({ length: classes }, (): number[] => []);
  for (let sample = 0; sample < labels.length; sample++) members[labels[sample]!]!.push(sample);
  const each = Math.min(...members.map(({ length }) => length));
  const cells = features.map((column) => Uint16Array.from(column, (bin, sample) => bin * classes + labels[sample]!));
  const set: Cells = { cells, labels, classes };
  return Array.from({ length: TREES }, () => {
    const drawn = new Int32Array(each * classes);
    let at = 0;
    for (const of of members) for (let i = 0; i < each; i++) drawn[at++] = of[draw(of.length)]!;
    return growTree(set, drawn, draw);
  });
};

/** @param samples changed: parted by node */
const growTree = (set: Cells, samples: Int32Array, draw: (end: number) => number): Tree => {
  const tree = { feature: [-1], bin: [0], left: [0], shares: [[]] as number[][] };
  const waiting = [{ node: 0, held: samples, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, held, depth } = next;
    const split = depth < DEEPEST ? bestSplit(set, held, draw) : undefined;
    if (split === undefined) {
      tree.shares[node] = sharesOf(set, held);
      continue;
    }
    const left = tree.feature.length;
    [tree.feature[node], tree.bin[node], tree.left[node]] = [split.feature, split.bin, left];
    for (let child = 0; child < 2; child++) {
      tree.feature.push(-1);
      tree.bin.push(0);
      tree.left.push(0);
      tree.shares.push([]);
    }
    const at = parted(held, set.cells[split.feature]!, (split.bin + 1) * set.classes);
    waiting.push({ node: left, held: held.subarray(0, at), depth: depth + 1 });
    waiting.push({ node: left + 1, held: held.subarray(at), depth: depth + 1 });
  }
  return tree;
};

/** Puts the samples whose cells are below `end` first; returns their number. */
const parted = (samples: Int32Array, cells: Uint16Array, end: number): number => {
  let [from, to] = [0, samples.length];
  while (from < to) {
    const sample = samples[from]!;
    if (cells[sample]! < end) from++;
    else {
      samples[from] = samples[--to]!;
      samples[to] = sample;
    }
  }
  return from;
};

const sharesOf = ({ labels, classes }: Cells, samples: Int32Array): number[] => {
  const counts = new Array<number>(classes).fill(0);
  for (const sample of samples) counts[labels[sample]!]!++;
  return counts.map((count) => Math.floor((PARTS * count) / samples.length));
};

/** Of a few features drawn by lot the cut that leaves the purest halves (Gini); none where no cut makes them purer. */
const bestSplit = (
  { cells, labels, classes }: Cells,
  samples: Int32Array,
  draw: (end: number) => number,
): { readonly feature: number; readonly bin: number } | undefined => {
  const all = new Int32Array(classes);
  for (let i = 0; i < samples.length; i++) all[labels[samples[i]!]!]!++;
  let most = 0;
  for (let label = 0; label < classes; label++) most += all[label]! * all[label]!;
  const counts = new Int32Array(BINS * classes);
  const left = new Int32Array(classes);
  let best: { readonly feature: number; readonly bin: number } | undefined;
  let purest = most / samples.length;
  for (let tries = Math.ceil(Math.sqrt(cells.length)); tries > 0; tries--) {
    const feature = draw(cells.length);
    const column = cells[feature]!;
    counts.fill(0);
    for (let i = 0; i < samples.length; i++) counts[column[samples[i]!]!]!++;
    left.fill(0);
    // The sums of the squares of the counts on both sides.
    let [size, lower, upper] = [0, 0, most];
    for (let bin = 0, at = 0; bin + 1 < BINS; bin++) {
      const before = size;
      for (let label = 0; label < classes; label++, at++) {
        const count = counts[at]!;
        if (count === 0) continue;
        const held = left[label]!;
        lower += count * (2 * held + count);
        upper -= count * (2 * (all[label]! - held) - count);
        left[label] = held + count;
        size += count;
      }
      const rest = samples.length - size;
      // The same halves as those of the bin before are no purer.
      if (size === before || size < LEAST || rest < LEAST) continue;
      const pure = lower / size + upper / rest;
      if (pure > purest) [purest, best] = [pure, { feature, bin }];
    }
  }
  return best;
};

/** Pixels whose features are laid side by side at a time: those of 36 features fit a first cache. */
const BLOCK = 512;

/** Bits of a node's word for its feature and for its bin; the others are the number of the node to its left. */
const FEATURE_BITS = 6;
const BIN_BITS = 6;
const LEFT_BITS = FEATURE_BITS + BIN_BITS;
const ONE_FEATURE = 2 ** FEATURE_BITS - 1;
const ONE_BIN = 2 ** BIN_BITS - 1;
/** Most nodes of a tree: words hold their numbers. */
export const MOST_NODES = 2 ** (32 - LEFT_BITS);
/** Most trees of a forest: 16 bits hold their votes. */
export const MOST_TREES = Math.floor(65535 / PARTS);

/** A tree as numbers, by node: a leaf leads to itself. */
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

/** Adds the votes of pixels from `from` to before `to`, by class and pixel: for as many classes as there are sums. */
export type Voter = (features: readonly Uint8Array[], from: number, to: number, sums: readonly Uint16Array[]) => void;

/** Votes by class and pixel: the sum of the leaves' shares over all trees; `Trees × PARTS` is certainty. */
export const voter = (trees: readonly Tree[], classes: number): Voter => {
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

/** The leaf of each row. Four go down side by side, as each step of one waits for the step before. */
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

/** The node after one of some word, for the value of its feature. */
const next = (word: number, value: number): number =>
  (word >>> LEFT_BITS) + (value > ((word >>> FEATURE_BITS) & ONE_BIN) ? 1 : 0);
