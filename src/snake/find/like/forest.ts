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

/** Each tree of a draw of its own, as many of each class as the rarest has. */
export const grow = (set: TrainingSet, seed: number): Tree[] => {
  const draw = generator(seed);
  const members = Array.from({ length: set.classes }, (_, label) =>
    Int32Array.from(set.labels.keys()).filter((sample) => set.labels[sample] === label),
  );
  const each = Math.min(...members.map(({ length }) => length));
  return Array.from({ length: TREES }, () => {
    const drawn = members.flatMap((of) => Array.from({ length: each }, () => of[draw(of.length)]!));
    return growTree(set, Int32Array.from(drawn), draw);
  });
};

const growTree = (set: TrainingSet, samples: Int32Array, draw: (end: number) => number): Tree => {
  const tree = { feature: [-1], bin: [0], left: [0], shares: [[]] as number[][] };
  const waiting = [{ node: 0, samples, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, samples: held, depth } = next;
    const split = depth < DEEPEST ? bestSplit(set, held, draw) : undefined;
    if (split === undefined) {
      tree.shares[node] = sharesOf(set, held);
      continue;
    }
    const column = set.features[split.feature]!;
    const left = tree.feature.length;
    [tree.feature[node], tree.bin[node], tree.left[node]] = [split.feature, split.bin, left];
    for (const child of [left, left + 1]) {
      tree.feature.push(-1);
      tree.bin.push(0);
      tree.left.push(0);
      tree.shares.push([]);
      const goes = held.filter((sample) => column[sample]! <= split.bin === (child === left));
      waiting.push({ node: child, samples: goes, depth: depth + 1 });
    }
  }
  return tree;
};

const sharesOf = ({ labels, classes }: TrainingSet, samples: Int32Array): number[] => {
  const counts = new Array<number>(classes).fill(0);
  for (const sample of samples) counts[labels[sample]!]!++;
  return counts.map((count) => Math.floor((PARTS * count) / samples.length));
};

/** Of a few features drawn by lot the cut that leaves the purest halves (Gini); none where no cut makes them purer. */
const bestSplit = (
  { features, labels, classes }: TrainingSet,
  samples: Int32Array,
  draw: (end: number) => number,
): { readonly feature: number; readonly bin: number } | undefined => {
  const all = new Array<number>(classes).fill(0);
  for (const sample of samples) all[labels[sample]!]!++;
  const purity = (counts: ArrayLike<number>, total: number): number => {
    let sum = 0;
    for (let label = 0; label < classes; label++) sum += counts[label]! * counts[label]!;
    return sum / total;
  };
  let best: { readonly feature: number; readonly bin: number } | undefined;
  let purest = purity(all, samples.length);
  for (let tries = Math.ceil(Math.sqrt(features.length)); tries > 0; tries--) {
    const feature = draw(features.length);
    const column = features[feature]!;
    const counts = new Int32Array(BINS * classes);
    for (const sample of samples) counts[column[sample]! * classes + labels[sample]!]!++;
    const left = new Array<number>(classes).fill(0);
    let size = 0;
    for (let bin = 0; bin + 1 < BINS; bin++) {
      for (let label = 0; label < classes; label++) {
        left[label]! += counts[bin * classes + label]!;
        size += counts[bin * classes + label]!;
      }
      const rest = samples.length - size;
      if (size < LEAST || rest < LEAST) continue;
      const right = left.map((count, label) => all[label]! - count);
      const pure = purity(left, size) + purity(right, rest);
      if (pure > purest) [purest, best] = [pure, { feature, bin }];
    }
  }
  return best;
};

/** Votes by class and pixel: the sum of the leaves' shares over all trees; `Trees × PARTS` is certainty. */
export const vote = (
  trees: readonly Tree[],
  features: readonly Uint8Array[],
  classes: number,
  from: number,
  to: number,
  sums: readonly Uint16Array[],
): void => {
  for (const { feature, bin, left, shares } of trees) {
    for (let pixel = from; pixel < to; pixel++) {
      let node = 0;
      for (let of = feature[0]!; of >= 0; of = feature[node]!) {
        node = left[node]! + (features[of]![pixel]! <= bin[node]! ? 0 : 1);
      }
      for (let label = 0; label < classes; label++) sums[label]![pixel]! += shares[node]![label]!;
    }
  }
};
