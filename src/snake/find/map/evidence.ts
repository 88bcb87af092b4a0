/** How much the traits of a part speak for its being an object (ALGORITHMS D.7). */
import type { Traits } from './traits.js';

/** Values of a trait, rising, and the evidence at each in hundredths of a nat; between two of them it goes straight, and beyond them it stays. */
type Scale = readonly (readonly [value: number, evidence: number])[];

/** Learnt from parts of labelled images by a logistic regression, additive in the traits. */
export type Scales = Readonly<Record<keyof Traits, Scale>>;

/**
 * Evidence for a part, in hundredths of a nat: 0 where its chance to have half of its union with an object in common with it is two in five.
 */
export const evidenceOf = (scales: Scales, traits: Traits): number => {
  let sum = 0;
  for (const trait of Object.keys(scales) as (keyof Traits)[]) sum += at(scales[trait], traits[trait]);
  return sum;
};

const at = (scale: Scale, value: number): number => {
  const next = scale.findIndex(([known]) => known > value);
  if (next <= 0) return scale.at(next)![1];
  const [[from, below], [to, above]] = [scale[next - 1]!, scale[next]!];
  return below + ((above - below) * (value - from)) / (to - from);
};
