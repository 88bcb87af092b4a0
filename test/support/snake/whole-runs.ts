/** Runs of seeds from their start to their end. */
import type { Executor } from '../../../src/compute/executor.js';
import { Lattice } from '../../../src/snake/find/lattice.js';
import { evolve, type Problem, type Snapshot } from '../../../src/snake/steps/optimiser.js';
import { makeTables, type Tables } from '../../../src/snake/tables/tables.js';
import { type Case, caseOf, pinnedCase } from './problems.js';

/** What is left at the end of a run that takes `steps` steps at a time. */
export const runToEnd = async (
  executor: Executor,
  tables: Tables,
  problem: Problem,
  steps: number,
): Promise<readonly Snapshot[]> => {
  const run = evolve(executor, tables, problem, () => steps);
  for (;;) {
    const { done, value } = await run.next('go');
    if (done) return value;
  }
};

/** Seeds whose starts have pinned vertices. */
const PINNED: ReadonlySet<number> = new Set([3, 6, 9]);

/** The case of a seed with room for `capacity` vertices: a software adapter pays for every place, taken or not. */
export const caseWith = (seed: number, most: number, capacity: number): Case => {
  const found = (PINNED.has(seed) ? pinnedCase : caseOf)(seed, most);
  return { ...found, problem: { ...found.problem, capacity } };
};

/** The run of one seed, after the search for the best rectangle of its image. */
export const seededRun = async (both: Executor, seed: number, capacity: number): Promise<readonly Snapshot[]> => {
  const { channel, problem, stride } = caseWith(seed, 16, capacity);
  const tables = await makeTables(both, channel, { stride });
  const point = seed % 2 === 0 ? ([channel.width >> 1, channel.height >> 1] as const) : undefined;
  const lattice = await Lattice.over(both, tables, problem, 4, { point });
  await lattice.best();
  lattice.destroy();
  const ends = await runToEnd(both, tables, problem, 8);
  tables.destroy();
  return ends;
};
