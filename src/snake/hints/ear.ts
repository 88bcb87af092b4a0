/** What a run inside another is told. */
import type { Outcome, RunCommand, RunState } from '../../algorithm/algorithm.js';

/** Passes on what a run is told, and remembers that it was told to end. */
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
