/** Node's threads for the runs of lists. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PoolWorker } from '../image/pool/pool-worker.js';
import type { Evolvers } from '../worker/evolving/evolving-pool.js';
import { endpointOf } from './endpoint.js';

/**
 * Threads for `createEngine({ evolvers: evolvers() })`: lists of starts, and the objects of a search, evolve in them on the CPU, each to the
 * contour that it has without them. They start with the first list that is worth it and end with the engine; a process need not wait for them.
 * @param cores threads at most, 16 or fewer: as many as Node may use when not given, none for 1
 */
export const evolvers = (cores: number = availableParallelism()): Evolvers => ({ start: () => new Thread(), cores });

/** A thread where the pool expects a worker. It keeps the process alive only while an answer is awaited. */
class Thread extends EventTarget implements PoolWorker {
  readonly #thread = new Worker(new URL('./evolver-thread.js', import.meta.url));
  readonly #endpoint = endpointOf(this.#thread);
  #awaited = 0;

  constructor() {
    super();
    const died = (message: string): void => {
      this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
    };
    this.#thread.on('error', (error) => died(error instanceof Error ? error.message : String(error)));
    this.#thread.on('exit', (code) => died(`it exited with ${code}`));
    this.#thread.on('message', (data) => {
      // The first says that the script runs, and answers nothing.
      if (data !== 'ready' && --this.#awaited === 0) this.#thread.unref();
    });
    this.#thread.unref();
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    if (this.#awaited++ === 0) this.#thread.ref();
    this.#endpoint.postMessage(message, transfer);
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#endpoint.addEventListener(type, listener);
    else super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#endpoint.removeEventListener(type, listener);
    else super.removeEventListener(type, listener);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
