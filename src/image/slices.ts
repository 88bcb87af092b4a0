import { throwIfAborted } from '../worker/errors.js';
import { pause } from '../worker/pause.js';

/** Longest time, in milliseconds, that a walk over samples holds the message loop. */
const HOLD = 12;
/** Items between two looks at the clock. */
const STEP = 1 << 14;

/**
 * Cuts `[0, total)` into runs `[from, to)` and lets waiting messages in between them, so that no walk over an image
 * blocks the worker. Rejects with `AbortError` once `signal` is aborted.
 */
export async function* slices(
  total: number,
  signal?: AbortSignal,
  step = STEP,
): AsyncGenerator<readonly [from: number, to: number]> {
  throwIfAborted(signal);
  let breathed = performance.now();
  for (let from = 0; from < total; from += step) {
    yield [from, Math.min(from + step, total)];
    if (performance.now() - breathed < HOLD) continue;
    await pause();
    throwIfAborted(signal);
    breathed = performance.now();
  }
}
