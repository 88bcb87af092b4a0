/** Decides from a level's contour whether the level is repeated, and with which noise model. */

import type { SnakeParameters } from '../schema.js';
import { FINER_DISTANCE } from '../starts.js';
import type { Snapshot } from '../steps/optimiser.js';
import type { Place } from '../steps/progress.js';
import type { Workspace } from '../workspace.js';
import { chooseModel, kernelModel, type Weights, weigh } from './weights.js';

/**
 * Place from which the course repeats the same level, if it does: from the same starts where the assumption about the independence of samples
 * turned out to be wrong; from the contour where another noise model describes them
 * better. Otherwise the place's weights are final.
 */
export const lookAgain = async (
  parameters: SnakeParameters,
  workspace: Workspace,
  place: Place,
  best: Snapshot,
): Promise<Place | undefined> => {
  if (place.weighed) return undefined;
  const { level, record, distance, starts } = place;
  const { samples } = workspace;
  const { step = 0, iteration = 0 } = place.before ?? {};
  const before = { step: step + best.step, iteration: iteration + best.iteration };
  const known = place.weights.correlation !== undefined;
  const weights = known ? place.weights : await weigh(workspace.channel, best.ring);
  if (weights.independent !== place.weights.independent) {
    return { level, record, distance, starts, samples, before, weights, weighed: !weights.independent };
  }
  const { channel, polarity } = parameters;
  // Codes have no order, so no region of them is brighter.
  const palette = channel === 'auto' && polarity === 'any' && !workspace.prior;
  const evidence = await chooseModel(parameters, weights, workspace.channel, best.ring, palette);
  place.weights = evidence ? { ...weights, evidence } : weights;
  place.weighed = true;
  if (evidence === undefined || kernelModel(evidence.best.noiseModel) === workspace.model) return undefined;
  const start = { ...starts[0]!, ring: best.ring };
  return {
    level,
    record,
    distance: FINER_DISTANCE,
    starts: [start],
    samples,
    before,
    weights: place.weights,
    weighed: true,
  };
};

/** Weights for the next level: a palette is kept; other noise models change where pixels are means of others, and are chosen again. */
export const carriedOn = ({ independent, correlation, evidence }: Weights): Weights => ({
  independent,
  correlation,
  ...(evidence?.best.noiseModel === 'categorical' ? { evidence } : {}),
});

/** The workspace with the noise model that best describes the samples in the regions of the level's initial contour. */
export const withModel = async (
  parameters: SnakeParameters,
  workspace: Workspace,
  place: Place,
): Promise<Workspace> => {
  const { weights, weighed, starts } = place;
  if (!weighed) return workspace;
  const evidence =
    weights.evidence ?? (await chooseModel(parameters, weights, workspace.channel, starts[0]!.ring, false));
  if (evidence === undefined) return workspace;
  place.weights = { ...weights, evidence };
  const { noiseModel, order } = evidence.best;
  return { ...workspace, model: kernelModel(noiseModel), noiseModel, order };
};

/** Whether a place of the same level can use its workspace's tables: the planes depend only on the prior and on codes. */
export const sameTables = ({ prior, weights, model }: Workspace, { weights: next }: Place): boolean => {
  const codes = model === 'categorical' || next.evidence?.best.noiseModel === 'categorical';
  return weights.independent === next.independent && !codes && !prior;
};
