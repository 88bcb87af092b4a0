type Posted = readonly [message: unknown, transfer: Transferable[]];
type Heard = readonly [type: string, listener: EventListenerOrEventListenerObject];

/**
 * A worker, or another in its place where its script cannot be loaded: a bundler may move this module without that
 * script. Its first message only says that it runs, and is not passed on. Messages posted before wait, so that no buffer is
 * transferred to a worker that never started.
 */
export class SureWorker implements WorkerLike {
  #worker: Worker;
  #waiting: Posted[] | undefined = [];
  readonly #listeners: Heard[] = [];
  #ended = false;

  /** @param another makes the other worker, or gives `undefined`: then the first one's `error` event is passed on */
  constructor(
    worker: Worker,
    private readonly another: () => Promise<Worker | undefined>,
  ) {
    this.#worker = worker;
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
    this.#waiting = undefined;
    this.#worker.terminate();
  }

  readonly #onFirst = (event: Event): void => {
    event.stopImmediatePropagation();
    this.#worker.removeEventListener('message', this.#onFirst);
    this.#worker.removeEventListener('error', this.#onError);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [message, transfer] of waiting) this.#worker.postMessage(message, transfer);
  };

  readonly #onError = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#worker.removeEventListener('error', this.#onError);
    const why = event instanceof ErrorEvent ? event.message : '';
    this.another().then(
      (next) => this.#replace(next, why),
      () => this.#replace(undefined, why),
    );
  };

  #replace(next: Worker | undefined, why: string): void {
    if (this.#ended) next?.terminate();
    else if (next) {
      this.#worker = next;
      next.addEventListener('message', this.#onFirst);
      for (const [type, listener] of this.#listeners) next.addEventListener(type, listener);
    } else this.#worker.dispatchEvent(new ErrorEvent('error', { message: why, cancelable: true }));
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
