/** ln Γ and its derivative by + − × ÷ and `naturalLog` alone, so that every machine gives the same bits. */
import { naturalLog } from '../../core/numbers/logarithm.js';

/** From here on the truncation error of the series below is less than 1e-13. */
const LARGE = 10;
const HALF_LN_TAU = 0.9189385332046727;

/** ln Γ(x) for x > 0: Stirling's series, after as many steps of Γ(x + 1) = x·Γ(x) as it needs. */
export const logGamma = (x: number): number => {
  let product = 1;
  let z = x;
  for (; z < LARGE; z++) product *= z;
  const t = 1 / (z * z);
  const series = (1 / 12 - t * (1 / 360 - t * (1 / 1260 - t * (1 / 1680 - t / 1188)))) / z;
  return (z - 0.5) * naturalLog(z) - z + HALF_LN_TAU + series - (product === 1 ? 0 : naturalLog(product));
};

/** ψ(x) = d ln Γ(x)/dx for x > 0. */
export const digamma = (x: number): number => {
  let sum = 0;
  let z = x;
  for (; z < LARGE; z++) sum += 1 / z;
  const t = 1 / (z * z);
  const series = t * (1 / 12 - t * (1 / 120 - t * (1 / 252 - t * (1 / 240 - t / 132))));
  return naturalLog(z) - 0.5 / z - series - sum;
};

/** Bounds of an order, and its steps per unit. */
export interface Orders {
  readonly least: number;
  readonly most: number;
  readonly steps: number;
}

/**
 * The ν with ln ν − ψ(ν) = `gap` > 0: the order of a gamma distribution with this difference between the logarithm of the mean and the mean logarithm; within
 * [least, most], in whole steps of 1/`steps`.
 */
export const orderOf = (gap: number, { least, most, steps }: Orders): number => {
  let [low, high] = [least, most];
  // ln ν − ψ(ν) falls from ∞ to 0. After this many halvings the interval is far smaller than the step.
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (naturalLog(middle) - digamma(middle) > gap) low = middle;
    else high = middle;
  }
  return Math.round(high * steps) / steps;
};
