/** The results of the last runs from a box, and of runs with hints, of each image, from which a run with one more hint goes on. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { hintsOf } from '../../algorithm/hints.js';
import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import { Ear } from './ear.js';

/** Contours kept an image. */
const KEPT = 64;

const images = new WeakMap<object, WeakMap<object, Memory>>();

/** Outcomes by what was asked for and the marks that were heeded, in their order: a run of the same comes to the same contour. */
export class Memory {
  readonly #outcomes = new Map<string, Outcome>();

  static of({ engine, image: { levels } }: RunContext): Memory {
    const its = images.get(engine) ?? new WeakMap<object, Memory>();
    images.set(engine, its);
    const memory = its.get(levels) ?? new Memory();
    its.set(levels, memory);
    return memory;
  }

  get(key: string): Outcome | undefined {
    return this.#outcomes.get(key);
  }

  set(key: string, outcome: Outcome): void {
    this.#outcomes.delete(key);
    this.#outcomes.set(key, outcome);
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= KEPT) return;
      this.#outcomes.delete(oldest);
    }
  }
}

/** Names what a run comes to after the marks `heeded`, one correction after the other. */
export const keyOf = (
  { init, pinned, domain, inView, expectedAreas, largerThan, smallerThan, level, slice, parameters }: Task,
  { pixelBudget, view }: Pick<RunContext, 'pixelBudget' | 'view'>,
  heeded: readonly (readonly Mark[])[],
): string => {
  const told = heeded.map((marks) =>
    hintsOf({
      inside: marks.filter(({ inside }) => inside).map(({ stroke }) => stroke),
      outside: marks.filter(({ inside }) => !inside).map(({ stroke }) => stroke),
    }),
  );
  return JSON.stringify([
    init,
    pinned,
    domain,
    inView,
    expectedAreas,
    largerThan,
    smallerThan,
    level,
    slice,
    parameters,
    pixelBudget,
    view,
    told,
  ]);
};

/** Passes a run without marks on, and keeps what it comes to: a correction goes on from there. */
export async function* remembered(
  task: Task,
  context: RunContext,
  run: AsyncGenerator<RunState, Outcome, RunCommand>,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const ear = new Ear();
  const outcome = yield* ear.hear(run);
  // What lacks its details is no answer to who asks for them.
  if (!ear.stopped && context.details !== false) Memory.of(context).set(keyOf(task, context, []), outcome);
  return outcome;
}
