/** Node's threads for the runs of lists. */
import { availableParallelism } from 'node:os';
import { EVOLVER } from '../core/worker-names.js';
import type { Evolvers } from '../worker/evolving/evolving-pool.js';
import { checkCores } from './cores.js';
import { Thread } from './thread.js';

/**
 * Threads for `createEngine({ evolvers: evolvers() })`. On the CPU, lists of starts and the objects of a search evolve in these threads. With a GPU, they
 * evolve on the GPU, and the threads prepare and measure them. The contours are the same as without threads. The threads start with the first list that is
 * worth it and end with the engine; they do not keep the process alive.
 * @param cores processors; by default as many as Node may use. On the CPU, the maximum number of threads, at most 16, and none for 1; with a GPU one thread
 * less, at most 7, and none for 2
 * @throws SegmenterError `bad-parameter`
 */
export const evolvers = (cores: number = availableParallelism()): Evolvers => ({
  start: () => new Thread(EVOLVER),
  cores: checkCores(cores),
});
