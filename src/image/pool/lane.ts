/** One worker of a pool, from its start to its end. */
import { type Remote, releaseProxy, wrap } from 'comlink';
import { givePacked } from '../codecs/give-packed.js';
import type { PoolWorker } from './pool-worker.js';

/** Callbacks of a worker to its pool. */
export interface LaneListener {
  /** The script runs. */
  ready(): void;
  /** The worker has crashed. `ran`: whether its script had started. Not called after `end`. */
  died(reason: string, ran: boolean): void;
}

/** Calls that a worker is given at a time: one that it carries out, and one so that it need not wait for this thread. */
export const MOST_CALLS = 2;

/** A worker in the role of `Role`, and the calls that it has not answered. */
export class Lane<Role> {
  readonly #role: Remote<Role>;
  readonly #pending = new Set<(error: Error) => void>();
  readonly #errands = new Set<(error: Error) => void>();
  #ready = false;
  #ended = false;

  constructor(
    private readonly worker: PoolWorker,
    /** Milliseconds that a call may take by itself; it may wait as long for the one before it. */
    private readonly deadline: number,
    private readonly listener: LaneListener,
  ) {
    worker.addEventListener('message', this.#onFirst);
    worker.addEventListener('error', this.#onError);
    worker.addEventListener('messageerror', this.#onError);
    givePacked(worker);
    this.#role = wrap<Role>(worker);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** It runs. */
  get ready(): boolean {
    return this.#ready && !this.#ended;
  }

  /** Calls that have not been answered, errands not among them. */
  get calls(): number {
    return this.#pending.size;
  }

  /** Number of pending errands. */
  get errands(): number {
    return this.#errands.size;
  }

  /**
   * The result of `work`. Rejects as it does, or when the worker crashes.
   * @param errand it waits for a server, which has a patience of its own: it takes none of the worker's time, and has no deadline here
   */
  call<T>(work: (role: Remote<Role>) => Promise<T>, errand = false): Promise<T> {
    if (this.#ended) return Promise.reject(new Error('the worker ended'));
    const among = errand ? this.#errands : this.#pending;
    return new Promise<T>((resolve, reject) => {
      const settled = (): void => {
        clearTimeout(timer);
        among.delete(refuse);
      };
      const refuse = (error: Error): void => {
        settled();
        reject(error);
      };
      const late = (): void => this.#die(`one did not answer within ${this.deadline} ms`);
      // The calls of a worker share its time.
      const timer = errand ? undefined : setTimeout(late, this.deadline * MOST_CALLS);
      among.add(refuse);
      work(this.#role).then((value) => {
        settled();
        resolve(value);
      }, refuse);
    });
  }

  /** Ends the worker; its calls reject. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.worker.removeEventListener('message', this.#onFirst);
    this.worker.removeEventListener('error', this.#onError);
    this.worker.removeEventListener('messageerror', this.#onError);
    // Comlink keeps, for good, all that a call without an answer holds.
    this.#role[releaseProxy]();
    this.worker.terminate();
    for (const refuse of [...this.#pending, ...this.#errands]) refuse(new Error('the worker ended'));
  }

  #die(reason: string): void {
    if (this.#ended) return;
    this.end();
    this.listener.died(reason, this.#ready);
  }

  readonly #onFirst = (): void => {
    this.worker.removeEventListener('message', this.#onFirst);
    this.#ready = true;
    this.listener.ready();
  };

  /** Prevents the event from becoming an uncaught error of the page. */
  readonly #onError = (event: Event): void => {
    event.preventDefault();
    const said = 'message' in event && typeof event.message === 'string' ? event.message : '';
    this.#die(said || (this.#ready ? 'one gave no reason' : 'the script could not be loaded'));
  };
}
