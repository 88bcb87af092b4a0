/** Long computations on a thread that must also handle messages. */
import { throwIfAborted } from './errors.js';
import { pause } from './pause.js';

/** Maximum time, in milliseconds, that work blocks the message loop: less than a frame of a page. */
const SLICE = 12;
/** Items between two checks of the clock. */
const STEP = 1 << 14;

/** The time that a computation may take before it yields to the message loop. */
export class TimeSlice {
  #begun = performance.now();
  #renewed: Promise<void> | undefined;

  /** @param milliseconds length of a slice */
  constructor(private readonly milliseconds = SLICE) {}

  /** True once the slice is over; call `renew` then. Reads the clock. */
  get spent(): boolean {
    return performance.now() - this.#begun > this.milliseconds;
  }

  /**
   * Lets all pending messages run, then begins a new slice, shared by all waiters: each of them must check again whether it is spent.
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
 * Splits `[0, total)` into parts `[from, to)` of `step` items and lets pending messages run in between, so that no loop
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
