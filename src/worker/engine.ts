/** The engine, used by Node and by the worker: images, runs, and the backend that they share. */

import type { Algorithm, Geometry, Rated, RunContext, Task } from '../algorithm/algorithm.js';
import type { Backend, BackendInfo } from '../compute/backend.js';
import { keptIn } from '../compute/kept.js';
import { abortError, badParameter, SegmenterError, throwIfAborted } from '../core/errors.js';
import { coded, membersOf, optionsOf, signalOf } from '../core/given.js';
import { later, loaded } from '../core/later.js';
import { Parts } from '../core/parts.js';
import { because } from '../core/reasons.js';
import type { ImageSpec } from '../image/image-spec.js';
import { open } from '../image/open.js';
import { decodingStats } from '../image/pool/decoded.js';
import type { ImageSource, OpenedImage } from '../image/samples.js';
import type { ExpectedStart, ExpectOptions } from './ahead/drawn-ahead.js';
import { isLarge, readAhead } from './ahead/read-ahead.js';
import { Rehearsing } from './ahead/rehearsing.js';
import type { SampleKind } from './begun.js';
import { checkImage, checkKind, imageIn, readRequest } from './checks/given.js';
import { pixelBudgetOf } from './checks/request.js';
import { loadChecks } from './checks/task.js';
import { contextOf, type Seats } from './context.js';
import type {
  ArrayImage,
  EndOptions,
  EngineOptions,
  EngineRequest,
  EngineStats,
  LessonRequest,
  SegmentRunOptions,
  StatsOptions,
} from './engine-types.js';
import { EvolvingPool } from './evolving/evolving-pool.js';
import { ImagesInUse } from './images-in-use.js';
import type { Learner } from './lesson.js';
import type { MeasureOptions } from './measure.js';
import type { AlgorithmInfo, SegmentRequest } from './protocol.js';
import { Readiness } from './readiness.js';
import { Registry } from './registry.js';
import { EngineRun, type Run, type RunWork } from './run.js';
import { workOf } from './work.js';
import type { KeptWork } from './work-place.js';

export type * from './engine-types.js';

/** Images, and runs on them, on one backend. It needs no DOM. Several images may be open, and several runs may be concurrent. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #renew: () => Promise<Backend>;
  readonly #registry: Registry;
  readonly #images = new ImagesInUse();
  #backend: Backend;
  #readiness: Readiness;
  #lost = false;
  #renewing: Promise<void> | undefined;
  #disposed = false;
  /** Ids of the algorithms that are prepared on each new device. */
  readonly #prepared = new Set<string>();
  #timed = false;
  readonly #parts = new Parts();
  readonly #pool: EvolvingPool;
  readonly #rehearsing: Rehearsing;

  /** Use `makeEngine`. */
  constructor(
    algorithms: readonly Algorithm[],
    options: EngineOptions,
    renew: () => Promise<Backend>,
    backend: Backend,
  ) {
    this.#registry = new Registry(algorithms);
    this.#rehearsing = new Rehearsing(algorithms, this.#idle);
    this.#pool = new EvolvingPool(options.evolvers, algorithms);
    this.#options = options;
    this.#renew = renew;
    this.#backend = backend;
    this.#readiness = new Readiness(backend);
    this.#replaceWhenLost(backend);
  }

  /** The backend in use, the name of its adapter, and why it was chosen. */
  get backend(): BackendInfo {
    const { backend, adapter, reason } = this.#backend;
    return { backend, adapter, reason };
  }

  /** The algorithms of this engine: the built-in ones, then those that were registered. */
  get algorithms(): readonly AlgorithmInfo[] {
    return this.#registry.infos;
  }

  /**
   * Adds an algorithm to this engine, and replaces one of the same id.
   * @param algorithm `run` and a schema of its parameters; its coordinates are full-resolution pixels, corner origin, y down
   * @returns a function that removes it
   * @throws SegmenterError `bad-parameter` where it has no id, schema or `run`
   */
  register(algorithm: Algorithm): () => void {
    return this.#registry.register(algorithm);
  }

  /**
   * Compiles and warms up the kernels of an algorithm on this device, and on each that replaces it, so that its first contour
   * does not wait for them. Where `image` is given, a built-in algorithm also finds a contour in a small synthetic image, so that its JavaScript
   * is compiled too, and the coarse levels of an open image are read (at most 2²² pixels each); both end when a run begins.
   * @param algorithm its id; the default algorithm when not given
   * @param image the image of later runs, or the bands and the bits of its samples, and of a volume its `stack`
   * @throws SegmenterError `bad-parameter` for an unknown id, or the error that a run would have
   */
  prepare(algorithm?: string, image?: SampleKind): Promise<void> {
    return coded(async () => {
      this.#refuseDisposed();
      if (image !== undefined) checkKind(image);
      const its = this.#registry.get(algorithm);
      const compiled = this.#compile(its);
      if (image === undefined) return compiled;
      // Rehearses on the CPU where runs begin there while the device compiles.
      await Promise.all([compiled, this.#rehearse('once', its, image), readAhead(image, this.#idle)]);
      await this.#rehearse('once', its, image);
    });
  }

  /**
   * Keeps an idle GPU busy for 0.4 s or until a run begins, as it is slow for its first tenths of a second: call it when the user is about to draw a start.
   * No effect on the CPU, during a run, on a volume, or for an algorithm that is not built in. Starts the workers for a large image's tiles, too.
   * @param algorithm its id; the default algorithm when not given
   * @param image the image of the run, or the bands and the bits of its samples
   * @throws SegmenterError `bad-parameter` or `disposed`
   */
  awaken(algorithm: string | undefined, image: SampleKind): Promise<void> {
    return coded(async () => {
      this.#refuseDisposed();
      checkKind(image);
      await this.#rehearse('awaken', this.#registry.get(algorithm), image);
    });
  }

  /**
   * Reads the tiles that a run will need while the user still draws its start: call it whenever the box has changed, or on the press of a click. A run ends it. No
   * effect on images of at most 2²² pixels, on those that `load` made, on volumes, for algorithms other than the snake, and where the user asked the browser to save data.
   * @param start the box that is drawn so far, or the point that is pressed, in full-resolution pixels
   * @throws SegmenterError `bad-parameter` or `disposed`
   */
  expect(image: ImageSource, start: ExpectedStart, options?: ExpectOptions): Promise<void> {
    return coded(async () => {
      this.#refuseDisposed();
      checkImage(image);
      if (isLarge(image)) await (await this.#drawnAhead.load()).expect(image, start, options);
    });
  }

  /**
   * Opens an image from samples in memory, or from a source of the caller's.
   * @param image samples row by row, the bands of a pixel together, as `Uint8Array`, `Uint16Array` or `Float32Array`, with
   * width and height in pixels; or an `ImageSource`
   * @returns the image, open until `close` or `dispose`
   * @throws SegmenterError `bad-parameter` where size and samples do not agree; `disposed`
   */
  load(image: ArrayImage | ImageSource): Promise<ImageSource> {
    return coded(async () => {
      this.#refuseDisposed();
      const given = imageIn(image);
      return this.#images.add(given.source ?? (await open(given.spec)));
    });
  }

  /**
   * Opens an image from an address, a file or samples.
   * @param spec `{ kind: 'url', url }`, `{ kind: 'blob', blob }`, `{ kind: 'samples', … }` or `{ kind: 'tiles', … }`; with `placement`, the size of a pixel
   * @param options.signal ends the opening with an `AbortError`
   * @returns the image: sizes in pixels, `levels` from full resolution down, `region(rect, level)` of them; open until `close` or `dispose`
   * @throws SegmenterError `image-not-found`, `access-denied`, `image-unreadable`, `image-too-large`, `cors`, `timeout`, `unsupported`, `bad-parameter` or `disposed`
   */
  open(spec: ImageSpec, options?: EndOptions): Promise<OpenedImage> {
    return coded(async () => {
      this.#refuseDisposed();
      const signal = signalOf(optionsOf(options, 'signal').signal);
      const image = await open(spec, { signal });
      if (!this.#disposed && !signal?.aborted) return this.#images.add(image);
      image.close();
      throw abortError();
    });
  }

  /** Closes an image, and ends with `AbortError` what is under way on it: runs, lessons, ratings and measurements. */
  close(image: ImageSource): void {
    if (this.#images.close(image)) keptIn(this.#backend.executor).forget(image.levels);
  }

  /**
   * Starts a run on an image. An error in the request rejects the run's result.
   * @param request the start (`init`), options such as `algorithm`, `domain`, `level`, and parameters of the algorithm by
   * name; coordinates in full-resolution pixels, corner origin, y down
   * @param options the run's id, and a signal that ends it with an `AbortError`
   * @returns the run, under way; its states can be iterated over, and `result` resolves to the contour
   */
  segment(image: ImageSource, request: EngineRequest, options?: SegmentRunOptions): Run {
    const { id, signal, paused, task } = readRequest(image, request, options);
    const kept: KeptWork = { run: {} };
    const prepare = (ended: AbortSignal): Promise<RunWork> => this.#workOf(image, task(), id, ended, kept);
    const run = new EngineRun(prepare, { id, signal, paused });
    this.#rehearsing.end();
    this.#images.begin(run, image);
    return run;
  }

  /**
   * Measures a contour on an image, as a run measures its own: area and perimeter, or length of lines, and the mean and standard
   * deviation of each band inside and outside.
   * @param geometry in full-resolution pixels, corner origin, y down
   * @returns measurements by name, each with its unit in the name
   * @throws SegmenterError `bad-parameter`, or as reading the image
   */
  measure(image: ImageSource, geometry: Geometry, options?: MeasureOptions): Promise<Record<string, number>> {
    return coded(async () => {
      this.#refuseDisposed();
      const { signal: given, ...how } = membersOf('options', options);
      return this.#images.on(image, signalOf(given), async (signal) => {
        const { measureOn } = await loaded(import('./measure.js'));
        return measureOn(image, geometry, { ...how, signal });
      });
    });
  }

  /**
   * Learns a model of objects from examples, once for many runs: `like` of a request takes it. The model depends on the examples, the
   * level and the pixels around them only, not on what is searched later.
   * @param request `like`, `unlike` and `level` as for a run with `init: 'auto'`, and the algorithm
   * @param options.signal ends it with an `AbortError`
   * @throws SegmenterError `bad-parameter` where examples are missing or leave nothing to learn from
   */
  learn(image: ImageSource, request: LessonRequest, options?: EndOptions): Promise<unknown> {
    return coded(() =>
      this.#lesson('learn', image, request, options, (algorithm, task, context) => algorithm.learn(task, context)),
    );
  }

  /**
   * Learns from examples, and rates existing contours by the probability that they are such objects, so that the user's accepted
   * and rejected contours take effect without another search.
   * @param contours polygons in full-resolution pixels, corner origin, y down
   * @param request `like`, `unlike`, `domain` and `level` as for a run with `init: 'auto'`, and the algorithm
   * @param options.signal ends it with an `AbortError`
   * @returns the model, and of each contour the probability that a run would give it, 0 to 1; `undefined` outside of the domain
   * @throws SegmenterError `bad-parameter` where examples are missing or leave nothing to learn from, or a contour is not a polygon in the image
   */
  rate(image: ImageSource, contours: readonly unknown[], request: LessonRequest, options?: EndOptions): Promise<Rated> {
    return coded(async () => {
      checkImage(image);
      const rated = (await loaded(import('./checks/examples.js'))).checkContours(contours, image);
      return this.#lesson('rate', image, request, options, (its, task, context) => its.rate(task, rated, context));
    });
  }

  /** Calls `teach` with the algorithm that learns and the request, checked. */
  async #lesson<What extends 'learn' | 'rate', T>(
    what: What,
    image: ImageSource,
    request: LessonRequest,
    options: EndOptions | undefined,
    teach: (algorithm: Learner<What>, task: Task, context: RunContext) => Promise<T>,
  ): Promise<T> {
    const asked = { ...membersOf('request', request), init: 'auto' } as const;
    const { signal: ending, task } = readRequest(image, asked, options);
    const given = task();
    this.#refuseDisposed();
    this.#rehearsing.end();
    return this.#images.on(image, ending, async (signal) => {
      const [{ executor }, { learnerFor, lessonIn }] = await Promise.all([
        this.#sound(),
        loaded(import('./lesson.js')),
      ]);
      const pixelBudget = pixelBudgetOf(given, this.#options);
      const algorithm = learnerFor(what, this.#registry.get(given.algorithm));
      const checked = await lessonIn(given, algorithm, image);
      return teach(algorithm, checked, this.#context({ run: {} }, checked, { image, executor, signal, pixelBudget }));
    });
  }

  /**
   * Returns the engine's counters: bytes, buffers, runs, and milliseconds of each kernel and part of the runs.
   * @param options.timings true: from now on time each kernel on a GPU that has timestamps, which slows runs; false: stop
   */
  stats(options?: StatsOptions): EngineStats {
    const { timings = this.#timed } = optionsOf(options, 'timings');
    if (typeof timings !== 'boolean') throw badParameter('timings', timings, 'it must be true or false');
    if (timings !== this.#timed) this.#backend.executor.takeTimes?.(timings);
    this.#timed = timings;
    const [images, runs, decoding, evolving] = [
      this.#images.size,
      this.#images.runs,
      decodingStats(),
      this.#pool.stats,
    ];
    return { ...this.#backend.executor.stats(), images, runs, parts: this.#parts.totals, decoding, evolving };
  }

  /** Ends with `AbortError` what is under way, closes the images and frees the memory. */
  dispose(): void {
    this.#disposed = true;
    this.#rehearsing.end();
    this.#images.clear();
    this.#pool.end();
    this.#backend.executor.dispose();
  }

  /** Whether the engine is idle: not disposed of, and without runs. */
  readonly #idle = (): boolean => !this.#disposed && this.#images.runs === 0;

  readonly #drawnAhead = later(async () => {
    const { DrawnAhead } = await loaded(import('./ahead/drawn-ahead.js'));
    const budget = pixelBudgetOf({}, this.#options);
    return new DrawnAhead(this.#registry, budget, (image) => this.#idle() && this.#images.has(image));
  });

  #refuseDisposed(): void {
    if (this.#disposed) throw new SegmenterError('disposed', { what: because('the-engine')`The engine` });
  }

  async #workOf(
    image: ImageSource,
    given: SegmentRequest,
    id: string,
    signal: AbortSignal,
    kept: KeptWork,
  ): Promise<RunWork> {
    this.#refuseDisposed();
    const [backend] = await Promise.all([this.#sound(), loadChecks(given)]);
    throwIfAborted(signal);
    const algorithm = this.#registry.get(given.algorithm);
    const executor = this.#readiness.executorFor(algorithm);
    kept.pixelBudget ??= pixelBudgetOf(given, this.#options);
    const { pixelBudget } = kept;
    const elsewhere = this.#pool.for(algorithm, executor, image);
    this.#rehearsing.begin(algorithm, executor, image);
    const seats = { image, executor, signal, pixelBudget, elsewhere };
    return workOf(given, {
      id,
      image,
      algorithm,
      kept,
      pixelBudget,
      elsewhere,
      begins: executor.backend,
      // The backend that the metadata name; of a stand-in its own, the CPU.
      backend: executor === backend.executor ? backend : executor,
      contextOf: (its, task) => this.#context(its, task, seats),
    });
  }

  async #compile(algorithm: Algorithm): Promise<void> {
    if (!algorithm.prepare) return;
    this.#prepared.add(algorithm.id);
    await this.#sound();
    await this.#readiness.prepare(algorithm);
  }

  async #rehearse(how: 'once' | 'awaken', algorithm: Algorithm, kind: SampleKind): Promise<void> {
    await this.#sound();
    await this.#rehearsing[how](algorithm, () => this.#readiness.executorFor(algorithm), kind);
  }

  #context(kept: KeptWork, task: Task, seats: Seats): RunContext {
    return contextOf(kept, task, { ...seats, engine: this, parts: this.#parts });
  }

  /** Makes another backend once this one is lost: pending runs restart on it, and later runs wait for it. */
  #replaceWhenLost(backend: Backend): void {
    void backend.executor.lost?.then(() => {
      if (this.#disposed) return;
      this.#lost = true;
      this.#sound().catch(() => {});
    });
  }

  /** The backend; once it is replaced where it was lost. */
  async #sound(): Promise<Backend> {
    if (this.#lost) {
      this.#renewing ??= this.#replace().finally(() => {
        this.#renewing = undefined;
      });
      await this.#renewing;
    }
    return this.#backend;
  }

  async #replace(): Promise<void> {
    const fresh = await this.#renew();
    if (this.#disposed) return fresh.executor.dispose();
    this.#backend.executor.dispose();
    this.#backend = fresh;
    this.#readiness = new Readiness(fresh);
    this.#lost = false;
    this.#replaceWhenLost(fresh);
    if (this.#timed) fresh.executor.takeTimes?.(true);
    for (const id of this.#prepared) this.prepare(id).catch(() => {});
    this.#options.onBackendChange?.(this.backend);
  }
}
