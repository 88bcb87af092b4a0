/**
 * Chooses the values of `auto`: the noise model, the box prior and the length cost (ALGORITHMS D.9).
 *
 * Where samples are independent, as every noise model assumes, each is separate evidence: the criterion is that of the
 * papers, Gaussians with a mean and a variance each and no constants. Where neighbours are alike, a region has far less
 * evidence than pixels, and no noise model of independent samples describes it: one variance for both regions, the box's
 * prior and the length cost compensate for the overcounting.
 */

import { correlationIn, LEAST_CORRELATION, LEAST_GROWTH } from '../../algorithm/evidence/whiteness.js';
import type { Ring } from '../../core/geometry/ring.js';
import { later } from '../../core/later.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { CODES } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import type { Evidence } from './evidence.js';
import type { NoiseModelName } from './noise-models.js';

// Only independent samples have a noise model of their own.
const competing = later(() => import('./evidence.js'));

/** The parameters with all that a run needs decided. */
export interface Settled extends SnakeParameters {
  readonly boxPrior: number;
  readonly lengthCost: number;
}

/** The values chosen for `auto`, and the reasons. */
export interface Weights {
  readonly independent: boolean;
  /** Correlation of neighbours in the regions of the contour from which independence was determined; missing while it is only assumed. */
  readonly correlation?: number;
  /** Of independent samples with model `auto`: the noise model that describes them best. */
  readonly evidence?: Evidence;
}

/** Weights in nats per pixel, where neighbours are alike. */
export const CORRELATED = { boxPrior: 0.8, lengthCost: 2, model: 'common' } as const;
/** The weights of independent samples: the criterion of the papers. */
export const INDEPENDENT = { boxPrior: 0, lengthCost: 0, model: 'gaussian' } as const;

/** Whether anything is left to decide. */
export const isOpen = ({ model, boxPrior, lengthCost }: SnakeParameters): boolean =>
  model === 'auto' || boxPrior === 'auto' || lengthCost === 'auto';

/** Initial weights of a run, from the growth of its planes. A wrong guess costs time only: `weigh` checks it. */
export const supposed = async (parameters: SnakeParameters, growth: () => Promise<number>): Promise<Weights> => ({
  independent: isOpen(parameters) && (await growth()) < LEAST_GROWTH,
});

/** Determines independence from the regions of a contour. */
export const weigh = async (channel: ChannelRows, ring: Ring): Promise<Weights> => {
  const correlation = await correlationIn(channel, ring);
  return { independent: correlation < LEAST_CORRELATION, correlation };
};

/** Replaces `auto` by the chosen values; explicit values are kept. */
export const settle = (parameters: SnakeParameters, { independent, evidence }: Weights): Settled => {
  const automatic = independent ? INDEPENDENT : CORRELATED;
  const { boxPrior, lengthCost, model, order } = parameters;
  const chosen = model === 'auto' ? evidence?.best : undefined;
  return {
    ...parameters,
    model: chosen?.noiseModel ?? model,
    order: chosen?.order ?? order,
    boxPrior: boxPrior === 'auto' ? automatic.boxPrior : boxPrior,
    lengthCost: lengthCost === 'auto' ? automatic.lengthCost : lengthCost,
  };
};

/**
 * The noise model that best describes the samples in the regions of a contour; `undefined` where the model was given, or where samples
 * are not independent and no noise model of independent ones describes them.
 * @param palette whether the categorical model is allowed: channel and polarity are `auto` or open, and there is no box prior, as codes have neither an order nor a prior
 */
export const chooseModel = async (
  { model }: SnakeParameters,
  { independent }: Weights,
  channel: ChannelRows,
  ring: Ring,
  palette: boolean,
): Promise<Evidence | undefined> =>
  model === 'auto' && independent && channel.kind === 'intensity'
    ? (await competing.load()).evidenceFor(channel, ring, palette ? CODES : undefined)
    : undefined;

/** A noise model under its name in the kernels. */
export const kernelModel = (noiseModel: NoiseModelName): Exclude<NoiseModelName, 'exponential'> =>
  noiseModel === 'exponential' ? 'gamma' : noiseModel;
