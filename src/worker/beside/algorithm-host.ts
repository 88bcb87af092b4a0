/**
 * Algorithms that run outside of the engine's worker, in a worker of the host's or in the page: the side that runs their code. The
 * engine's side is `remote-algorithm`. They are connected by a message port; errors cross it as `ErrorData`.
 */
import { type Remote, wrap } from 'comlink';
import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { CpuExecutor } from '../../compute/cpu-executor.js';
import { badParameter, fromErrorData, isErrorData, SegmenterError, show, toErrorData } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { Parts } from '../../core/parts.js';
import type { Volume } from '../../image/formats/volume/grid.js';
import type { Samples } from '../../image/samples.js';
import { ownAlgorithm } from '../own-algorithm.js';
import type { AlgorithmInfo } from '../protocol.js';

/** The part of a run's context that is plain data. */
export type PlainContext = Pick<RunContext, 'image' | 'view' | 'many' | 'details' | 'pixelBudget'> & {
  /** Whether the context has a `volume`. */
  readonly stacked: boolean;
};

/** The part of a run's context that the engine provides by messages. */
export interface RunServices {
  pixels(rect: Rect, level: number): Promise<{ readonly samples: Samples; readonly rect: Rect }>;
  region(rect: Rect, level: number): Promise<Samples>;
  volume(): Promise<Volume>;
}

/** What a generator yielded or returned: a state, or the outcome. */
export type Given =
  | { readonly done: false; readonly value: RunState }
  | { readonly done: true; readonly value: Outcome };

interface HostedRun {
  readonly steps: AsyncGenerator<RunState, Outcome, RunCommand>;
  readonly stop: AbortController;
  readonly port: MessagePort;
}

/** Algorithms, for an engine at the other end of a port. Every method rejects with `ErrorData`. */
export class AlgorithmHost {
  readonly #algorithms: ReadonlyMap<string, Algorithm>;
  readonly #runs = new Map<number, HostedRun>();

  /** Throws `bad-parameter` where a value is not an algorithm, or there is none. */
  constructor(algorithms: readonly unknown[]) {
    const own = algorithms.map(ownAlgorithm);
    if (own.length === 0)
      throw badParameter('module', 'nothing', 'it must export an algorithm: {id, title, schema, run}');
    this.#algorithms = new Map(own.map((algorithm) => [algorithm.id, algorithm]));
  }

  algorithms(): readonly AlgorithmInfo[] {
    return [...this.#algorithms.values()].map(({ id, title, schema }) => ({ id, title, schema }));
  }

  /** Begins a run; `port` leads to its services. */
  async begin(run: number, id: string, task: Task, context: PlainContext, port: MessagePort): Promise<void> {
    const stop = new AbortController();
    const services = wrap<RunServices>(port);
    const { signal } = stop;
    try {
      const algorithm = this.#algorithms.get(id);
      if (algorithm === undefined) throw badParameter('algorithm', id, 'its worker does not provide it');
      const steps = algorithm.run(task, contextOf(context, services, signal));
      this.#runs.set(run, { steps, stop, port });
    } catch (error) {
      throw toErrorData(error);
    }
  }

  /** Resumes the run with a command, and returns the next state. */
  async next(run: number, word: RunCommand): Promise<Given> {
    try {
      const { steps } = this.#its(run);
      const { done, value } = await steps.next(word);
      if (done) return { done, value };
      const { front: _inSlices, ...state } = value;
      return { done: false, value: state };
    } catch (error) {
      throw toErrorData(error);
    }
  }

  /** Ends a run; its signal is aborted. */
  async end(run: number): Promise<void> {
    const its = this.#runs.get(run);
    if (!its) return;
    this.#runs.delete(run);
    its.stop.abort();
    its.port.close();
    // Does not wait for a generator that never returns.
    its.steps.return({ contours: [] }).catch(() => {});
  }

  #its(run: number): HostedRun {
    const its = this.#runs.get(run);
    if (!its) throw new SegmenterError('internal', { reason: `there is no run ${run}` });
    return its;
  }
}

const contextOf = (
  { stacked, ...about }: PlainContext,
  services: Remote<RunServices>,
  signal: AbortSignal,
): RunContext => ({
  ...about,
  run: {},
  engine: services,
  executor: new CpuExecutor(),
  signal,
  parts: new Parts(),
  pixels: (rect, level) => heard(services.pixels(rect, level)),
  region: (rect, level) => heard(services.region(rect, level)),
  ...(stacked ? { volume: () => heard(services.volume()) } : {}),
});

/** Awaits an answer of the other side; errors keep their codes. */
export const heard = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (isErrorData(error)) throw fromErrorData(error);
    throw new SegmenterError(
      'internal',
      { reason: error instanceof Error ? error.message : show(error) },
      { cause: error },
    );
  }
};
