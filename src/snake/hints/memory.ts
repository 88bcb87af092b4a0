/** Caches the latest results for each image, such as the contours from which a run with an additional hint continues. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { hintsOf } from '../../algorithm/hints.js';
import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import { CommandRelay } from './command-relay.js';

/** Values of one kind kept per image. */
const KEPT = 64;

/** Values by key; beyond `KEPT` values the least recently set is dropped. */
export class Memory<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  delete(key: string): void {
    this.#values.delete(key);
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

/** A separate memory for each image of each engine, created on first use. */
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

/** Outcomes by their request and the marks that were applied, in order. */
export const outcomesOf = perImage<Outcome>();

/** The key of a run's outcome after the corrections by the marks `heeded`, in order. */
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

/** Caches an outcome by its key. An outcome made without details is not cached, because a run may need them. */
export const remember = (context: RunContext, key: string, outcome: Outcome): void => {
  if (context.details !== false) outcomesOf(context).set(key, outcome);
};

/** Passes through a run without marks and caches its outcome, from which a correction can continue. */
export async function* remembered(
  task: Task,
  context: RunContext,
  run: AsyncGenerator<RunState, Outcome, RunCommand>,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const relay = new CommandRelay();
  const outcome = yield* relay.through(run);
  if (!relay.stopped) remember(context, keyOf(task, context, []), outcome);
  return outcome;
}
