import type { Executor } from '../../../src/compute/executor.js';
import type { Bits } from '../../../src/level-set/bits/bits.js';
import type { LevelSetProblem } from '../../../src/level-set/problem.js';
import { evolveOnDevice } from '../../../src/level-set/steps/device-run.js';
import type { Snapshot } from '../../../src/level-set/steps/snapshot.js';

type State = Omit<Snapshot, 'slice'> & { readonly slice: Bits };

/** The states of a run, with the first slice in place of the function that gives slices. */
export const statesOf = async (executor: Executor, problem: LevelSetProblem): Promise<State[]> => {
  const states: State[] = [];
  for await (const state of evolveOnDevice(executor, problem, undefined, { batch: 1 })) {
    states.push({ ...state, slice: state.slice(0) });
  }
  return states;
};
