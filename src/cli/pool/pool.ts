/** Processes that work in parallel. If one crashes, only its current task is affected: another process repeats it. */
import { availableParallelism, freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import workerpool from 'workerpool';
import { abortError, fromErrorData, reasonOf, SegmenterError } from '../../core/errors.js';
import type { Answer, TaskName, Tasks } from './tasks.js';

/** Memory reckoned for a process, in bytes. */
const EACH = 2 ** 30;
/** Attempts before a crash is blamed on the task. */
const ATTEMPTS = 3;
/** Milliseconds that a process has to exit by itself. */
const PATIENCE = 2000;

/** One process per core, and at most as many as fit into the free memory. */
export const processesFor = (memory = freemem()): number =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(memory / EACH)));

/** A pool of processes. */
export class Pool {
  readonly #pool: workerpool.Pool;
  #closed = false;
  #mostMemory = 0;

  constructor(readonly size: number) {
    const script = fileURLToPath(import.meta.resolve('./process.js'));
    this.#pool = workerpool.pool(script, {
      workerType: 'process',
      maxWorkers: size,
      forkOpts: { execArgv: process.execArgv },
      workerTerminateTimeout: PATIENCE,
    });
  }

  /** Maximum memory of a process after a task, in bytes. */
  get mostMemory(): number {
    return this.#mostMemory;
  }

  /** Rejects with a coded error; with `AbortError` once the pool is closed. */
  async run<Name extends TaskName>(name: Name, ...given: Tasks[Name]['given']): Promise<Tasks[Name]['value']> {
    for (let attempt = 1; ; attempt++) {
      if (this.#closed) throw abortError();
      let answer: Answer<Tasks[Name]['value']>;
      try {
        answer = await this.#pool.exec(name, [...given]);
      } catch (error) {
        if (this.#closed) throw abortError();
        if (attempt < ATTEMPTS) continue;
        throw new SegmenterError('worker-crashed', { reason: endOf(error) }, { cause: error });
      }
      this.#mostMemory = Math.max(this.#mostMemory, answer.memory);
      if ('error' in answer) throw fromErrorData(answer.error);
      return answer.value;
    }
  }

  /** `now`: aborts the tasks under way. */
  async close(now = false): Promise<void> {
    this.#closed = true;
    await this.#pool.terminate(now);
  }
}

/** Describes how a process ended. */
const endOf = (error: unknown): string => {
  const { exitCode, signalCode } =
    /exitCode: `(?<exitCode>\w+)`\s+signalCode: `(?<signalCode>\w+)`/.exec(String(error))?.groups ?? {};
  if (signalCode !== undefined && signalCode !== 'null') return `ended by ${signalCode}, ${ATTEMPTS} times`;
  return exitCode === undefined ? reasonOf(error) : `it ended with ${exitCode}, ${ATTEMPTS} times`;
};
