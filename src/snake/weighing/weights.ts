/**
 * Chooses the values that `auto` stands for, of the noise model, the box prior and the length cost (ALGORITHMS D.9).
 *
 * Where samples are independent, as every noise model takes them to be, each is evidence of its own: the criterion is that of the
 * papers, Gaussians of a mean and a variance each and no constant. Where neighbours are alike, a region is far fewer pieces of
 * evidence than it has pixels and no noise model of independent samples describes it: one variance for both regions, the box's
 * prior and the length cost hold against what is counted too often.
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

/** The values in force for what was left to `auto`, and what they were chosen by. */
export interface Weights {
  readonly independent: boolean;
  /** Correlation of neighbours in the regions of the contour from which it was found; none as long as it is only supposed. */
  readonly correlation?: number;
  /** Of independent samples, where the noise model was left to choose: the one that describes them best. */
  readonly evidence?: Evidence;
}

/** Weights in nats a pixel, where neighbours are alike. */
export const CORRELATED = { boxPrior: 0.8, lengthCost: 2, model: 'common' } as const;
/** The weights of independent samples: the criterion of the papers. */
export const INDEPENDENT = { boxPrior: 0, lengthCost: 0, model: 'gaussian' } as const;

/** Whether anything is left to decide. */
export const isOpen = ({ model, boxPrior, lengthCost }: SnakeParameters): boolean =>
  model === 'auto' || boxPrior === 'auto' || lengthCost === 'auto';

/** Weights that a run begins with, by the growth of its planes. A wrong guess costs time alone: `weigh` looks again. */
export const supposed = async (parameters: SnakeParameters, growth: () => Promise<number>): Promise<Weights> => ({
  independent: isOpen(parameters) && (await growth()) < LEAST_GROWTH,
});

/** Weighs independence by the regions of a contour. */
export const weigh = async (channel: ChannelRows, ring: Ring): Promise<Weights> => {
  const correlation = await correlationIn(channel, ring);
  return { independent: correlation < LEAST_CORRELATION, correlation };
};

/** Whatever was set stays. */
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
 * The noise model that the samples themselves call for, in the regions of a contour; none where it was set, or where samples
 * are not independent and no noise model of independent ones describes them.
 * @param palette the categorical model may be taken: channel and polarity are left open, and there is no box prior, as codes have neither an order nor a prior
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

/** A noise model as the kernels know it. */
export const kernelModel = (noiseModel: NoiseModelName): Exclude<NoiseModelName, 'exponential'> =>
  noiseModel === 'exponential' ? 'gamma' : noiseModel;
