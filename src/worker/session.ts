/** The worker's interface for the page: images by number, runs by id. Errors are sent as plain `ErrorData`. */

import { transfer } from 'comlink';
import type { Algorithm, Geometry, Rated, RunState } from '../algorithm/algorithm.js';
import type { BackendInfo } from '../compute/backend.js';
import {
  abortError,
  type ErrorData,
  fromErrorData,
  SegmenterError,
  throwIfAborted,
  toErrorData,
} from '../core/errors.js';
import { levelByIndex } from '../core/geometry/levels.js';
import { later } from '../core/later.js';
import type { ReasonData } from '../core/reasons.js';
import type { channelPicture } from '../image/channel-picture.js';
import type { DisplayOptions, RgbaPicture, Stretch } from '../image/display.js';
import { type ImageSpec, putTogether, type SentSpec, type SpecHost } from '../image/image-spec.js';
import { open } from '../image/open.js';
import type { ImageSource, OpenedImage } from '../image/samples.js';
import type { ExpectedStart, ExpectOptions } from './ahead/drawn-ahead.js';
import { checkLevel } from './checks/request.js';
import type { Engine, EngineOptions, EngineStats, StatsOptions } from './engine.js';
import { Latest } from './latest.js';
import { makeEngine } from './make-engine.js';
import type { MeasureOptions } from './measure.js';
import type { AlgorithmInfo, DisplayRequest, ImageInfo, RunResult, SegmentRequest } from './protocol.js';
import type { Run } from './run.js';

export type { EngineStats, StatsOptions };

/** A command to a run under way. */
export type Steering = 'pause' | 'resume' | 'step' | 'cancel';

/** Calls from the worker to the page. */
export interface SessionListener {
  /** The call is awaited, so that a busy page gets the newest states only. */
  state(id: string, state: RunState): Promise<void>;
  backend(info: BackendInfo): Promise<void>;
}

/** Every method rejects with `ErrorData`. `token` identifies a call for `abort`. */
export class Session {
  readonly #images = new Map<number, ImageSource>();
  readonly #stretches = new WeakMap<ImageSource, Map<string, Promise<Stretch>>>();
  readonly #runs = new Map<string, Run>();
  /** For runs on volumes: states on their way to the page, and the slice that is watched. */
  readonly #states = new Map<string, Latest<RunState>>();
  readonly #watched = new Map<string, number>();
  readonly #calls = new Map<string, AbortController>();
  readonly #algorithms: readonly Algorithm[];
  /** The host's modules, in order of registration, each with functions that remove its algorithms. */
  #modules: readonly {
    readonly key: string;
    readonly registered: Promise<readonly (() => void)[]>;
    readonly close?: (reason: Error) => void;
  }[] = [];
  #engine: Promise<Engine> | undefined;
  #listener: SessionListener | undefined;

  /** @param evolvers workers for the runs of lists, where this thread can start any */
  constructor(
    algorithms: readonly Algorithm[],
    private readonly evolvers?: EngineOptions['evolvers'],
  ) {
    this.#algorithms = algorithms;
  }

  /** Makes the engine; call it first, and once. */
  start(options: Pick<EngineOptions, 'backend'>, listener: SessionListener): Promise<BackendInfo> {
    return coded(async () => {
      this.#listener = listener;
      const onBackendChange = (info: BackendInfo): void => void listener.backend(info).catch(() => {});
      this.#engine ??= makeEngine(this.#algorithms, { ...options, evolvers: this.evolvers, onBackendChange });
      return (await this.#engine).backend;
    });
  }

  /** Answers while the message loop is running. */
  ping(): void {}

  /** `host`: the functions of the specification, by proxy. */
  open(id: number, spec: SentSpec, token: string, host?: SpecHost): Promise<ImageInfo> {
    return coded(() =>
      this.#withSignal(token, async (signal) => {
        const source = await this.#opened(putTogether(spec, host), signal);
        this.#images.set(id, source);
        const { name, format, width, height, bands, bits, levels, placement, dicom, notes, stack } = source;
        const { depth = 1, spacing, affine } = stack ?? {};
        const its = depth > 1 ? { stack: { depth, spacing, affine } } : {};
        const more = { ...(dicom ? { dicom } : {}), ...(notes ? { notes } : {}), ...its };
        return { id, name, format, width, height, bands, bits, levels, placement, ...more };
      }),
    );
  }

  /** Closes an image; its runs end with `aborted`. */
  async close(id: number): Promise<void> {
    const source = this.#images.get(id);
    this.#images.delete(id);
    if (source) (await this.#ready()).close(source);
  }

  /** Runs a request. Resolves after the listener has received the last state. */
  segment(image: number, request: SegmentRequest, id: string): Promise<RunResult> {
    return this.#onImage(image, id, async (engine, source, signal) => {
      const run = engine.segment(source, request, { id, signal });
      const states = new Latest<RunState>(async (state) => this.#listener?.state(id, this.#seen(id, state)));
      this.#runs.set(id, run);
      this.#states.set(id, states);
      try {
        for await (const state of run) states.offer(state);
        return await run.outcome;
      } finally {
        this.#runs.delete(id);
        this.#states.delete(id);
        await states.end();
        this.#watched.delete(id);
      }
    });
  }

  /** Sets the slice of a volume that a run's states show from now on; the last state is sent again. */
  watch(id: string, slice: number): void {
    if (!this.#calls.has(id)) return;
    this.#watched.set(id, slice);
    const { last } = this.#runs.get(id) ?? {};
    if (last?.front) this.#states.get(id)?.offer(last);
  }

  /** No effect on a run that has ended. */
  steer(id: string, how: Steering): void {
    this.#runs.get(id)?.[how]();
  }

  abort(token: string): void {
    this.#calls.get(token)?.abort();
  }

  /** The picture's bytes are transferred. */
  display(image: number, request: DisplayRequest, token: string): Promise<RgbaPicture> {
    return coded(() =>
      this.#withSignal(token, async (signal) => {
        const source = this.#image(image);
        const level = levelByIndex(source.levels, checkLevel(request.level, source.levels.length));
        const { x, y, width, height } = request.rect;
        const { scaleX, scaleY } = level;
        const rect = { x: x / scaleX, y: y / scaleY, width: width / scaleX, height: height / scaleY };
        const picture =
          request.channel === undefined
            ? await this.#rendered(source, { ...request, rect }, signal)
            : await channelOf(source, { ...request, rect }, request.channel, signal);
        return transfer(picture, [picture.data.buffer]);
      }),
    );
  }

  /** Measures a contour on an image. */
  measure(
    image: number,
    geometry: Geometry,
    options: MeasureOptions,
    token: string,
  ): Promise<Readonly<Record<string, number>>> {
    return this.#onImage(image, token, (engine, source, signal) =>
      engine.measure(source, geometry, { ...options, signal }),
    );
  }

  /** Learns a model of objects from examples. */
  learn(image: number, request: Omit<SegmentRequest, 'init'>, token: string): Promise<unknown> {
    return this.#onImage(image, token, (engine, source, signal) => engine.learn(source, { ...request }, { signal }));
  }

  /** Learns from examples, and tells how likely contours are such objects. */
  rate(
    image: number,
    contours: readonly unknown[],
    request: Omit<SegmentRequest, 'init'>,
    token: string,
  ): Promise<Rated> {
    return this.#onImage(image, token, (engine, source, signal) =>
      engine.rate(source, contours, { ...request }, { signal }),
    );
  }

  /** Adds every algorithm that the module at `url` exports. Rejects with `bad-parameter` where there is none. */
  register(url: string): Promise<readonly AlgorithmInfo[]> {
    return this.#adds(url, async () => (await added.load()).loadAlgorithms(url));
  }

  /**
   * Adds the algorithms behind a port, which run elsewhere.
   * @param silent called, with the reason, where the other side does not answer in time
   */
  registerPort(
    key: string,
    port: MessagePort,
    silent: (reason: ReasonData) => Promise<void>,
  ): Promise<readonly AlgorithmInfo[]> {
    const remote = added
      .load()
      .then(
        ({ RemoteAlgorithms }) => new RemoteAlgorithms(port, (reason) => void silent(reason.toJSON()).catch(() => {})),
      );
    return this.#adds(
      key,
      async () => (await remote).list(),
      (reason) =>
        remote.then(
          (its) => its.close(reason),
          () => port.close(),
        ),
    );
  }

  #adds(
    key: string,
    list: () => Promise<readonly Algorithm[]>,
    close?: (reason: Error) => void,
  ): Promise<readonly AlgorithmInfo[]> {
    return coded(async () => {
      const registered = this.#ready().then(async (engine) =>
        (await list()).map((algorithm) => engine.register(algorithm)),
      );
      this.#modules = [...this.#modules, { key, registered, ...(close ? { close } : {}) }];
      try {
        await registered;
      } catch (error) {
        this.#modules = this.#modules.filter((module) => module.registered !== registered);
        throw error;
      }
      return (await this.#ready()).algorithms;
    });
  }

  /**
   * Removes the algorithms of a module; of a module registered more than once, those of the last registration.
   * @param reason error of pending runs whose algorithms run elsewhere; an abort when not given
   */
  unregister(key: string, reason: ErrorData = toErrorData(abortError())): Promise<void> {
    return coded(async () => {
      const module = this.#modules.findLast((each) => each.key === key);
      this.#modules = this.#modules.filter((each) => each !== module);
      module?.close?.(fromErrorData(reason));
      for (const off of (await module?.registered) ?? []) off();
    });
  }

  algorithms(): Promise<readonly AlgorithmInfo[]> {
    return coded(async () => (await this.#ready()).algorithms);
  }

  /** Prepares the engine for an algorithm's runs; with an image's number, for runs on samples of its kind. */
  prepare(algorithm?: string, image?: number): Promise<void> {
    return coded(async () => {
      const engine = await this.#ready();
      await engine.prepare(algorithm, image === undefined ? undefined : this.#image(image));
    });
  }

  /** Call when a start is being drawn on an image. */
  awaken(algorithm: string, image: number): Promise<void> {
    return coded(async () => (await this.#ready()).awaken(algorithm, this.#image(image)));
  }

  /** Call when the box that is drawn on an image has changed, or where a click is begun. */
  expect(image: number, start: ExpectedStart, options?: ExpectOptions): Promise<void> {
    return coded(async () => (await this.#ready()).expect(this.#image(image), start, options));
  }

  stats(options?: StatsOptions): Promise<EngineStats> {
    return coded(async () => (await this.#ready()).stats(options));
  }

  /** A state as plain data, its front in the slice that is watched. */
  #seen(id: string, { front, ...state }: RunState): RunState {
    const slice = this.#watched.get(id);
    if (!front || slice === undefined || slice === state.slice) return state;
    const rings = front(slice);
    return { ...state, slice, ring: rings[0] ?? [], rings };
  }

  async #rendered(source: ImageSource, request: DisplayRequest, signal: AbortSignal): Promise<RgbaPicture> {
    const { renderTile } = await shown.load();
    return renderTile(source, request, await this.#stretch(source, request.options), signal);
  }

  #stretch(source: ImageSource, options: DisplayOptions = {}): Promise<Stretch> {
    const stretches = this.#stretches.get(source) ?? new Map<string, Promise<Stretch>>();
    this.#stretches.set(source, stretches);
    const key = JSON.stringify(options);
    const known = stretches.get(key);
    if (known) return known;
    const made = shown.load().then(({ stretchOf }) => stretchOf(source, options));
    stretches.set(key, made);
    made.catch(() => stretches.delete(key));
    return made;
  }

  /** Opens an image while the engine is being made: a device may take longer than the first bytes of an image. */
  async #opened(spec: ImageSpec, signal: AbortSignal): Promise<OpenedImage> {
    const engine = this.#ready();
    engine.catch(() => {});
    const image = await open(spec, { signal });
    try {
      const ready = await engine;
      throwIfAborted(signal);
      await ready.load(image);
      return image;
    } catch (error) {
      image.close();
      throw error;
    }
  }

  #ready(): Promise<Engine> {
    return this.#engine ?? Promise.reject(new SegmenterError('internal', { reason: 'the session was not started' }));
  }

  #image(id: number): ImageSource {
    const source = this.#images.get(id);
    if (source) return source;
    throw new SegmenterError('no-image');
  }

  /** Calls the engine about an image, with a signal that `abort(token)` aborts. */
  #onImage<T>(
    image: number,
    token: string,
    call: (engine: Engine, source: ImageSource, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return coded(() =>
      this.#withSignal(token, async (signal) => call(await this.#ready(), this.#image(image), signal)),
    );
  }

  /** Carries out a call with a signal that `abort(token)` aborts. */
  async #withSignal<T>(token: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#calls.set(token, controller);
    try {
      return await call(controller.signal);
    } finally {
      this.#calls.delete(token);
    }
  }
}

/** Structured cloning keeps an `Error`'s message only, so errors are sent as plain objects. */
const coded = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw toErrorData(error);
  }
};

/** Code for a host's algorithms, loaded on demand since most pages add none. */
const added = later(() => import('./beside/added-algorithms.js'));
/** Code for tiles of images that the viewer cannot display itself. */
const shown = later(() => import('../image/display.js'));
/** Loaded when the panel first shows a channel. */
const channels = later(() => import('../image/channel-picture.js'));
const channelOf: typeof channelPicture = async (...given) => (await channels.load()).channelPicture(...given);
