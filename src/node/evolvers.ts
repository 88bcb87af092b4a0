/** Node's threads for the runs of lists. */
import { availableParallelism } from 'node:os';
import { EVOLVER } from '../core/worker-names.js';
import type { Evolvers } from '../worker/evolving/evolving-pool.js';
import { Thread } from './thread.js';

/**
 * Threads for `createEngine({ evolvers: evolvers() })`: on the CPU lists of starts, and the objects of a search, evolve in them; beside a GPU, on which they
 * evolve, they are prepared and measured there. Each has the contour that it has without. They start with the first list that is worth it and end with the
 * engine; a process need not wait for them.
 * @param cores processors: threads at most on the CPU, 16 or fewer, and none for 1; beside a GPU one less, 7 or fewer, and none for 2. As many as Node may use
 * when not given
 */
export const evolvers = (cores: number = availableParallelism()): Evolvers => ({
  start: () => new Thread(EVOLVER),
  cores,
});
