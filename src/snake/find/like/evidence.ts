/** How much the traits of a part speak for its being an object (ALGORITHMS D.7). */
import type { Traits } from './traits.js';

/** Values of a trait, rising, and the evidence at each in hundredths of a nat; between two of them it goes straight, and beyond them it stays. */
type Scale = readonly (readonly [value: number, evidence: number])[];

/** Learnt from parts of labelled images by a logistic regression, additive in the traits (ALGORITHMS D.7). */
const SCALES: Readonly<Record<keyof Traits, Scale>> = {
  size: [
    [-2.3, -132],
    [-0.44, 104],
    [-0.1, 179],
    [0.06, 205],
    [0.2, 210],
    [0.39, 223],
    [1.38, -5],
  ],
  ellipticity: [
    [0.52, -260],
    [0.94, -56],
    [0.96, -55],
    [0.98, 5],
    [0.99, 113],
    [1, 311],
  ],
  roundness: [
    [0.08, 92],
    [0.49, 5],
    [0.59, 17],
    [0.67, -13],
    [0.74, -7],
    [0.83, -3],
    [1, -33],
  ],
  depth: [
    [0.36, -114],
    [0.72, -63],
    [0.79, -24],
    [0.83, -35],
    [0.88, -22],
    [0.95, 8],
    [1.88, 308],
  ],
  votes: [
    [0.04, -258],
    [0.86, -12],
    [0.92, 28],
    [0.95, 9],
    [0.96, 46],
    [0.98, 95],
    [1, 150],
  ],
  around: [
    [0, 69],
    [0.05, 100],
    [0.12, 103],
    [0.18, 57],
    [0.24, 19],
    [0.33, -4],
    [0.98, -285],
  ],
  contrast: [
    [-8.25, 86],
    [0.36, -52],
    [0.49, 21],
    [0.61, 8],
    [0.72, 32],
    [0.84, 78],
    [6.86, -115],
  ],
};

const TRAITS = Object.keys(SCALES) as (keyof Traits)[];

/**
 * Evidence for a part, in hundredths of a nat: 0 where its chance to have half of its union with an object in common with it is two in five.
 */
export const evidenceOf = (traits: Traits): number =>
  TRAITS.reduce((sum, trait) => sum + at(SCALES[trait], traits[trait]), 0);

const at = (scale: Scale, value: number): number => {
  const next = scale.findIndex(([known]) => known > value);
  if (next <= 0) return scale.at(next)![1];
  const [[from, below], [to, above]] = [scale[next - 1]!, scale[next]!];
  return below + ((above - below) * (value - from)) / (to - from);
};
