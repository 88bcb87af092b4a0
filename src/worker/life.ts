/**
 * A lock that a worker holds while it is alive. A worker may end without an event, by closing itself or because the browser ends its
 * thread. That releases the lock, which notifies its waiters. Where locks are not available, as on insecure pages, none is held.
 */

import { uuid } from '../core/uuid.js';

/** Acquires, in the worker, a lock of its own, and reports its name once it is held. */
export const holdForLife = (tell: (name: string) => void): void => {
  const name = `snake-segmenter ${uuid()}`;
  const hold = (): Promise<never> => {
    tell(name);
    return new Promise(() => {});
  };
  navigator.locks?.request(name, hold).catch(() => {});
};

/** The lock's name in a worker's message, if any. */
export const lifeIn = (message: unknown): string | undefined =>
  typeof message === 'object' && message !== null && 'life' in message ? String(message.life) : undefined;

/** Calls `onEnd`, outside of the worker, when the worker has ended, unless `signal` aborts first. */
export const onEndOf = (name: string, onEnd: () => void, signal: AbortSignal): void => {
  navigator.locks.request(name, { signal }, onEnd).catch(() => {});
};
