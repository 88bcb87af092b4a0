/** What was found last on each image, such as the contours from which a run with one more hint goes on. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { hintsOf } from '../../algorithm/hints.js';
import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import { Ear } from './ear.js';

/** Values of one kind kept an image. */
const KEPT = 64;

/** Values by their keys; of more than `KEPT` the one that was set longest ago goes. */
export class Memory<Value> {
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

/** A memory of its own for each image of each engine, made when it is first asked for. */
export const perImage = <Value>(): ((context: RunContext) => Memory<Value>) => {
  const images = new WeakMap<object, WeakMap<object, Memory<Value>>>();
  return ({ engine, image: { levels } }) => {
    const its = images.get(engine) ?? new WeakMap<object, Memory<Value>>();
    images.set(engine, its);
    const memory = its.get(levels) ?? new Memory<Value>();
    its.set(levels, memory);
    return memory;
  };
};

/** Outcomes by what was asked for and the marks that were heeded, in their order. */
export const outcomesOf = perImage<Outcome>();

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

/** Keeps an outcome by its key. One that was made without details is no answer to a run that is asked for them, and is not kept. */
export const remember = (context: RunContext, key: string, outcome: Outcome): void => {
  if (context.details !== false) outcomesOf(context).set(key, outcome);
};

/** Passes a run without marks on, and keeps what it comes to: a correction goes on from there. */
export async function* remembered(
  task: Task,
  context: RunContext,
  run: AsyncGenerator<RunState, Outcome, RunCommand>,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const ear = new Ear();
  const outcome = yield* ear.hear(run);
  if (!ear.stopped) remember(context, keyOf(task, context, []), outcome);
  return outcome;
}
