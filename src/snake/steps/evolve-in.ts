/** The conversion of an optimiser's snapshots to states of a run: the best of the starts, after every batch. */
import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import { priorPerUnit } from '../../algorithm/evidence/box-prior.js';
import type { Ring } from '../../core/ring.js';
import type { Seen } from '../problem.js';
import type { RingStart } from '../starts.js';
import type { Tables } from '../tables/tables.js';
import type { Settled } from '../weighing/weights.js';
import type { Batches } from './batches.js';
import { evolveBeside } from './beside/evolve-beside.js';
import type { Planned } from './beside/planned.js';
import type { RunMemory } from './checkpoint.js';
import type { Batch, Problem, Snapshot } from './optimiser.js';

/** The place in which starts evolve: a workspace, or a window of one. */
export interface EvolutionInput extends Pick<Seen, 'model' | 'order'> {
  readonly tables: Tables | Planned;
  readonly level: number;
  /** The last plane is the box prior. */
  readonly prior: boolean;
}

export interface Evolved {
  readonly best: Snapshot;
  /** The engine asked for the end. */
  readonly stopped: boolean;
}

/**
 * @param full a ring of the stage in full-resolution pixels
 * @param memory where a run leaves what it may go on from
 */
export async function* evolveIn(
  stage: EvolutionInput,
  context: RunContext,
  parameters: Settled,
  starts: readonly RingStart[],
  sizes: { readonly distance: number; readonly minimumLength: number },
  batches: Batches,
  full: (ring: Ring) => Ring,
  memory?: RunMemory,
): AsyncGenerator<RunState, Evolved, RunCommand> {
  const problem: Problem = {
    starts,
    model: stage.model,
    order: stage.order,
    distance: 2 ** Math.floor(Math.log2(sizes.distance)),
    minimumLength: sizes.minimumLength,
    prune: parameters.prune,
    polarity: parameters.polarity,
    contourWeight: parameters.contourWeight,
    lengthCost: parameters.lengthCost,
    prior: stage.prior ? priorPerUnit(parameters.boxPrior) : 0,
  };
  const { executor, signal, parts } = context;
  const { step = 0, iteration = 0 } = memory?.before ?? {};
  const next: Batch = (...last) => batches.next(...last);
  const steps = evolveBeside(executor, stage.tables, problem, next, signal, memory);
  try {
    let word: RunCommand = 'go';
    for (;;) {
      const told = word === 'finish' ? 'finish' : 'go';
      const { done, value } = await parts.time('steps', () => steps.next(told));
      const best = shortest(value);
      if (done) return { best, stopped: word === 'finish' };
      // With too few pixels inside or outside it is no contour: nothing to show, and nothing to end with.
      if (!Number.isFinite(best.criterion)) continue;
      word = yield {
        iteration: iteration + best.iteration,
        step: step + best.step,
        ring: full(best.ring),
        criterion: best.criterion,
        level: stage.level,
      };
      batches.told(word);
    }
  } finally {
    await steps.return([]);
  }
}

/** The shortest description; the first on ties. */
const shortest = (snapshots: readonly Snapshot[]): Snapshot =>
  snapshots.reduce((best, snapshot) => (snapshot.length < best.length ? snapshot : best));
