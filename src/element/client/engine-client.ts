import { proxy, type Remote } from 'comlink';
import type { Geometry, Rated, RunState } from '../../algorithm/algorithm.js';
import type { BackendChoice, BackendInfo } from '../../compute/backend.js';
import { abortable } from '../../core/abort.js';
import { abortError, codedError, reasonWithin, SegmenterError, throwIfAborted } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { uuid } from '../../core/uuid.js';
import type { RgbaPicture } from '../../image/display.js';
import type { ImageSpec } from '../../image/image-spec.js';
import type { ExpectedStart, ExpectOptions } from '../../worker/ahead/drawn-ahead.js';
import type { MeasureOptions } from '../../worker/measure.js';
import type { AlgorithmInfo, DisplayRequest, ImageInfo, SegmentRequest } from '../../worker/protocol.js';
import type { EngineStats, Session, SessionListener, StatsOptions } from '../../worker/session.js';
import { type AlgorithmSource, sourceIn } from './algorithm-source.js';
import type { ClientRun } from './client-run.js';
import { OpenImages } from './open-images.js';
import { OwnAlgorithms } from './own-algorithms.js';
import { PageRuns } from './page-runs.js';
import { besideThis, startWorker } from './start-worker.js';
import type { WorkerLike } from './sure-worker.js';
import { WorkerLink } from './worker-link.js';

/** Options of a client: backend, script of the worker, deadlines. */
export interface EngineClientOptions {
  /** The address of the worker's script, on any origin; beside this module by default. */
  readonly workerUrl?: string | URL;
  readonly backend?: BackendChoice;
  /** Milliseconds of silence after which a worker counts as hung; 10 000 when not given. */
  readonly deadline?: number;
  /** Milliseconds without a new state after which a run counts as hung, unless paused; 300 000 when not given. */
  readonly runDeadline?: number;
  /** Starts the worker in place of the default way; its script calls `expose(new Session(…))`. */
  readonly startWorker?: (url?: string | URL) => WorkerLike;
}

/** Options of a call that can be aborted. */
export interface ClientOpenOptions {
  readonly signal?: AbortSignal;
}

/** Options of a run: image, id, signal, and a callback for its states. */
export interface ClientSegmentOptions {
  /** The number of the image; the one opened last when not given. */
  readonly image?: number;
  /** The UUID that the run and its first contour carry; a fresh one when not given. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** Called with the first and the last state, and with the newest in between, at most 60 times a second. */
  readonly onState?: (state: RunState) => void;
  /** Allows several runs in parallel; otherwise a second one rejects with `busy`. */
  readonly concurrent?: boolean;
}

export type { ClientRun, RgbaPicture };

const DEADLINE = 10_000;
const RUN_DEADLINE = 300_000;
/** The time that the start of a worker may take, in deadlines: its script is fetched and a device made. */
const START = 6;
/** Failures within `WINDOW` milliseconds after which no worker is started until the oldest is that long ago. */
const CRASHES = 3;
const WINDOW = 60_000;

/**
 * The engine in a worker, as a page sees it. Every promise settles, also when the worker hangs, crashes or never
 * loads: what was pending rejects with a coded error, a fresh worker takes over and opens the same images again,
 * under the same ids. After three failures within a minute this stops, until a call after the end of that minute.
 *
 * Events: `backend-change` (`CustomEvent<BackendInfo>`), `restart` (`CustomEvent<ErrorData>`: why).
 */
export class EngineClient extends EventTarget {
  readonly #options: EngineClientOptions;
  readonly #deadline: number;
  readonly #images = new OpenImages();
  readonly #runs: PageRuns;
  readonly #own = new OwnAlgorithms(() => this.#link);
  readonly #prepared = new Set<string>();
  #link: Promise<WorkerLink> | undefined;
  #current: WorkerLink | undefined;
  #backend: BackendInfo | undefined;
  #failures: { readonly at: number; readonly error: SegmenterError }[] = [];
  /** Calls so far that can be aborted, by which each is named. */
  #calls = 0;
  #disposed = false;

  constructor(options: EngineClientOptions = {}) {
    super();
    this.#options = options;
    this.#deadline = options.deadline ?? DEADLINE;
    this.#runs = new PageRuns(options.runDeadline ?? RUN_DEADLINE);
    this.#connect().catch(() => {});
  }

  /** The backend of the worker; rejects with a coded error where that could not be started. Asked again, it starts another. */
  get ready(): Promise<BackendInfo> {
    return this.#connect().then(() => this.#backend!);
  }

  /** Images open now, the newest last. */
  get images(): readonly ImageInfo[] {
    return this.#images.infos;
  }

  /**
   * Opens an image. Samples in `spec` are given away: their buffers are transferred, and so detached, unless they
   * are shared or only part of a larger buffer.
   * @param spec an address, a file, or samples row by row
   * @param options.signal ends the opening with an `AbortError`
   * @returns the image's number, by which it is named from now on, and its size and levels in pixels
   * @throws SegmenterError as the engine's `open`, or `worker-crashed`, `disposed`
   */
  async open(spec: ImageSpec, { signal }: ClientOpenOptions = {}): Promise<ImageInfo> {
    throwIfAborted(signal);
    // Samples are given away only to a worker that runs.
    const reach = (): Promise<WorkerLink> => (spec.kind === 'samples' ? this.#connect() : this.#reach());
    return abortable(this.#images.open(spec, reach, signal), signal);
  }

  /**
   * Ends with `AbortError` what is under way on the image, and forgets it.
   * @param image its number, as `open` gave it
   */
  close(image: number): void {
    this.#images.close(image);
  }

  /**
   * Starts a run. An error in the request rejects the run's result.
   * @param request the start (`init`), options and parameters; coordinates in full-resolution pixels, corner origin, y down
   * @param options which image, the run's id, a signal that ends it with an `AbortError`, and a callback for its states
   */
  segment(
    request: SegmentRequest,
    { image, id = uuid(), signal, onState, concurrent }: ClientSegmentOptions = {},
  ): ClientRun {
    const place = async (): Promise<{ link: WorkerLink; image: number }> => {
      const link = await this.#connect();
      await this.#own.settled();
      return { link, image: await this.#images.in(link, image) };
    };
    return this.#runs.start({ id, request, signal, onState, concurrent, place });
  }

  /**
   * Adds algorithms of the host, in this worker and in every one after it.
   * @param source the address of a module, absolute or from the page's, which the worker loads; a module or an algorithm, which runs in
   * the page; or a function that gives such a module, or a worker whose script calls `provide`, and that is ended with the engine
   * @returns all algorithms, those added among them
   * @throws SegmenterError `bad-parameter` where the source cannot be loaded or has none
   */
  async register(source: AlgorithmSource): Promise<readonly AlgorithmInfo[]> {
    const its = sourceIn(source);
    return this.#own.add(await this.#connect(), its);
  }

  /** Takes out algorithms that were registered, in this worker and in every one after it. */
  unregister(source: AlgorithmSource): Promise<void> {
    return this.#own.remove(sourceIn(source), this.#deadline);
  }

  /** Gives id, title and schema of every algorithm that the worker knows. */
  async algorithms(): Promise<readonly AlgorithmInfo[]> {
    const link = await this.#connect();
    return link.call('algorithms', (session) => session.algorithms(), { limit: this.#deadline });
  }

  /**
   * Gives the engine's counters: bytes, buffers, images, runs, and milliseconds of each kernel and part of the runs.
   * @param options.timings true: from now on time each kernel on a GPU that has timestamps, which slows runs; false: stop
   */
  async stats(options?: StatsOptions): Promise<EngineStats> {
    const link = await this.#connect();
    return link.call('stats', (session) => session.stats(options), { limit: this.#deadline });
  }

  /**
   * Compiles the kernels of an algorithm, in this worker and in every later one. Failures are reported by a run.
   * @param algorithm its id
   * @param image number of an image, for which a contour in a small made-up one is found too, while there is no run
   */
  prepare(algorithm: string, image?: number): void {
    this.#prepared.add(algorithm);
    this.#tell('prepare', (session) => session.prepare(algorithm, image));
  }

  /**
   * To be called when the user draws a start, or is about to: wakes up an idle GPU before the run. Nothing waits for this, and a failure is ignored.
   * @param algorithm id of the run's algorithm
   * @param image number of the run's image
   */
  awaken(algorithm: string, image: number): void {
    this.#tell('awaken', (session) => session.awaken(algorithm, image));
  }

  /**
   * To be called when the box that the user draws has changed, or where a click is begun: reads what its run will need. Nothing waits for this, and a failure is
   * ignored.
   * @param image number of the run's image
   * @param start in full-resolution pixels
   */
  expect(image: number, start: ExpectedStart, options: ExpectOptions): void {
    this.#tell('expect', (session) => session.expect(image, start, options));
  }

  /**
   * Decodes part of an image for display. The engine computes on the stored samples, not on this.
   * @param image its number, as `open` gave it
   * @param request a rectangle in full-resolution pixels, the level to read, and the size of the answer in pixels
   * @param options.signal ends it with an `AbortError`
   * @throws SegmenterError `bad-parameter`, `image-unreadable`
   */
  async display(image: number, request: DisplayRequest, { signal }: ClientOpenOptions = {}): Promise<RgbaPicture> {
    return this.#ask('display', image, signal, (session, token) => session.display(image, request, token));
  }

  /**
   * Measures a contour on an image, as a run measures its own.
   * @param image its number, as `open` gave it
   * @param geometry in full-resolution pixels
   * @param options domain in full-resolution pixels, level, slice, and a signal that ends it with an `AbortError`
   * @returns measurements by name, each with its unit in the name
   * @throws SegmenterError `bad-parameter`, `image-unreadable`
   */
  async measure(
    image: number,
    geometry: Geometry,
    { signal, ...options }: MeasureOptions = {},
  ): Promise<Readonly<Record<string, number>>> {
    return this.#ask('measure', image, signal, (session, token) => session.measure(image, geometry, options, token));
  }

  /**
   * Learns a model of objects from examples, once for many runs.
   * @param image its number, as `open` gave it
   * @param request `like`, `unlike` and `level` as for a run with `init: 'auto'`
   * @param options.signal ends it with an `AbortError`
   * @throws SegmenterError `bad-parameter` where examples are missing or teach nothing
   */
  async learn(
    image: number,
    request: Omit<SegmentRequest, 'init'>,
    { signal }: ClientOpenOptions = {},
  ): Promise<unknown> {
    return this.#ask('learn', image, signal, (session, token) => session.learn(image, request, token));
  }

  /**
   * Learns from examples, and tells how likely contours are such objects.
   * @param image its number, as `open` gave it
   * @param contours polygons in full-resolution pixels
   * @param request `like`, `unlike`, `domain` and `level` as for a run with `init: 'auto'`
   * @param options.signal ends it with an `AbortError`
   * @throws SegmenterError `bad-parameter` where examples are missing or teach nothing
   */
  async rate(
    image: number,
    contours: readonly unknown[],
    request: Omit<SegmentRequest, 'init'>,
    { signal }: ClientOpenOptions = {},
  ): Promise<Rated> {
    return this.#ask('rate', image, signal, (session, token) => session.rate(image, contours, request, token));
  }

  /** Ends the worker; everything pending rejects with `AbortError`. */
  dispose(): void {
    this.#disposed = true;
    this.#images.clear();
    this.#own.close();
    this.#current?.close(abortError());
    this.#current = undefined;
    this.#link = undefined;
  }

  /** Makes a call about an image. The worker is told, by the call's token, where `signal` aborts. */
  async #ask<T>(
    what: string,
    image: number,
    signal: AbortSignal | undefined,
    call: (session: Remote<Session>, token: string) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    const link = await this.#connect();
    await this.#images.in(link, image);
    const token = `${what} ${++this.#calls}`;
    const onAbort = (): void => link.tell('abort', (session) => session.abort(token));
    return link.call(what, (session) => call(session, token), { signal, onAbort });
  }

  /** Makes a call that nothing waits for, and whose failure is ignored. */
  #tell(what: string, call: (session: Remote<Session>) => Promise<void>): void {
    this.#connect()
      .then((link) => link.tell(what, call))
      .catch(() => {});
  }

  /** The worker, started or not; messages sent before its start wait in it. */
  async #reach(): Promise<WorkerLink> {
    const started = this.#connect();
    started.catch(() => {});
    return (this.#link === started && this.#current) || started;
  }

  #connect(): Promise<WorkerLink> {
    if (this.#disposed)
      return Promise.reject(new SegmenterError('disposed', { what: because('the-engine')`The engine` }));
    const since = Date.now() - WINDOW;
    this.#failures = this.#failures.filter(({ at }) => at > since);
    const last = this.#failures.at(-1);
    if (!this.#link && last && this.#failures.length >= CRASHES) return Promise.reject(this.#tooOften(last.error));
    if (this.#link) return this.#link;
    const link = this.#start();
    this.#link = link;
    link.catch(() => {
      if (this.#link === link) this.#link = undefined;
    });
    return link;
  }

  /** Why no worker is started now, and when one can be. */
  #tooOften(cause: SegmenterError): SegmenterError {
    const times = this.#failures.length;
    const wait = Math.max(1, Math.ceil((this.#failures.at(-CRASHES)!.at + WINDOW - Date.now()) / 1000));
    const reason = because(
      'ended-often',
    )`${times} times within ${WINDOW / 1000} s, the last time: ${reasonWithin(cause)}; another can be started in ${wait} s`;
    return new SegmenterError('worker-crashed', { reason }, { cause });
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
    const own = this.#own.renew(link);
    this.#images.reopen(link);
    await own;
    for (const id of this.#prepared) link.tell('prepare', (session) => session.prepare(id));
    return link;
  }

  #spawn(): WorkerLink {
    const start = this.#options.startWorker ?? startWorker;
    try {
      const { workerUrl = besideThis() } = this.#options;
      const worker = start(this.#options.workerUrl);
      const fail = (error: SegmenterError): void => this.#fallen(link, error);
      const ping = (session: Remote<Session>): Promise<void> => session.ping();
      const link: WorkerLink = new WorkerLink(worker, String(workerUrl), this.#deadline, fail, ping);
      return link;
    } catch (cause) {
      const error = new SegmenterError('worker-crashed', { reason: reasonWithin(cause) }, { cause });
      this.#failures.push({ at: Date.now(), error });
      throw error;
    }
  }

  #listener(link: WorkerLink): SessionListener {
    return {
      state: async (id, state) => this.#runs.heard(link, id, state),
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

  /** Replaces a crashed worker immediately if it had started; otherwise the next call tries again. */
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
