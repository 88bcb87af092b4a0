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
  #renewed: Promise<void> | undefined;

  /** @param milliseconds that it takes at most */
  constructor(private readonly milliseconds = SLICE) {}

  /** True once the slice is over; then `renew` it. Reads the clock. */
  get spent(): boolean {
    return performance.now() - this.#begun > this.milliseconds;
  }

  /**
   * Lets every waiting message in, and begins another slice, one for all who wait for it: of several, each looks again whether it is spent.
   * Rejects with `AbortError` once `signal` is aborted.
   */
  async renew(signal?: AbortSignal): Promise<void> {
    this.#renewed ??= pause().then(() => {
      this.#renewed = undefined;
      this.#begun = performance.now();
    });
    await this.#renewed;
    throwIfAborted(signal);
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
