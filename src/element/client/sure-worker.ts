import { lacking, type PolicyWatch } from '../../core/page-policy.js';

type Posted = readonly [message: unknown, transfer: Transferable[]];
type Heard = readonly [type: string, listener: EventListenerOrEventListenerObject];

/** Starts another worker, or reports that there is none. */
type Other = () => Promise<WorkerLike | undefined>;

/**
 * A worker, or the first of others that runs where its script cannot be loaded: a bundler may move this module without that
 * script. Its first message only says that it runs, and is not passed on. Messages posted before wait, so that no buffer is
 * transferred to a worker that never started.
 */
export class SureWorker implements WorkerLike {
  #worker: WorkerLike;
  #waiting: Posted[] | undefined = [];
  readonly #listeners: Heard[] = [];
  #ended = false;

  readonly #others: Other[];

  /**
   * @param others tried in turn; where none of them runs, listeners hear of an error
   * @param policy hears of the page's policy where that refuses the script; the error of the event is then what the policy lacks
   */
  constructor(
    worker: Worker,
    others: readonly Other[],
    private readonly policy?: PolicyWatch,
  ) {
    this.#worker = worker;
    this.#others = [...others];
    worker.addEventListener('message', this.#onFirst);
    worker.addEventListener('error', this.#onError);
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (this.#waiting) this.#waiting.push([message, transfer]);
    else this.#worker.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#listeners.push([type, listener]);
    this.#worker.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    const at = this.#listeners.findIndex(([itsType, itself]) => itsType === type && itself === listener);
    if (at >= 0) this.#listeners.splice(at, 1);
    this.#worker.removeEventListener(type, listener);
  }

  terminate(): void {
    this.#ended = true;
    this.policy?.end();
    this.#waiting = undefined;
    this.#worker.terminate();
  }

  readonly #onFirst = (event: Event): void => {
    event.stopImmediatePropagation();
    this.#worker.removeEventListener('message', this.#onFirst);
    this.#worker.removeEventListener('error', this.#onError);
    this.policy?.end();
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [message, transfer] of waiting) this.#worker.postMessage(message, transfer);
  };

  readonly #onError = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#worker.removeEventListener('error', this.#onError);
    this.#worker.terminate();
    void this.#replace(event instanceof ErrorEvent ? event.message : '');
  };

  async #replace(why: string): Promise<void> {
    for (let other = this.#others.shift(); other !== undefined; other = this.#others.shift()) {
      const next = await other().catch(() => undefined);
      if (this.#ended) {
        next?.terminate();
        return;
      }
      if (next === undefined) continue;
      this.#worker = next;
      next.addEventListener('message', this.#onFirst);
      next.addEventListener('error', this.#onError);
      for (const [type, listener] of this.#listeners) next.addEventListener(type, listener);
      return;
    }
    const directive = await this.policy?.directive();
    this.policy?.end();
    // WebKit dispatches no event to a worker that was ended.
    const error = directive && lacking(globalThis.origin === 'null' ? 'data:' : "'self'", directive);
    const event = new ErrorEvent('error', { message: why, error, cancelable: true });
    for (const [type, listener] of [...this.#listeners]) {
      if (type !== 'error') continue;
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
  }
}

/** The part of `Worker` that the client uses. */
export interface WorkerLike {
  /** `transfer` is left out where Comlink tells the worker that a proxy was collected, also after the worker was ended. */
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  terminate(): void;
}
