/** Steps that know the latest command. */
import type { RunCommand } from './algorithm.js';

/**
 * A generator that knows the latest command. A plain one does not receive the argument of the first `next`, nor any command while a step is
 * pending.
 */
export const hearing = <State, End>(
  make: (last: () => RunCommand) => AsyncGenerator<State, End, RunCommand>,
): AsyncGenerator<State, End, RunCommand> => {
  let last: RunCommand = 'go';
  const steps = make(() => last);
  const { next } = steps;
  steps.next = (word = 'go') => {
    last = word;
    return next.call(steps, word);
  };
  return steps;
};
