/** Algorithms for tests of the worker's client: a good one, and some that misbehave in a worker. */
import type { Algorithm } from '../../../src/algorithm/algorithm.js';
import { type Hooks, shrink } from '../shrink.js';

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const named = (id: string, hooks: Hooks = {}): Algorithm => ({ ...shrink(hooks), id });

export const good = named('shrink');
/** About 2 ms a step. */
export const slow = named('slow', { step: () => later(2) });
/** Never returns to the message loop, and says on a channel of its name that it has begun. */
export const spins = named('spins', {
  step: () => {
    new BroadcastChannel('spins').postMessage('begun');
    for (;;);
  },
});
/** Never gives another state, while the message loop lives. */
export const waits = named('waits', { step: ({ iteration }) => (iteration < 2 ? undefined : new Promise(() => {})) });
export const throws = named('throws', {
  step: () => {
    throw new RangeError('no such row');
  },
});
/** Throws where nobody catches. */
export const crashes = named('crashes', {
  step: async () => {
    setTimeout(() => {
      throw new Error('the worker is gone');
    });
    await later(10_000);
  },
});
