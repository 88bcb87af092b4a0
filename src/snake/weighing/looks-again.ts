/** Decides whether a box's contour is looked at a second time (ALGORITHMS D.14), by what is known before its script is loaded. */

import type { Snapshot } from '../steps/optimiser.js';
import type { Workspace } from '../workspace.js';
import { CORRELATED } from './weights.js';

/** Nats that a second look weighs at most, for a pixel or against it: those of `surfaceWeight` of `hints/guide.ts`, which is not loaded before it is needed. */
export const SECOND_LOOK = 8;

/**
 * Whether a box's contour is looked at a second time: where neighbours are alike, the box has a prior, and a pixel that has the mean of a region
 * does not tell more by itself than a second look can.
 */
export const looksAgain = ({ prior, guide, noiseModel, channel }: Workspace, best: Snapshot): boolean =>
  prior && guide === undefined && noiseModel === CORRELATED.model && told(best, channel.count) < SECOND_LOOK;

/** Logarithm of the likelihood ratio of a pixel that has the mean of a region, both regions having one variance: in nats, of all planes. */
const told = ({ moments, domain }: Snapshot, planes: number): number => {
  const [inside, all] = [moments, domain].map((each) => Array.from(each.slice(0, 1 + 2 * planes), Number)) as [
    number[],
    number[],
  ];
  const [n, rest] = [inside[0]!, all[0]! - inside[0]!];
  let nats = 0;
  for (let plane = 0; plane < planes; plane++) {
    const [sum, square] = [inside[1 + 2 * plane]!, all[2 + 2 * plane]!];
    const others = all[1 + 2 * plane]! - sum;
    const variance = (square - (sum * sum) / n - (others * others) / rest) / (n + rest);
    const step = sum / n - others / rest;
    nats += (step * step) / (2 * Math.max(variance, 1 / 12));
  }
  return nats;
};
