/** What was found last on each image: contours, from which a run with one more hint goes on, and the shapes of clicks. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { hintsOf } from '../../algorithm/hints.js';
import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import type { Rung } from '../find/ladder.js';
import { Ear } from './ear.js';

/** Values of one kind kept an image. */
const KEPT = 64;

const images = new WeakMap<object, WeakMap<object, Memory>>();

/** Values by their keys; of more than `KEPT` the one that was set first goes. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= KEPT) return;
      this.#values.delete(oldest);
    }
  }
}

/** What an engine found last on one image, by what was asked for: asked for again, it comes to the same. */
export class Memory {
  /** By the marks that were heeded, too, in their order. */
  readonly outcomes = new Recent<Outcome>();
  /** Shapes of clicks. */
  readonly ladders = new Recent<readonly Rung[]>();

  static of({ engine, image: { levels } }: RunContext): Memory {
    const its = images.get(engine) ?? new WeakMap<object, Memory>();
    images.set(engine, its);
    const memory = its.get(levels) ?? new Memory();
    its.set(levels, memory);
    return memory;
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
  if (!ear.stopped && context.details !== false) Memory.of(context).outcomes.set(keyOf(task, context, []), outcome);
  return outcome;
}
