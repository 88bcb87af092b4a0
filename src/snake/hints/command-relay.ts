/** Commands passed on to nested runs. */
import type { Outcome, RunCommand, RunState } from '../../algorithm/algorithm.js';

/** Passes a run's commands to the runs nested in it, one after another, and records whether one of them was `finish`. */
export class CommandRelay {
  /** Whether `finish` was passed; later runs begin with it. */
  stopped = false;

  async *through(inner: AsyncGenerator<RunState, Outcome, RunCommand>): AsyncGenerator<RunState, Outcome, RunCommand> {
    try {
      let word: RunCommand = this.stopped ? 'finish' : 'go';
      for (;;) {
        const { done, value } = await inner.next(word);
        if (done) return value;
        word = yield value;
        this.stopped ||= word === 'finish';
      }
    } finally {
      await inner.return({ contours: [] });
    }
  }
}
