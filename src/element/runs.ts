/** One run at a time: started, steered, watched, and ended with a contour, an error or an abort. */
import type { Init, Position, RunState } from '../worker/algorithm.js';
import { abortError, isAbort, SegmenterError, show } from '../worker/errors.js';
import { uuid } from '../worker/identifier.js';
import type { ContourFeature, ImageInfo, RunResult, SegmentRequest } from '../worker/protocol.js';
import type { Collection } from './collection.js';
import type { ClientRun } from './engine-client.js';
import type { Emit, SegmentInit, SegmentOptions } from './events.js';
import type { Classification } from './formats/features.js';
import { areaOf, polygonsOf } from './geometry.js';
import { objectOf, sliceOf } from './on-slice.js';
import type { Evolving } from './scene.js';
import type { Engine } from './stage.js';

export interface RunsHost {
  readonly connected: boolean;
  readonly ready: Promise<void>;
  readonly engine: Engine | undefined;
  readonly image: ImageInfo | undefined;
  readonly collection: Collection;
  /** Shown of a volume. */
  readonly slice: number | undefined;
  /** Of contours made from now on. */
  readonly classification: Classification | undefined;
  readonly emit: Emit;
  /** What the page's attributes say; an option of the run wins over them. */
  settings(algorithm: string | undefined): { readonly algorithm: string; readonly parameters: Record<string, unknown> };
  /** The evolving contour, at most once a frame; none when there is none. */
  show(evolving: Evolving | undefined): void;
  failed(error: unknown, id?: string): void;
  changed(): void;
  finished(result: {
    readonly contours: readonly ContourFeature[];
    readonly cancelled: boolean;
    readonly milliseconds: number;
  }): void;
}

interface Current {
  readonly id: string;
  readonly algorithm: string;
  readonly run: ClientRun;
  readonly started: number;
  readonly box?: Evolving['box'];
  /** Of a volume: where the start lies. */
  readonly slice: number | undefined;
  state?: RunState;
  paused: boolean;
}

/** Names among the options that are no parameters. */
const OWN = new Set(['algorithm', 'domain', 'level', 'slice', 'pixelBudget', 'signal', 'paused', 'parameters']);

/** Algorithms whose fronts are open lines. */
const OPEN = new Set(['linear-features']);

const isBox = (init: SegmentInit): init is { x: number; y: number; width: number; height: number } =>
  typeof init === 'object' && init !== null && 'width' in init;

export class Runs {
  /** From the call of `segment` to its end. */
  #stop: AbortController | undefined;
  #current: Current | undefined;
  #frame = 0;
  #told: RunState | undefined;
  /** What can be done again, and the contours it made. */
  #last:
    | {
        readonly algorithm: string;
        readonly init: SegmentInit;
        readonly options: SegmentOptions;
        readonly ids: readonly string[];
      }
    | undefined;
  /** The run under way is the last one done again. */
  #redoing = false;
  /** Parameters changed meanwhile. */
  readonly #waiting = new Set<string>();

  constructor(private readonly host: RunsHost) {}

  get busy(): boolean {
    return this.#stop !== undefined;
  }

  get current(): Readonly<Omit<Current, 'run'>> | undefined {
    return this.#current;
  }

  async segment(init: SegmentInit, options: SegmentOptions = {}): Promise<ContourFeature> {
    return this.#begin(init, options);
  }

  /**
   * The last run once more, if it was of this algorithm and its contours are still there, with what the page now says
   * of the parameter `name`; the new contours take the place of the old. Changes during such a run are taken up after it.
   */
  again(name: string, algorithm: string): void {
    const last = this.#last;
    if (last?.algorithm !== algorithm || !last.ids.some((id) => this.host.collection.get(id))) return;
    this.#waiting.add(name);
    if (this.#stop) {
      if (!this.#redoing) this.#waiting.clear();
      return;
    }
    const options = without(last.options, this.#waiting);
    this.#waiting.clear();
    this.#last = { ...last, options };
    this.#redoing = true;
    this.#begin(last.init, options, last.ids)
      .catch(() => {})
      .finally(() => {
        this.#redoing = false;
        const [next] = this.#waiting;
        if (next !== undefined) this.again(next, algorithm);
      });
  }

  async #begin(init: SegmentInit, options: SegmentOptions, replaced: readonly string[] = []): Promise<ContourFeature> {
    const { host } = this;
    if (!host.connected) throw this.#refused(new SegmenterError('detached'));
    if (this.#stop) throw this.#refused(new SegmenterError('busy'));
    const stop = new AbortController();
    this.#stop = stop;
    const { signal: outer } = options;
    const abort = (): void => stop.abort(outer?.reason);
    outer?.addEventListener('abort', abort, { once: true });
    if (outer?.aborted) abort();
    host.changed();
    try {
      return await this.#segment(init, options, stop.signal, replaced);
    } finally {
      outer?.removeEventListener('abort', abort);
      this.#stop = undefined;
      this.#current = undefined;
      this.#told = undefined;
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      host.show(undefined);
      host.changed();
    }
  }

  pause(): void {
    const current = this.#current;
    if (!current || current.paused) return;
    current.run.pause();
    current.paused = true;
    this.host.changed();
  }

  resume(): void {
    const current = this.#current;
    if (!current?.paused) return;
    current.run.resume();
    current.paused = false;
    this.host.changed();
  }

  /** One step, then pause. */
  step(): void {
    const current = this.#current;
    if (!current) return;
    current.run.step();
    current.paused = true;
    this.host.changed();
  }

  /** Ends the run; the contour keeps its last valid state. One that has not begun is aborted. */
  cancel(): void {
    if (this.#current) this.#current.run.cancel();
    else this.#stop?.abort(abortError());
  }

  /** Of a volume: the slice that the page now looks at. */
  watch(slice: number): void {
    this.#current?.run.watch(slice);
  }

  /** Ends the run without a contour. */
  abort(reason: unknown = abortError()): void {
    this.#stop?.abort(reason);
  }

  #refused(error: SegmenterError): SegmenterError {
    this.host.failed(error);
    return error;
  }

  async #segment(
    init: SegmentInit,
    options: SegmentOptions,
    signal: AbortSignal,
    replaced: readonly string[],
  ): Promise<ContourFeature> {
    const { host } = this;
    let id: string | undefined;
    try {
      await untilAborted(host.ready, signal);
      const { engine, image } = host;
      if (!engine || !image) throw new SegmenterError('no-image');
      const refined = this.#refined(init);
      if (!host.emit('contour-before-start', { init, options })) throw abortError();
      const slice = options.slice ?? (host.slice !== undefined && refined ? sliceOf(refined) : host.slice);
      const request = this.#request(refined ? polygonOf(refined) : startOf(init), { ...options, slice });
      id = refined?.id ?? uuid();
      const started = performance.now();
      const run = engine.segment(request, {
        image: image.id,
        id,
        signal,
        onState: (state) => this.#progress(state),
      });
      const box = isBox(init) ? { box: init } : {};
      this.#current = {
        id,
        algorithm: request.algorithm ?? 'snake',
        run,
        started,
        paused: options.paused === true,
        slice,
        ...box,
      };
      if (host.slice !== undefined && host.slice !== slice) run.watch(host.slice);
      host.changed();
      host.emit('contour-start', { id, init, options, ...(slice === undefined ? {} : { slice }) });
      const result = await untilAborted(run.result, signal);
      this.#tell();
      const first = this.#keep(result, refined, replaced, performance.now() - started);
      const ids = result.contours.map((contour) => contour.id);
      const its = slice === undefined ? options : { ...options, slice };
      this.#last = { algorithm: request.algorithm ?? 'snake', init, options: its, ids };
      return first;
    } catch (error) {
      if (id !== undefined && isAbort(error)) host.emit('contour-cancel', { id });
      if (!isAbort(error)) host.failed(error, id);
      throw error;
    }
  }

  /** The contour that a run starts from, where `init` is an id. */
  #refined(init: SegmentInit): ContourFeature | undefined {
    if (typeof init !== 'string' || init === 'auto') return undefined;
    const contour = this.host.collection.get(init);
    if (contour) return contour;
    throw new SegmenterError('bad-init', { init: show(init), reason: 'no contour has this id' });
  }

  #request(init: Init, options: SegmentOptions): SegmentRequest {
    const { algorithm, parameters } = this.host.settings(options.algorithm);
    const extra = Object.fromEntries(Object.entries(options).filter(([name]) => !OWN.has(name)));
    const { domain, level, slice, pixelBudget, paused } = options;
    return {
      algorithm,
      init,
      ...(domain === undefined ? {} : { domain }),
      ...(level === undefined ? {} : { level }),
      ...(slice === undefined ? {} : { slice }),
      ...(pixelBudget === undefined ? {} : { pixelBudget }),
      ...(paused === true ? { paused } : {}),
      parameters: { ...parameters, ...options.parameters, ...extra },
    };
  }

  #progress(state: RunState): void {
    if (!this.#current) return;
    this.#current.state = state;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#tell();
    });
  }

  /** The newest state to overlay and page, if it was not told. */
  #tell(): void {
    const current = this.#current;
    const state = current?.state;
    if (!current || !state || state === this.#told) return;
    this.#told = state;
    const { iteration, step, ring, criterion, level, slice } = state;
    const on = slice === undefined ? {} : { slice };
    this.host.show({
      rings: state.rings ?? [ring],
      closed: !OPEN.has(current.algorithm),
      ...(state.picture ? { picture: state.picture } : {}),
      ...(current.box && slice === current.slice ? { box: current.box } : {}),
      ...on,
    });
    this.host.emit('contour-progress', { id: current.id, iteration, step, ring, criterion, level, ...on });
  }

  #ofObject(contour: ContourFeature): string[] {
    const same = (other: ContourFeature): boolean => objectOf(other) === objectOf(contour);
    return this.host.collection.contours.filter(same).map(({ id }) => id);
  }

  #keep(
    result: RunResult,
    refined: ContourFeature | undefined,
    replaced: readonly string[],
    milliseconds: number,
  ): ContourFeature {
    const { host } = this;
    const { classification } = host;
    const fresh = classification ? { classification } : {};
    const whole = refined && result.contours.every(({ properties: { metadata } }) => metadata.object !== undefined);
    const contours = result.contours.map((contour, k) => {
      const from = k === 0 || whole ? (refined?.properties ?? fresh) : fresh;
      const { object } = refined && k === 0 && !whole ? refined.properties.metadata : {};
      const metadata = { ...contour.properties.metadata, ...(object === undefined ? {} : { object }) };
      return { ...contour, properties: { ...from, ...contour.properties, metadata } };
    });
    const [first] = contours;
    if (!first) throw new SegmenterError('nothing-found', { where: 'by the run' });
    const reason = result.cancelled ? 'cancel' : refined ? 'refine' : 'segment';
    const old = new Set(replaced);
    // An object in a volume that is run again gives way on every slice.
    if (refined && whole) host.collection.exchange(this.#ofObject(refined), contours, reason);
    else if (old.size > 0) {
      host.collection.replace([...host.collection.contours.filter(({ id }) => !old.has(id)), ...contours], 'refine');
    } else host.collection.put(contours, reason, true);
    for (const [k, contour] of contours.entries()) {
      const details = k === 0 && result.details ? { details: result.details } : {};
      if (result.cancelled) host.emit('contour-cancel', { id: contour.id, contour });
      else host.emit('contour-complete', { contour, ...details });
    }
    const seen = host.slice === undefined ? first : contours.find((contour) => sliceOf(contour) === host.slice);
    host.collection.select((seen ?? first).id, 'segment');
    host.finished({ contours, cancelled: result.cancelled, milliseconds });
    return first;
  }
}

/** A contour as a start: of several polygons the largest. */
const polygonOf = ({ id, geometry }: ContourFeature): Init => {
  const [largest] = [...polygonsOf(geometry)].sort((a, b) => areaOf(solo(b)) - areaOf(solo(a)));
  if (largest) return solo(largest);
  throw new SegmenterError('bad-init', { init: id, reason: 'lines cannot be a start; a Polygon can' });
};

const solo = (coordinates: readonly (readonly Position[])[]) => ({ type: 'Polygon', coordinates }) as const;

/** Of a run to do again: what it was given, but for these parameters, which the page now says. */
const without = (options: SegmentOptions, names: ReadonlySet<string>): SegmentOptions => {
  const kept = (values: object): [string, unknown][] => Object.entries(values).filter(([name]) => !names.has(name));
  const { signal: _over, paused: _held, parameters = {}, ...others } = options;
  return { ...Object.fromEntries(kept(others)), parameters: Object.fromEntries(kept(parameters)) };
};

/** Anything but an id goes to the engine, which checks it. */
const startOf = (init: SegmentInit): Init => {
  if (init === 'auto' || typeof init !== 'string') return init;
  throw new SegmenterError('bad-init', { init: show(init), reason: 'no contour has this id' });
};

const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof SegmenterError ? signal.reason : abortError());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
