/** Evidence from the traits of a part that it is an object (ALGORITHMS D.7). */
import type { Traits } from './traits.js';

/**
 * Ascending values of a trait, and the evidence at each in hundredths of a nat; linear between two values, constant beyond the first and the
 * last.
 */
type Scale = readonly (readonly [value: number, evidence: number])[];

/** Learnt from parts of labelled images by a logistic regression, additive in the traits. */
export type Scales = Readonly<Record<keyof Traits, Scale>>;

/** Evidence for a part, in hundredths of a nat: 0 where the probability is 2/5 that it overlaps an object by half of their union. */
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
