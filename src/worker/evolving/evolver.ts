/** The worker side of the pool: carries out runs as the engine's own thread would. */
import { transfer } from 'comlink';
import type { Algorithm } from '../../algorithm/algorithm.js';
import { CpuExecutor } from '../../compute/cpu-executor.js';
import { reasonOf } from '../../core/errors.js';
import type { Answer, Call, Errand } from './errand.js';
import { Peers, type Shared, serve } from './peers.js';
import { Work } from './work.js';

/** Runs of several lists, which take turns. A run that has ended or failed is forgotten. */
export class Evolver {
  readonly #executor = new CpuExecutor();
  readonly #under = new Map<string, Work>();
  /** Runs with a call that is queued. */
  readonly #next = new Set<string>();
  /** Works of which other workers do parts. */
  readonly #shared = new Map<string, Peers>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly algorithms: readonly Algorithm[]) {}

  /** Number of runs that have begun and not ended. */
  get under(): number {
    return this.#under.size;
  }

  /**
   * Continues a run for a time slice, or, with the command `step`, by one state.
   * @returns rejects with errors of the run that have no code
   */
  async go({ run, word, given, errand }: Call): Promise<Answer> {
    try {
      const answer = await this.#work(run, errand).go(word, given);
      if (answer.outcome || answer.error) this.end(run);
      return answer;
    } catch (error) {
      this.end(run);
      throw error;
    }
  }

  /** Continues several runs one after another, after all earlier calls, so that the samples of only one run are in use at a time. */
  goAll(calls: readonly Call[]): Promise<readonly Answer[]> {
    for (const { run } of calls) this.#next.add(run);
    const done = this.#turn.then(() => this.#each(calls));
    this.#turn = done;
    return done;
  }

  async #each(calls: readonly Call[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const call of calls) {
      // A run that was ended meanwhile needs no answer.
      const wanted = this.#next.delete(call.run);
      answers.push(wanted ? await this.go(call).catch((error) => ({ failed: reasonOf(error) })) : {});
    }
    const problems = answers.flatMap(({ wanted = [] }) =>
      wanted.flatMap((each) => ('problem' in each ? [each.problem.buffer as ArrayBuffer] : [])),
    );
    return transfer(answers, problems);
  }

  /**
   * Does a part of the work of a run in the engine's thread.
   * @param algorithm its id
   * @param shared other workers, which do parts of it
   */
  async aside(algorithm: string, work: unknown, shared?: Shared): Promise<unknown> {
    const its = this.algorithms.find(({ id }) => id === algorithm);
    if (shared === undefined) return its?.aside?.(work);
    const peers = new Peers(algorithm, shared.ports);
    this.#shared.set(shared.id, peers);
    try {
      return await its?.aside?.(work, peers.aside);
    } finally {
      this.end(shared.id);
    }
  }

  /** Does parts of another worker's work, which come by the port. */
  serve(port: MessagePort): void {
    serve(this, port);
  }

  /** Ends a run, or a work of which others do parts; does nothing where there is none. */
  end(id: string): void {
    this.#next.delete(id);
    this.#under.get(id)?.end();
    this.#under.delete(id);
    this.#shared.get(id)?.end();
    this.#shared.delete(id);
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
