/** Decides by a level's contour whether it has to be found again, and by which noise model. */

import type { SnakeParameters } from '../schema.js';
import { FINER_DISTANCE } from '../starts.js';
import type { Snapshot } from '../steps/optimiser.js';
import type { Place } from '../steps/progress.js';
import type { Workspace } from '../workspace.js';
import { chooseModel, kernelModel, type Weights, weigh } from './weights.js';

/**
 * Place at which the course goes on at the same level, if it does: from the same starts where samples turn out to be independent
 * although they were not supposed to be, or the other way round; from the contour where another noise model describes them
 * better. Else the place's weights are final.
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
  // Codes have no order by which a region could be brighter.
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

/** Weights that the next level knows: a palette stays; other noise models change where pixels are means of others, and are chosen anew. */
export const carriedOn = ({ independent, correlation, evidence }: Weights): Weights => ({
  independent,
  correlation,
  ...(evidence?.best.noiseModel === 'categorical' ? { evidence } : {}),
});

/** The workspace with the noise model that describes the samples best in the regions of the contour that its level begins with. */
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

/** Whether a place of the same level takes the tables that its workspace has: the planes depend on the prior and on codes alone. */
export const sameTables = ({ prior, weights, model }: Workspace, { weights: next }: Place): boolean => {
  const codes = model === 'categorical' || next.evidence?.best.noiseModel === 'categorical';
  return weights.independent === next.independent && !codes && !prior;
};
