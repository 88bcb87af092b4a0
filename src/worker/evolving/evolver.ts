/** The side of the pool that lives in a worker: it carries out runs as the engine's own thread would. */
import type { Algorithm, RunCommand } from '../../algorithm/algorithm.js';
import { CpuExecutor } from '../../compute/cpu-executor.js';
import type { Answer, Errand, Given } from './errand.js';
import { Work } from './work.js';

/** Runs of several lists, which take turns. A run that is over, or that failed, is forgotten. */
export class Evolver {
  readonly #executor = new CpuExecutor();
  readonly #under = new Map<string, Work>();

  constructor(private readonly algorithms: readonly Algorithm[]) {}

  /**
   * Goes on with a run for a while, or, told to `step`, by one state.
   * @param run the caller's name of it
   * @param errand of a run that begins
   * @param given samples that it waited for
   * @returns rejects with what is no coded error of the run
   */
  async go(run: string, word: RunCommand, given: readonly Given[], errand?: Errand): Promise<Answer> {
    try {
      const answer = await this.#work(run, errand).go(word, given);
      if (answer.outcome || answer.error) this.end(run);
      return answer;
    } catch (error) {
      this.end(run);
      throw error;
    }
  }

  /** Ends a run; without effect where there is none. */
  end(run: string): void {
    this.#under.get(run)?.end();
    this.#under.delete(run);
  }

  #work(run: string, errand: Errand | undefined): Work {
    const known = this.#under.get(run);
    if (known) return known;
    const algorithm = this.algorithms.find(({ id }) => id === errand?.algorithm);
    if (errand === undefined || algorithm === undefined) throw new TypeError(`there is no run ${run}`);
    const work = new Work(algorithm, errand, this.#executor);
    this.#under.set(run, work);
    return work;
  }
}
