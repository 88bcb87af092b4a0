import { abortError, SegmenterError } from './errors.js';

/**
 * Settles as `promise` does, or rejects as soon as `signal` aborts: with the signal's reason where that is a coded error,
 * else with an `AbortError`. The work behind the promise goes on.
 */
export const abortable = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof SegmenterError ? signal.reason : abortError());
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
};
