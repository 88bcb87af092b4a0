/**
 * A lock that a worker holds as long as it lives. A worker may end without any event of it: by closing itself, or by a browser that ends its
 * thread. The lock is free then, and who waits for it knows. Where there are no locks, as on pages that came without encryption, nothing is held.
 */

import { uuid } from '../core/uuid.js';

/** Holds, in the worker, a lock of its own, and tells its name once it has it. */
export const holdForLife = (tell: (name: string) => void): void => {
  const name = `snake-segmenter ${uuid()}`;
  const hold = (): Promise<never> => {
    tell(name);
    return new Promise(() => {});
  };
  navigator.locks?.request(name, hold).catch(() => {});
};

/** The name of the lock that a worker's message tells. */
export const lifeIn = (message: unknown): string | undefined =>
  typeof message === 'object' && message !== null && 'life' in message ? String(message.life) : undefined;

/** Calls `onEnd`, outside of the worker, when it has ended, unless `signal` aborts before. */
export const onEndOf = (name: string, onEnd: () => void, signal: AbortSignal): void => {
  navigator.locks.request(name, { signal }, onEnd).catch(() => {});
};
