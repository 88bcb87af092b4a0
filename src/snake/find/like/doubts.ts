/** Supposed background around examples that may contain unmarked objects. */
import { computed } from '../../../core/numbers/computed.js';
import { greatest } from '../map/parts.js';
import { grow, PARTS, SEED, subsetOf, type TrainingSet } from './forest.js';
import { voter } from './voter.js';

/** Supposed background with less than this share of the votes is an unmarked object. */
const SURELY = 1 / 4;

/**
 * Flags pixels that may belong to an unmarked object: 1 in a part that stands out and has less than half of its pixels in examples.
 * @param pixels to test
 */
export const maybeObjects = (labels: Int32Array, known: Uint8Array, pixels: Int32Array): Uint8Array => {
  const most = greatest(labels);
  const [all, inExamples] = [new Int32Array(most + 1), new Int32Array(most + 1)];
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    all[label]!++;
    if (known[i]! > 1) inExamples[label]!++;
  }
  return computed(new Uint8Array(pixels.length), (k) => {
    const label = labels[pixels[k]!]!;
    return label !== 0 && 2 * inExamples[label]! < all[label]! ? 1 : 0;
  });
};

/**
 * Removes the supposed background that a forest takes for an object. Otherwise, unmarked objects round the examples that look different from
 * them would be learnt as background. The forest that decides is trained without the samples that may be an object's.
 *
 * @param maybe by sample: 1 for supposed background that may be an object's
 * @param told by sample: 1 for background that a counter-example shows
 * @returns the whole set where no background would be left
 */
export const withoutDoubts = (set: TrainingSet, maybe: Uint8Array, told: Uint8Array): TrainingSet => {
  const { labels, classes, features } = set;
  const plain = subsetOf(set, (i) => labels[i] !== 0 || told[i] === 1 || maybe[i] === 0);
  if (!plain.labels.includes(0)) return set;
  const trees = grow(plain, SEED);
  const background = new Uint16Array(labels.length);
  voter(trees, classes)(features, 0, labels.length, [background]);
  const least = SURELY * PARTS * trees.length;
  const kept = subsetOf(set, (i) => labels[i] !== 0 || told[i] === 1 || background[i]! >= least);
  return kept.labels.includes(0) ? kept : set;
};
