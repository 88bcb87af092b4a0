import { proxy, transfer } from 'comlink';
import type { Picture } from '../image/display.js';
import { abortError, codedError, SegmenterError, throwIfAborted } from '../worker/errors.js';
import { uuid } from '../worker/identifier.js';
import type {
  AlgorithmInfo,
  BackendChoice,
  BackendInfo,
  DisplayRequest,
  ImageInfo,
  ImageSpec,
  RunResult,
  RunState,
  SegmentRequest,
} from '../worker/protocol.js';
import type { EngineStats, SessionListener, Steering } from '../worker/session.js';
import { type KeptImage, keep, type Parcel } from './kept-image.js';
import { absolute, besideThis, startWorker, type WorkerLike } from './start-worker.js';
import { WorkerLink } from './worker-link.js';

export interface EngineClientOptions {
  /** Where the worker's script lies; another origin will do. By default it lies beside this module. */
  readonly workerUrl?: string | URL;
  readonly backend?: BackendChoice;
  /** Milliseconds of silence after which a worker counts as hung; 10 000 when not given. */
  readonly deadline?: number;
  /** Milliseconds without a new state after which a run counts as hung, unless paused; 300 000 when not given. */
  readonly runDeadline?: number;
  /** Starts a worker where the usual way will not do; its script calls `expose(new Session())`. */
  readonly startWorker?: (url?: string | URL) => WorkerLike;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
}

export interface SegmentOptions {
  /** Which image; the one opened last when not given. */
  readonly image?: number;
  /** The UUID that the run and its first contour carry; a fresh one when not given. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** At most 60 a second: always the first and the last, else the newest. */
  readonly onState?: (state: RunState) => void;
  /** Allows several runs at once; otherwise a second one rejects with `busy`. */
  readonly concurrent?: boolean;
}

/** One run in the worker. Steering a run that is over does nothing. */
export interface ClientRun {
  readonly id: string;
  /** Rejects with a `SegmenterError` or an `AbortError`; always settles. */
  readonly result: Promise<RunResult>;
  pause(): void;
  resume(): void;
  /** One step, then pause. */
  step(): void;
  /** Ends the run; `result` resolves to its last valid state, `cancelled` set. */
  cancel(): void;
}

export type { Picture };

/** What became of an image: how to open it again, and whether the present worker has it. */
interface OpenImage {
  readonly info: ImageInfo;
  readonly kept: KeptImage;
  link: WorkerLink;
  opened: Promise<unknown>;
}

interface PageRun {
  readonly onState?: (state: RunState) => void;
  paused: boolean;
  /** Ticks since the last state. */
  quiet: number;
  watchdog: ReturnType<typeof setInterval> | undefined;
}

const DEADLINE = 10_000;
const RUN_DEADLINE = 300_000;
/** Ticks of the watchdog in a run's deadline; a page that slept gets one late tick, however long it slept. */
const TICKS = 4;
/** Deadlines that the start of a worker may take: its script is fetched, a device is made. */
const START = 6;
/** After so many failures within `WINDOW` milliseconds no new worker is started until the oldest has passed. */
const CRASHES = 3;
const WINDOW = 60_000;

/**
 * The engine in a worker, as a page sees it. Every promise settles, also when the worker hangs, crashes or never
 * loads: what was pending rejects with a coded error, a fresh worker takes over and opens the same images again,
 * under the same ids. Three failures within a minute end that; a later call then tries anew once the minute is over.
 *
 * Events: `backend-change` (`CustomEvent<BackendInfo>`), `restart` (`CustomEvent<ErrorData>`: why).
 */
export class EngineClient extends EventTarget {
  /** What the first worker chose; rejects with a coded error when it could not be started. */
  readonly ready: Promise<BackendInfo>;

  readonly #options: EngineClientOptions;
  readonly #deadline: number;
  readonly #images = new Map<number, OpenImage>();
  readonly #runs = new Map<string, PageRun>();
  readonly #modules = new Set<string>();
  #link: Promise<WorkerLink> | undefined;
  #current: WorkerLink | undefined;
  #backend: BackendInfo | undefined;
  #failures: { readonly at: number; readonly error: SegmenterError }[] = [];
  #lastImage = 0;
  #lastToken = 0;
  #disposed = false;

  constructor(options: EngineClientOptions = {}) {
    super();
    this.#options = options;
    this.#deadline = options.deadline ?? DEADLINE;
    this.ready = this.#connect().then(() => this.#backend!);
    this.ready.catch(() => {});
  }

  /** Images open now, the newest last. */
  get images(): readonly ImageInfo[] {
    return [...this.#images.values()].map(({ info }) => info);
  }

  /**
   * Opens an image. Samples in `spec` are given away: their buffers are transferred, and so detached, unless they
   * are shared or only part of a larger buffer.
   */
  async open(spec: ImageSpec, { signal }: OpenOptions = {}): Promise<ImageInfo> {
    throwIfAborted(signal);
    const id = ++this.#lastImage;
    const kept = await keep(spec);
    const link = await this.#connect();
    const opened = this.#openIn(link, id, kept.first, signal);
    const info = await opened;
    this.#images.set(id, { info, kept, link, opened });
    return info;
  }

  /** Ends the image's runs with `AbortError` and forgets it. */
  close(image: number): void {
    if (!this.#images.delete(image)) return;
    this.#current?.call('close', (session) => session.close(image)).catch(() => {});
  }

  segment(request: SegmentRequest, options: SegmentOptions = {}): ClientRun {
    const id = options.id ?? uuid();
    const run: PageRun = { onState: options.onState, paused: request.paused ?? false, quiet: 0, watchdog: undefined };
    const waiting: Steering[] = [];
    let send = (how: Steering): void => void waiting.push(how);
    const begun = (link: WorkerLink): void => {
      send = (how) => void link.call(how, (session) => session.steer(id, how)).catch(() => {});
      for (const how of waiting.splice(0)) send(how);
    };
    const steer = (how: Steering, paused: boolean) => (): void => {
      if (!this.#runs.has(id)) return;
      run.paused = paused;
      run.quiet = 0;
      send(how);
    };
    const result = this.#run(id, run, request, options, begun);
    result.catch(() => {});
    return {
      id,
      result,
      pause: steer('pause', true),
      resume: steer('resume', false),
      step: steer('step', true),
      cancel: steer('cancel', false),
    };
  }

  /**
   * Adds the algorithms that a module exports, in this worker and in every one after it. Rejects with
   * `bad-parameter` where the module cannot be loaded or exports none.
   */
  async register(module: string | URL): Promise<readonly AlgorithmInfo[]> {
    const { href } = absolute(module);
    const link = await this.#connect();
    const algorithms = await link.call('register', (session) => session.register(href));
    this.#modules.add(href);
    return algorithms;
  }

  async algorithms(): Promise<readonly AlgorithmInfo[]> {
    const link = await this.#connect();
    return link.call('algorithms', (session) => session.algorithms(), { limit: this.#deadline });
  }

  async stats(): Promise<EngineStats> {
    const link = await this.#connect();
    return link.call('stats', (session) => session.stats(), { limit: this.#deadline });
  }

  /** Decodes part of an image for display; never what the engine computes on. */
  async display(image: number, request: DisplayRequest, { signal }: OpenOptions = {}): Promise<Picture> {
    throwIfAborted(signal);
    const link = await this.#connect();
    await this.#opened(image, link);
    const token = this.#token();
    const onAbort = this.#aborter(link, token);
    return link.call('display', (session) => session.display(image, request, token), { signal, onAbort });
  }

  /** Ends the worker; everything pending rejects with `AbortError`. */
  dispose(): void {
    this.#disposed = true;
    this.#images.clear();
    this.#current?.close(abortError());
    this.#current = undefined;
    this.#link = undefined;
  }

  async #run(
    id: string,
    run: PageRun,
    request: SegmentRequest,
    { image, signal, concurrent }: SegmentOptions,
    begun: (link: WorkerLink) => void,
  ): Promise<RunResult> {
    throwIfAborted(signal);
    if (this.#runs.size > 0 && !concurrent) throw new SegmenterError('busy');
    this.#runs.set(id, run);
    try {
      const link = await this.#connect();
      const open = image ?? [...this.#images.keys()].at(-1) ?? 0;
      await this.#opened(open, link);
      throwIfAborted(signal);
      const onAbort = this.#aborter(link, id);
      const result = link.call('segment', (session) => session.segment(open, request, id), { signal, onAbort });
      run.watchdog = this.#watch(run, link);
      begun(link);
      return await result;
    } finally {
      clearInterval(run.watchdog);
      this.#runs.delete(id);
    }
  }

  /** Fails the worker when a run that is not paused gives no state for its whole deadline. */
  #watch(run: PageRun, link: WorkerLink): ReturnType<typeof setInterval> {
    const limit = this.#options.runDeadline ?? RUN_DEADLINE;
    return setInterval(() => {
      run.quiet = run.paused ? 0 : run.quiet + 1;
      if (run.quiet > TICKS) link.fail(new SegmenterError('timeout', { what: 'A step of the run', limit }));
    }, limit / TICKS);
  }

  #aborter(link: WorkerLink, token: string): () => void {
    return () => void link.call('abort', (session) => session.abort(token)).catch(() => {});
  }

  #token(): string {
    return `call ${++this.#lastToken}`;
  }

  async #openIn(link: WorkerLink, id: number, parcel: Parcel, signal?: AbortSignal): Promise<ImageInfo> {
    const token = this.#token();
    const abort = this.#aborter(link, token);
    const onAbort = (): void => {
      abort();
      link.call('close', (session) => session.close(id)).catch(() => {});
    };
    const spec = transfer({ ...parcel.spec }, [...parcel.transfer]);
    return link.call('open', (session) => session.open(id, spec, token), { signal, onAbort });
  }

  /** Resolves when the worker of `link` has the image. */
  async #opened(id: number, link: WorkerLink): Promise<void> {
    const image = this.#images.get(id);
    if (!image) throw new SegmenterError('no-image');
    if (image.link !== link) this.#reopen(image, link);
    try {
      await image.opened;
    } catch (error) {
      if (image.link === link) this.#reopen(image, link);
      throw error;
    }
  }

  #reopen(image: OpenImage, link: WorkerLink): void {
    image.link = link;
    image.opened = image.kept.again().then((parcel) => this.#openIn(link, image.info.id, parcel));
    image.opened.catch(() => {});
  }

  #connect(): Promise<WorkerLink> {
    if (this.#disposed) return Promise.reject(new SegmenterError('disposed', { what: 'The engine' }));
    const since = Date.now() - WINDOW;
    this.#failures = this.#failures.filter(({ at }) => at > since);
    const last = this.#failures.at(-1);
    if (!this.#link && last && this.#failures.length >= CRASHES) return Promise.reject(last.error);
    if (this.#link) return this.#link;
    const link = this.#start();
    this.#link = link;
    link.catch(() => {
      if (this.#link === link) this.#link = undefined;
    });
    return link;
  }

  async #start(): Promise<WorkerLink> {
    const link = this.#spawn();
    this.#current = link;
    const backend = this.#options.backend ?? 'auto';
    const listener = proxy(this.#listener(link));
    const limit = START * this.#deadline;
    try {
      const info = await link.call('start', (session) => session.start({ backend }, listener), { limit });
      this.#announce(info);
    } catch (error) {
      link.close(codedError(error));
      throw error;
    }
    const modules = [...this.#modules].map((href) => link.call('register', (session) => session.register(href)));
    for (const image of this.#images.values()) this.#reopen(image, link);
    await Promise.allSettled(modules);
    return link;
  }

  #spawn(): WorkerLink {
    const start = this.#options.startWorker ?? startWorker;
    try {
      const { workerUrl = besideThis() } = this.#options;
      const worker = start(this.#options.workerUrl);
      const fail = (error: SegmenterError): void => this.#fallen(link, error);
      const link: WorkerLink = new WorkerLink(worker, String(workerUrl), this.#deadline, fail);
      return link;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const error = new SegmenterError('worker-crashed', { reason }, { cause });
      this.#failures.push({ at: Date.now(), error });
      throw error;
    }
  }

  /** What comes from a worker that was replaced, or of a run that is over, is ignored. */
  #listener(link: WorkerLink): SessionListener {
    return {
      state: async (id, state) => {
        const run = this.#current === link ? this.#runs.get(id) : undefined;
        if (!run) return;
        run.quiet = 0;
        try {
          run.onState?.(state);
        } catch (error) {
          globalThis.reportError?.(error);
        }
      },
      backend: async (info) => {
        if (this.#current === link) this.#announce(info);
      },
    };
  }

  #announce(info: BackendInfo): void {
    const { backend, adapter } = this.#backend ?? {};
    this.#backend = info;
    if (backend === info.backend && adapter === info.adapter) return;
    this.dispatchEvent(new CustomEvent('backend-change', { detail: info }));
  }

  /** A worker that had started is replaced at once; one that never did is tried again by the next call. */
  #fallen(link: WorkerLink, error: SegmenterError): void {
    if (this.#disposed || link !== this.#current) return;
    this.#failures.push({ at: Date.now(), error });
    this.#current = undefined;
    this.#link = undefined;
    if (!this.#backend) return;
    this.dispatchEvent(new CustomEvent('restart', { detail: error.toJSON() }));
    this.#connect().catch(() => {});
  }
}
