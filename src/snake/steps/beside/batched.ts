/** Evolves contours of several runs in one dispatch; loaded for a list of runs on a GPU. */
import type { Algorithm } from '../../../algorithm/algorithm.js';
import type { Executor } from '../../../compute/executor.js';
import type { Checkpoint } from '../checkpoint.js';
import { Beside } from './beside.js';
import type { SmallProblem } from './small.js';
import { problemIn, wordsOfCheckpoint } from './words.js';

export { smallPlanes, smallProblem } from './small.js';
export { checkpointIn, wordsOf } from './words.js';

/** Evolves a problem together with those of other runs, on the device of an executor. */
export const evolveSmall = (executor: Executor, problem: SmallProblem): Promise<Checkpoint | undefined> =>
  Beside.on(executor).evolve(problem);

/** Evolves as `evolveSmall` does, from and to words, for a run in another worker. */
export const evolveWords: NonNullable<Algorithm['onDevice']> = async (executor, problem) => {
  const ended = await evolveSmall(executor, problemIn(problem));
  return ended && wordsOfCheckpoint(ended);
};

/** Begins to compile the kernels of batches on an executor, unless that has begun. */
export const prepareBatches = (executor: Executor): void => void Beside.on(executor).prepare();
