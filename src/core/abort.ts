import { abortError, SegmenterError } from './errors.js';

interface Wait {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

/** Pending callbacks per signal, behind one listener: Node warns of a leak where a signal has more than ten listeners. */
const waits = new WeakMap<AbortSignal, Wait>();

/**
 * Calls `call` once the signal aborts, unless the returned function is called before; never where the signal has already aborted. The
 * signal has one listener for all callbacks, and none without callbacks: a signal with a listener is not garbage-collected.
 */
export const whenAborted = (signal: AbortSignal, call: () => void): (() => void) => {
  /** A new function per call, so that the same callback can be registered twice. */
  const own = (): void => call();
  const { calls, listener } = waits.get(signal) ?? listening(signal);
  calls.add(own);
  return () => {
    if (!calls.delete(own) || calls.size > 0) return;
    signal.removeEventListener('abort', listener);
    waits.delete(signal);
  };
};

const listening = (signal: AbortSignal): Wait => {
  const calls = new Set<() => void>();
  const listener = (): void => {
    waits.delete(signal);
    // Callbacks removed during the loop are not called; callbacks added later would wait for a signal that has already aborted.
    for (const call of calls) call();
    calls.clear();
  };
  signal.addEventListener('abort', listener, { once: true });
  const wait = { calls, listener };
  waits.set(signal, wait);
  return wait;
};

/**
 * Settles as `promise` does, or rejects as soon as `signal` aborts: with the signal's reason where that is a coded error,
 * else with an `AbortError`. The work behind the promise continues.
 */
export const abortable = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof SegmenterError ? signal.reason : abortError());
    const leave = whenAborted(signal, stop);
    promise.then(resolve, reject).finally(leave);
    if (signal.aborted) stop();
  });
};
