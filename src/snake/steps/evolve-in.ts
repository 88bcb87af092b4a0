/** Converts an optimiser's snapshots to states of a run: the best of the starts, after every batch. */
import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import { priorPerUnit } from '../../algorithm/evidence/box-prior.js';
import type { Ring } from '../../core/geometry/ring.js';
import { lazy } from '../../core/lazy.js';
import { powerUpTo } from '../../core/numbers/powers-of-two.js';
import type { Seen } from '../problem.js';
import type { RingStart } from '../starts.js';
import type { Tables } from '../tables/tables.js';
import type { Settled } from '../weighing/weights.js';
import type { Batches } from './batches.js';
import { evolveBeside } from './beside/evolve-beside.js';
import type { Planned } from './beside/planned.js';
import type { RunMemory } from './checkpoint.js';
import type { Batch, Problem, Snapshot } from './optimiser.js';

/** What starts evolve in: a workspace, or a window of one. */
export interface EvolutionInput extends Pick<Seen, 'model' | 'order'> {
  readonly tables: Tables | Planned;
  readonly level: number;
  /** Whether the last plane is the box prior. */
  readonly prior: boolean;
}

/** The end of an evolution: its best snapshot. */
export interface Evolved {
  readonly best: Snapshot;
  /** Whether the engine ended the run. */
  readonly stopped: boolean;
}

/** The ends of the evolutions of several starts. */
export interface EvolvedAll extends Pick<Evolved, 'stopped'> {
  /** The end of each start, in order. */
  readonly ended: readonly Snapshot[];
}

/** What a state shows of the starts: a ring in full-resolution pixels, computed only when read, with its numbers. */
export interface Shown {
  readonly ring: () => Ring;
  readonly snapshot: Snapshot;
  /** The share of the run that is done, where known. */
  readonly done?: number;
}

/** Lengths, in pixels of the level; and the maximum vertices of a contour, where it differs from the default. */
export interface Sizes {
  readonly distance: number;
  readonly minimumLength: number;
  readonly capacity?: number;
}

/** Starts, and how they evolve. */
export interface Evolution {
  readonly stage: EvolutionInput;
  readonly parameters: Settled;
  readonly starts: readonly RingStart[];
  readonly sizes: Sizes;
  readonly batches: Batches;
  /** Where a run stores its checkpoints. */
  readonly memory?: RunMemory;
}

/** The states of competing starts, and the best of their ends. */
export type Evolving = AsyncGenerator<RunState, Evolved, RunCommand>;

/** Evolves competing starts: the best of them is shown and returned. @param full a ring of the stage in full-resolution pixels */
export async function* evolveIn(context: RunContext, evolution: Evolution, full: (ring: Ring) => Ring): Evolving {
  const { ended, stopped } = yield* evolveAll(context, evolution, (snapshots) => {
    const snapshot = shortest(snapshots);
    return { ring: () => full(snapshot.ring), snapshot };
  });
  return { best: shortest(ended), stopped };
}

/** Evolves starts in parallel; as `evolveIn`, but returns all of them. @param shown what a state shows of them */
export async function* evolveAll(
  context: RunContext,
  { stage, parameters, starts, sizes, batches, memory }: Evolution,
  shown: (snapshots: readonly Snapshot[]) => Shown,
): AsyncGenerator<RunState, EvolvedAll, RunCommand> {
  const problem: Problem = {
    starts,
    model: stage.model,
    order: stage.order,
    ...sizes,
    distance: powerUpTo(sizes.distance),
    prune: parameters.prune,
    polarity: parameters.polarity,
    contourWeight: parameters.contourWeight,
    lengthCost: parameters.lengthCost,
    prior: stage.prior ? priorPerUnit(parameters.boxPrior) : 0,
  };
  const { executor, signal, parts, onDevice } = context;
  const { step = 0, iteration = 0 } = memory?.before ?? {};
  const next: Batch = (...last) => batches.next(...last);
  const steps = evolveBeside(executor, stage.tables, problem, next, { signal, memory, onDevice });
  try {
    let word: RunCommand = 'go';
    for (;;) {
      const told = word === 'finish' ? 'finish' : 'go';
      const { done, value } = await parts.time('steps', () => steps.next(told));
      if (done) return { ended: value, stopped: word === 'finish' };
      const { snapshot, ring: made, done: share } = shown(value);
      // With too few pixels inside or outside it is not a contour: it is neither shown nor returned.
      if (!Number.isFinite(snapshot.criterion)) continue;
      const ring = lazy(made);
      word = yield {
        iteration: iteration + snapshot.iteration,
        step: step + snapshot.step,
        get ring() {
          return ring();
        },
        criterion: snapshot.criterion,
        level: stage.level,
        ...(share !== undefined && { done: share }),
      };
      batches.noteCommand(word);
    }
  } finally {
    await steps.return([]);
  }
}

/** The shortest description; the first on ties. */
const shortest = (snapshots: readonly Snapshot[]): Snapshot =>
  snapshots.reduce((best, snapshot) => (snapshot.length < best.length ? snapshot : best));
