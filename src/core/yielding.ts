/** Long computations on a thread that has messages to answer. */
import { throwIfAborted } from './errors.js';
import { pause } from './pause.js';

/** Longest time, in milliseconds, that work holds the message loop: less than a frame of a page. */
const SLICE = 12;
/** Items between two looks at the clock. */
const STEP = 1 << 14;

/** The time that a computation may take before it lets messages in. */
export class TimeSlice {
  #begun = performance.now();

  /** @param milliseconds that it takes at most */
  constructor(private readonly milliseconds = SLICE) {}

  /** True once the slice is over; then `renew` it. Reads the clock. */
  get spent(): boolean {
    return performance.now() - this.#begun > this.milliseconds;
  }

  /** Lets every waiting message in, and begins another slice. Rejects with `AbortError` once `signal` is aborted. */
  async renew(signal?: AbortSignal): Promise<void> {
    await pause();
    throwIfAborted(signal);
    this.#begun = performance.now();
  }
}

/**
 * Cuts `[0, total)` into parts `[from, to)` of `step` items and lets waiting messages in between them, so that no walk
 * over an image blocks the worker. Rejects with `AbortError` once `signal` is aborted.
 */
export async function* yielding(
  total: number,
  signal?: AbortSignal,
  step = STEP,
): AsyncGenerator<readonly [from: number, to: number]> {
  throwIfAborted(signal);
  const slice = new TimeSlice();
  for (let from = 0; from < total; from += step) {
    yield [from, Math.min(from + step, total)];
    if (slice.spent) await slice.renew(signal);
  }
}
