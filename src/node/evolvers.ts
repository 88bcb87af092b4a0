/** Node's threads for the runs of lists. */
import { availableParallelism } from 'node:os';
import { EVOLVER } from '../core/worker-names.js';
import type { Evolvers } from '../worker/evolving/evolving-pool.js';
import { Thread } from './thread.js';

/**
 * Threads for `createEngine({ evolvers: evolvers() })`: lists of starts, and the objects of a search, evolve in them on the CPU, each to the
 * contour that it has without them. They start with the first list that is worth it and end with the engine; a process need not wait for them.
 * @param cores threads at most, 16 or fewer: as many as Node may use when not given, none for 1
 */
export const evolvers = (cores: number = availableParallelism()): Evolvers => ({
  start: () => new Thread(EVOLVER),
  cores,
});
