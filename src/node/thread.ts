import { Worker } from 'node:worker_threads';
import type { PoolWorker } from '../image/pool/pool-worker.js';
import { endpointOf } from './endpoint.js';

/** A Node thread with the interface of a pool's worker. It keeps the process alive only while an answer is pending. */
export class Thread extends EventTarget implements PoolWorker {
  readonly #thread: Worker;
  readonly #endpoint: ReturnType<typeof endpointOf>;
  #awaited = 0;

  /** `role` is one of the names of `core/worker-names`; `script` is the built `engine-thread`. */
  constructor(role: string, script: URL = new URL('./engine-thread.js', import.meta.url)) {
    super();
    this.#thread = new Worker(script, { workerData: role });
    this.#endpoint = endpointOf(this.#thread);
    const died = (message: string): void => {
      this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
    };
    this.#thread.on('error', (error) => died(error instanceof Error ? error.message : String(error)));
    this.#thread.on('messageerror', () => died('a message could not be read'));
    this.#thread.on('exit', (code) => died(`it exited with ${code}`));
    this.#thread.on('message', (data) => {
      // The first message, 'ready', says that the script runs; it does not answer a call.
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
