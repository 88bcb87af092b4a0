/**
 * A forest of decision trees on features of few values: L. Breiman, Random Forests, Machine Learning 45 (2001) 5–32. All arithmetic is on
 * counts, so the same samples and the same random seed give the same forest on every machine. `ml-random-forest` sorts and splits whole
 * lists for each value of each feature, and takes 20 s for what this code learns in 0.1 s.
 */
import { BINS } from './features.js';

/** A tree as lists by node, the root first: a leaf's feature is −1. */
export interface Tree {
  readonly feature: readonly number[];
  /** Samples up to and including this bin go to node `left`, others to `left` + 1. */
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

/** Copies the values at some places into `to`. */
export const valuesAt = <Values extends Uint8Array | Uint16Array>(
  from: Values,
  places: Int32Array,
  to: Values,
): Values => {
  for (let i = 0; i < places.length; i++) to[i] = from[places[i]!]!;
  return to;
};

/** The subset of samples for which `keeps` is true, in their order. */
export const subsetOf = (
  { features, labels, classes }: TrainingSet,
  keeps: (sample: number) => boolean,
): TrainingSet => {
  const samples = Int32Array.from(labels.keys()).filter(keeps);
  return {
    features: features.map((column) => valuesAt(column, samples, new Uint8Array(samples.length))),
    labels: valuesAt(labels, samples, new Uint8Array(samples.length)),
    classes,
  };
};

/** Adds the votes of pixels from `from` to before `to`, by class and pixel: for as many classes as there are sums. */
export type Voter = (features: readonly Uint8Array[], from: number, to: number, sums: readonly Uint16Array[]) => void;

/** Seed of all forests: the same examples give the same forest. */
export const SEED = 20111213;
const TREES = 32;
const DEEPEST = 12;
/** Minimum samples of a leaf. */
const LEAST = 5;
/** Denominator of a leaf's shares. */
export const PARTS = 255;

/** A linear congruential generator (Numerical Recipes): whole numbers from 0 to before `end`. */
const generator = (seed: number): ((end: number) => number) => {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
};

/** A training set whose features combine the bin and the class of a sample in one number: bin × classes + class. */
interface Cells extends Pick<TrainingSet, 'labels' | 'classes'> {
  readonly cells: readonly Uint16Array[];
}

/** Grows each tree from its own draw, with as many samples of each class as the rarest class has. */
export const grow = ({ features, labels, classes }: TrainingSet, seed: number): Tree[] => {
  const draw = generator(seed);
  const members = Array.from({ length: classes }, (): number[] => []);
  for (let sample = 0; sample < labels.length; sample++) members[labels[sample]!]!.push(sample);
  const each = Math.min(...members.map(({ length }) => length));
  const cells = features.map((column) => {
    const its = new Uint16Array(column.length);
    for (let sample = 0; sample < its.length; sample++) its[sample] = column[sample]! * classes + labels[sample]!;
    return its;
  });
  const set: Cells = { cells, labels, classes };
  return Array.from({ length: TREES }, () => {
    const drawn = new Int32Array(each * classes);
    let at = 0;
    for (const of of members) for (let i = 0; i < each; i++) drawn[at++] = of[draw(of.length)]!;
    return growTree(set, drawn, draw);
  });
};

/** @param samples their numbers, reordered in place by node */
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
    const at = partition(held, set.cells[split.feature]!, (split.bin + 1) * set.classes);
    waiting.push({ node: left, held: held.subarray(0, at), depth: depth + 1 });
    waiting.push({ node: left + 1, held: held.subarray(at), depth: depth + 1 });
  }
  return tree;
};

/** Puts the samples whose cells are below `end` first, in place; returns their number. */
const partition = (samples: Int32Array, cells: Uint16Array, end: number): number => {
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

/** The cut with the purest halves (Gini) among a few features drawn at random; `undefined` where no cut improves the purity. */
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
      // Skips a cut with the same halves as the one before, or with a half of fewer than `LEAST` samples.
      if (size === before || size < LEAST || rest < LEAST) continue;
      const pure = lower / size + upper / rest;
      if (pure > purest) [purest, best] = [pure, { feature, bin }];
    }
  }
  return best;
};
