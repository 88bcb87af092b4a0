import { abortError, SegmenterError } from './errors.js';

interface Wait {
  readonly calls: Set<() => void>;
  readonly listener: () => void;
}

/** Calls that wait for a signal, behind one listener: Node warns of a leak where more than ten listen to one. */
const waits = new WeakMap<AbortSignal, Wait>();

/**
 * Makes `call` once the signal aborts, unless the function returned is called before; never where it has aborted already. However many
 * calls wait, the signal has one listener, and none where no call waits: a signal with a listener outlives its last user.
 */
export const whenAborted = (signal: AbortSignal, call: () => void): (() => void) => {
  /** A call of its own, so that the same function may wait twice. */
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
    // What leaves meanwhile is not called; what comes would wait for a signal that has aborted.
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
 * else with an `AbortError`. The work behind the promise goes on.
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
