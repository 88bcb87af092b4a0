/** Probability that existing contours are objects like examples: the mean of the votes of their pixels, as for found objects. */
import type { Rated, RunContext, Task } from '../../../algorithm/algorithm.js';
import type { Example } from '../../../algorithm/examples.js';
import { badParameter } from '../../../core/errors.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import { toNobody } from '../../../core/told.js';
import { eachRunWithin } from '../runs-within.js';
import { standingOut } from './agreement.js';
import { learnForDomain, modelToKeep } from './lesson-place.js';
import { votesOn } from './like-map.js';
import { searchLevel } from './search-level.js';

/**
 * Learns from a task's examples in its domain, and rates contours there; a contour with no pixel in it has no probability.
 * Rejects with `AbortError`, or with `bad-parameter` where the examples teach nothing.
 */
export const rated = async (task: Task, contours: readonly Example[], context: RunContext): Promise<Rated> => {
  const { likeness, domain: wanted } = task;
  if (likeness === undefined || !('examples' in likeness)) throw badParameter('like', likeness, 'it must be examples');
  const { image, signal } = context;
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const index = searchLevel(task, wanted ?? whole, context);
  const level = levelByIndex(image.levels, index);
  const { samples, rect: domain } = await context.pixels(wanted ?? whole, index);
  const { aside } = context.elsewhere?.(samples.width * samples.height) ?? {};
  const execution = { signal, tell: toNobody, aside };
  const learning = await learnForDomain(likeness.examples, { samples, domain, index }, context, execution);
  const { model } = learning;
  const standing = learning.standing ?? (model.agreement && (await standingOut(samples, model.radius, execution)));
  const { objects, certain } = await votesOn(samples, { ...learning, standing }, execution);
  const probabilityOf = ({ rings }: Example): number | undefined => {
    let [pixels, votes] = [0, 0];
    eachRunWithin(rings, domain, level, (from, end) => {
      pixels += end - from;
      for (let i = from; i < end; i++) votes += objects[i]!;
    });
    return pixels === 0 ? undefined : Math.round((1000 * votes) / (pixels * certain)) / 1000;
  };
  const { kept } = await modelToKeep(model, task, context, index, aside);
  return { model: await kept, probabilities: contours.map(probabilityOf) };
};
