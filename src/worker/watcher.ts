import type { RunState } from '../algorithm/algorithm.js';

/** States buffered for a slow reader, who misses the oldest. */
const KEPT = 256;

/** The states of a run for one reader, who may ask for several at a time and leave at any time: each question is answered. */
export class Watcher implements AsyncIterator<RunState, undefined> {
  readonly #waiting: (() => void)[] = [];
  #over = false;
  #failure: Error | undefined;

  /**
   * @param states those to begin with
   * @param left called when the reader leaves
   */
  constructor(
    private readonly states: RunState[],
    private readonly left: () => void,
  ) {}

  take(state: RunState): void {
    this.states.push(state);
    if (this.states.length > KEPT) this.states.shift();
    this.#wake();
  }

  /** Ends the states. @param failure rejects questions once the states that are left were read */
  end(failure?: Error): void {
    this.#over = true;
    this.#failure = failure;
    this.#wake();
  }

  async next(): Promise<IteratorResult<RunState, undefined>> {
    for (;;) {
      const state = this.states.shift();
      if (state) return { done: false, value: state };
      if (this.#failure) throw this.#failure;
      if (this.#over) return { done: true, value: undefined };
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async return(): Promise<IteratorResult<RunState, undefined>> {
    this.states.length = 0;
    this.left();
    this.end();
    return { done: true, value: undefined };
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
