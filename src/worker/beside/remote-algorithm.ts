/** Algorithms that run outside of the engine's worker: the engine's side. */

import { expose, type Remote, transfer, wrap } from 'comlink';
import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { SegmenterError, toErrorData } from '../../core/errors.js';
import { because, type Reason } from '../../core/reasons.js';
import type { AlgorithmInfo } from '../protocol.js';
import { type AlgorithmHost, type Given, heard, type RunServices } from './algorithm-host.js';

/** Timeout in milliseconds for a worker to accept a run; the duration of its steps is not limited. */
const PATIENCE = 10_000;

/** Number of runs so far, which gives each its id. */
let runs = 0;

/** The algorithms behind a port. */
export class RemoteAlgorithms {
  readonly #host: Remote<AlgorithmHost>;
  /** Rejects when the other side has ended. */
  readonly #gone: Promise<never>;
  #leave = (_: Error): void => {};

  /** @param silent called when the other side does not answer */
  constructor(
    private readonly port: MessagePort,
    private readonly silent: (reason: Reason) => void,
  ) {
    this.#host = wrap<AlgorithmHost>(port);
    this.#gone = new Promise((_, reject) => {
      this.#leave = reject;
    });
    this.#gone.catch(() => {});
  }

  /** Requests the algorithms, in the form that an engine takes. */
  async list(): Promise<readonly Algorithm[]> {
    const infos = await this.#answer(this.#host.algorithms());
    return infos.map((info) => this.#algorithm(info));
  }

  /** Ends every run with `reason`, because the other side has ended. */
  close(reason: Error): void {
    this.#leave(reason);
    this.port.close();
  }

  #algorithm({ id, title, schema }: AlgorithmInfo): Algorithm {
    return { id, title, schema, run: (task, context) => this.#run(id, task, context) };
  }

  async *#run(id: string, task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
    const run = ++runs;
    const { port1, port2 } = new MessageChannel();
    expose(servicesOf(context), port1);
    const { image, view, many, details, pixelBudget, signal } = context;
    const about = { image, view, many, details, pixelBudget, stacked: context.volume !== undefined };
    try {
      await this.#timely(id, this.#host.begin(run, id, task, about, transfer(port2, [port2])), signal);
      for (let word: RunCommand = 'go'; ; ) {
        const given: Given = await abortable(this.#answer<Given>(this.#host.next(run, word)), signal);
        if (given.done) return given.value;
        word = yield given.value;
      }
    } finally {
      port1.close();
      // An algorithm in an endless loop does not answer this.
      this.#timely(id, this.#host.end(run)).catch(() => {});
    }
  }

  #answer<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([heard(answer), this.#gone]);
  }

  /** Awaits, with a timeout, an answer that does not depend on the algorithm's own code. */
  async #timely<T>(id: string, answer: Promise<T>, signal?: AbortSignal): Promise<T> {
    const reason = because('worker-silent')`its worker does not answer for ${PATIENCE / 1000} s`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new SegmenterError('bad-algorithm', { name: id, reason }));
        this.silent(reason);
      }, PATIENCE);
    });
    try {
      return await abortable(Promise.race([this.#answer(answer), late]), signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

const servicesOf = ({ pixels, region, volume }: RunContext): RunServices => {
  const told = async <T>(answer: Promise<T> | undefined): Promise<T> => {
    try {
      if (answer === undefined) throw new SegmenterError('internal', { reason: 'the image is no volume' });
      return await answer;
    } catch (error) {
      throw toErrorData(error);
    }
  };
  return {
    pixels: (rect, level) => told(pixels(rect, level)),
    region: (rect, level) => told(region(rect, level)),
    volume: () => told(volume?.()),
  };
};
