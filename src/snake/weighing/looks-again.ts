/** Decides whether a box's contour gets a second look (ALGORITHMS D.14), before the code for it is loaded. */

import type { Snapshot } from '../steps/optimiser.js';
import type { Workspace } from '../workspace.js';
import { CORRELATED } from './weights.js';

/** Maximum weight of a second look in nats, for or against a pixel: equals that of `surfaceWeight` of `hints/guide.ts`, which is loaded on demand. */
export const SECOND_LOOK = 8;

/**
 * Whether a box's contour gets a second look: where neighbours are alike, the box has a prior, and a pixel with the mean of a region
 * gives less evidence than a second look can.
 */
export const looksAgain = ({ prior, guide, noiseModel, channel }: Workspace, best: Snapshot): boolean =>
  prior && guide === undefined && noiseModel === CORRELATED.model && told(best, channel.count) < SECOND_LOOK;

/** Logarithm of the likelihood ratio of a pixel with the mean of a region, both regions having the same variance: in nats, over all planes. */
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
