/** Commands passed to a nested run. */
import type { Outcome, RunCommand, RunState } from '../../algorithm/algorithm.js';

/** Passes commands to a nested run, and records whether one of them was `finish`. */
export class Ear {
  stopped = false;

  async *hear(inner: AsyncGenerator<RunState, Outcome, RunCommand>): AsyncGenerator<RunState, Outcome, RunCommand> {
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
