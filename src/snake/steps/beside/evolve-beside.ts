import type { OnDevice } from '../../../algorithm/algorithm.js';
import type { Executor } from '../../../compute/executor.js';
import { throwIfAborted } from '../../../core/errors.js';
import type { Tables } from '../../tables/tables.js';
import type { RunMemory } from '../checkpoint.js';
import { type Batch, type EvolveOptions, evolve, type Problem, type Snapshots, snapshotsOf } from '../optimiser.js';
import { batched, isPlanned, type Planned } from './planned.js';

/** Options of an evolution that may run in a batch. */
export interface EvolveBesideOptions extends EvolveOptions {
  /** Runs the batch on a device that belongs to another worker. */
  readonly onDevice?: OnDevice | undefined;
}

/**
 * Evolves as `evolve` does. Where the tables are only planned, evolves in a batch with the contours of other runs, which yields nothing before the end.
 * Contours that a batch leaves undone continue alone, from their last state.
 */
export async function* evolveBeside(
  executor: Executor,
  tables: Tables | Planned,
  problem: Problem,
  batch: Batch,
  { signal, memory, onDevice }: EvolveBesideOptions = {},
): Snapshots {
  if (!isPlanned(tables)) return yield* evolve(executor, tables, problem, batch, { signal, memory });
  const kept: RunMemory = memory ?? {};
  if (kept.checkpoint === undefined) {
    const { evolveSmall, smallProblem, checkpointIn, wordsOf } = await batched.load();
    const small = smallProblem(tables.planes, problem);
    const ended = await (onDevice
      ? onDevice(wordsOf(small)).then((words) => words && checkpointIn(words))
      : evolveSmall(executor, small));
    throwIfAborted(signal);
    if (ended !== undefined) {
      const snapshots = snapshotsOf(small.geometry, ended);
      if (snapshots.every(({ running }) => !running)) return snapshots;
      kept.checkpoint = ended;
    }
  }
  return yield* evolve(executor, await tables.whole(), problem, batch, { signal, memory: kept });
}
