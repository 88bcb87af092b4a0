import { type Remote, releaseProxy, wrap } from 'comlink';
import { abortError, fromErrorData, isErrorData, SegmenterError, show } from '../../core/errors.js';
import { because, Reason, type Told } from '../../core/reasons.js';
import { lifeIn, onEndOf } from '../../worker/life.js';
import type { Session } from '../../worker/session.js';
import type { WorkerLike } from './sure-worker.js';

/** Beats missed before a worker counts as hung. A page that slept misses one at most, however long it slept. */
const BEATS = 4;
/** Milliseconds in which a server answers for a script that did not come. */
const PATIENCE = 3000;

/** Options of a call of the worker. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called once when the signal aborts; the call itself rejects at once. */
  readonly onAbort?: () => void;
  /** Milliseconds after which the worker counts as hung, even if it answers pings. */
  readonly limit?: number;
}

/**
 * One worker, from its start to its end. Comlink leaves calls to a dead worker pending for ever; here every call
 * settles. While any is pending the worker must answer a ping within the deadline.
 */
export class WorkerLink<Its = Session> {
  readonly #session: Remote<Its>;
  readonly #pending = new Set<(error: Error) => void>();
  #beat: ReturnType<typeof setInterval> | undefined;
  #missed = 0;
  /** True once the worker has answered. Before, its script may still be loading, and only the calls' own limits count. */
  #alive = false;
  #failure: Error | undefined;
  /** Calls that the worker has not answered, those included whose callers have left. */
  #unanswered = 0;
  readonly #closed = new AbortController();

  constructor(
    private readonly worker: WorkerLike,
    /** Its script's address, for messages. */
    private readonly script: string,
    private readonly deadline: number,
    private readonly onFail: (error: SegmenterError) => void,
    /** Resolves when the worker's message loop answers. */
    private readonly answered: (session: Remote<Its>) => Promise<void>,
  ) {
    worker.addEventListener('error', this.#onError);
    worker.addEventListener('messageerror', this.#onMessageError);
    worker.addEventListener('message', this.#onMessage);
    this.#session = wrap<Its>(worker);
  }

  /** The worker, which did answer before, has something else to do. */
  get occupied(): boolean {
    return this.#alive && this.#unanswered > 0;
  }

  /** It was ended, and not by a caller. */
  get failed(): boolean {
    return this.#failure instanceof SegmenterError;
  }

  /** Rejects with a `SegmenterError` or an `AbortError`. */
  call<T>(what: string, invoke: (session: Remote<Its>) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const { signal, onAbort, limit } = options;
    if (this.#failure) return Promise.reject(this.#failure);
    if (signal?.aborted) return Promise.reject(abortError());
    return new Promise<T>((resolve, reject) => {
      const settled = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#pending.delete(refuse);
        if (this.#pending.size === 0) this.#rest();
      };
      const refuse = (error: Error): void => {
        settled();
        reject(error);
      };
      const abort = (): void => {
        refuse(abortError());
        onAbort?.();
      };
      const late = (): void => this.fail(new SegmenterError('timeout', { what, limit: limit ?? this.deadline }));
      const timer = limit === undefined ? undefined : setTimeout(late, limit);
      signal?.addEventListener('abort', abort, { once: true });
      this.#pending.add(refuse);
      this.#listen();
      this.#unanswered++;
      invoke(this.#session)
        .finally(() => this.#unanswered--)
        .then(
          (value) => {
            this.#alive = true;
            settled();
            resolve(value);
          },
          (error: unknown) => refuse(fromWire(error, what)),
        );
    });
  }

  /** Makes a call and ignores its outcome; while it is pending the worker is still pinged. */
  tell(what: string, invoke: (session: Remote<Its>) => Promise<void>): void {
    this.call(what, invoke).catch(() => {});
  }

  /** Ends the worker; what is pending rejects with `error`, and so does every later call. */
  close(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#rest();
    this.#closed.abort();
    this.worker.removeEventListener('error', this.#onError);
    this.worker.removeEventListener('messageerror', this.#onMessageError);
    this.worker.removeEventListener('message', this.#onMessage);
    // Comlink keeps, for good, all that a call without an answer holds.
    this.#session[releaseProxy]();
    this.worker.terminate();
    for (const refuse of [...this.#pending]) refuse(error);
  }

  /** Ends the worker as `close` does, and calls `onFail`. */
  fail(error: SegmenterError): void {
    if (this.#failure) return;
    this.close(error);
    this.onFail(error);
  }

  /** Turns the worker's error into a coded error for the callers, so that it does not become an uncaught error of the page. */
  readonly #onError = (event: Event): void => {
    event.preventDefault();
    const message: unknown = Reflect.get(event, 'message');
    const error: unknown = Reflect.get(event, 'error');
    const told = Reason.is(error) ? error : typeof message === 'string' && message;
    if (told || this.#alive) this.#crashed(told || because('gave-no-reason')`it gave no reason`);
    else void this.#missing();
  };

  /** The browser does not say why the script did not come: a server may answer every address with the page of an application. */
  async #missing(): Promise<void> {
    const { script } = this;
    const answer = await fetch(script, { signal: AbortSignal.timeout(PATIENCE) }).then(
      ({ status, headers }) => `${status} ${headers.get('Content-Type')}`,
      () => '–',
    );
    this.#crashed(because('no-script')`its script ${script} could not be loaded; the server's answer: ${answer}`);
  }

  #crashed(reason: Told): void {
    this.fail(new SegmenterError('worker-crashed', { reason }));
  }

  readonly #onMessageError = (): void => {
    this.#crashed(because('bad-message')`a message could not be read`);
  };

  readonly #onMessage = (event: Event): void => {
    const life = event instanceof MessageEvent ? lifeIn(event.data) : undefined;
    if (life === undefined) return;
    const ended = (): void => this.#crashed(because('ended-silently')`it ended without a word`);
    onEndOf(life, ended, this.#closed.signal);
  };

  #listen(): void {
    this.#beat ??= setInterval(() => this.#ping(), this.deadline / BEATS);
  }

  #rest(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#missed = 0;
  }

  #ping(): void {
    if (!this.#alive) return;
    if (this.#missed >= BEATS) {
      this.fail(
        new SegmenterError('timeout', {
          what: because('worker-answer')`The answer of the worker`,
          limit: this.deadline,
        }),
      );
      return;
    }
    this.#missed++;
    this.answered(this.#session).then(
      () => {
        this.#missed = 0;
      },
      () => {},
    );
  }
}

const fromWire = (error: unknown, what: string): Error => {
  if (isErrorData(error)) return fromErrorData(error);
  if (error instanceof Error && error.name === 'DataCloneError') {
    const wanted = 'it must be plain data, which can be sent to a worker';
    return new SegmenterError('bad-parameter', { name: what, value: error.message, wanted }, { cause: error });
  }
  return new SegmenterError(
    'internal',
    { reason: error instanceof Error ? error.message : show(error) },
    { cause: error },
  );
};
