/** One run at a time: started, steered, watched, and ended with a contour, an error or an abort. */

import type { RunState } from '../../../algorithm/algorithm.js';
import { sliceOf } from '../../../contours/on-slice.js';
import { abortable } from '../../../core/abort.js';
import { abortError, codedError, isAbort, SegmenterError } from '../../../core/errors.js';
import { reading } from '../../../core/given.js';
import { loaded } from '../../../core/later.js';
import { pause } from '../../../core/pause.js';
import { because } from '../../../core/reasons.js';
import type { ContourFeature, RunResult } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
import type { Collection } from '../../contours/collection.js';
import { inheriting, isOfVolume, keepIn } from '../../contours/kept.js';
import { doneMessage } from '../../contours/measured.js';
import { countObjects, sameOutlines, wholeOf } from '../../contours/objects.js';
import { twinsOf } from '../../contours/twin.js';
import type { Extensions } from '../../extensions/extensions.js';
import { titleIn } from '../../extensions/table.js';
import { languageOf } from '../../i18n/messages.js';
import type { Evolving } from '../../overlay/drawing.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';
import type { SegmentInit, SegmentOptions } from '../events.js';
import type { Voice } from '../voice.js';
import type { Drawn } from './drawn.js';
import { limited } from './ending.js';
import { Front, type Watched } from './front.js';
import { outlineNotices } from './later-outline-notices.js';
import { Preparing } from './preparing.js';
import { readOptions, type SplitOptions, without } from './run-options.js';
import { refinedBy, requestFor } from './run-request.js';
import { mostObjects } from './settings.js';
import { Trials } from './trials.js';
import { type Waiting, WaitingStarts } from './waiting.js';

interface Current extends Watched {
  readonly run: ClientRun;
  state?: RunState;
  paused: boolean;
  /** Told to end: it does after what it is at, which may be the reading of a slow server. To be called at each state. */
  ending?: () => void;
}

/** A run to begin, and what becomes of its result. */
interface Plan extends SplitOptions {
  readonly init: SegmentInit;
  /** Ids of contours whose place the result takes. */
  readonly replaced?: readonly string[];
  /** The drawing that it starts from. */
  readonly within?: Drawn | undefined;
  readonly admits?: Admits;
}

/** Dispatches `change` when a run begins, ends or is steered, and `front` in the frame in which a new front is to be drawn. */
export class Runs extends EventTarget {
  /** From the call of `segment` to its end. */
  #stop: AbortController | undefined;
  #current: Current | undefined;
  /** The page hears of the outcome of the run, which ends next. */
  #told = false;
  readonly #front: Front;
  readonly starts = new WaitingStarts();
  /** The last run, which can be repeated, and the ids of its contours. */
  #last:
    | {
        readonly algorithm: string;
        readonly init: SegmentInit;
        readonly given: SplitOptions['given'];
        readonly ids: readonly string[];
      }
    | undefined;
  /** Values that a person set and no run has taken yet. */
  readonly trials: Trials;
  /** For the run that a person is about to begin. */
  readonly preparing: Preparing;
  /** True while the last run is being repeated. */
  #redoing = false;
  /** Ids of the contours that the run under way is to take the place of: where none is left, the run is for nothing. */
  #takes: readonly string[] = [];
  /** Parameters changed during that repetition. */
  readonly #waiting = new Set<string>();

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly extensions: Extensions,
  ) {
    super();
    this.trials = new Trials(element);
    this.preparing = new Preparing(element, stage, extensions, () => this.busy);
    this.#front = new Front(voice, () => this.dispatchEvent(new Event('front')));
    stage.addEventListener('image', () => {
      this.starts.come(stage.source);
      // What is said before is taken away as another image opens.
      queueMicrotask(() => this.#tell('notRun'));
    });
    collection.addEventListener('change', () => {
      if (this.#takes.length > 0 && !this.#takes.some((id) => collection.get(id))) this.#stop?.abort();
    });
  }

  get busy(): boolean {
    return this.#stop !== undefined;
  }

  /** The run under way, once it has begun in the engine. */
  get current(): Readonly<Omit<Current, 'run'>> | undefined {
    return this.#current;
  }

  /** The front of the run under way. */
  get evolving(): Evolving | undefined {
    return this.#front.evolving;
  }

  /** Starts a run. Rejects with a coded error or an `AbortError`, whatever it is given. */
  async segment(init: SegmentInit, options?: unknown): Promise<ContourFeature> {
    let read: SplitOptions;
    try {
      read = readOptions(options);
      // Unreadable members are reported here and not in the middle of a run.
      reading('init', () => typeof init === 'object' && { ...init });
    } catch (error) {
      throw this.#failed(error);
    }
    return this.#begin({ init, ...read });
  }

  /**
   * Finds objects, and keeps what `admits` leaves of the result in the place of `replaced`. Rejects as `segment` does, and with what
   * `admits` throws.
   */
  find(options: SegmentOptions, replaced: readonly ContourFeature[], admits: Admits): Promise<ContourFeature> {
    const ids = replaced.map(({ id }) => id);
    return this.#begin({ init: 'auto', ...readOptions(options), replaced: ids, admits });
  }

  /**
   * Starts a run for the user, after those under way and waiting; its outcome is reported by events and messages alone.
   * @param options or what gives them when its turn comes
   */
  start(init: SegmentInit, options?: SegmentOptions | (() => SegmentOptions), within?: Drawn): void {
    const start = { init, options, within };
    if (this.#stop) {
      this.starts.add(start);
      this.#changed();
      return;
    }
    const its = typeof options === 'function' ? options() : options;
    this.#begin({ init, ...readOptions(its), within }).catch((error: unknown) => {
      if (this.starts.failed(start, error)) this.#tell('notRun');
    });
  }

  #tell(key: 'dropped' | 'notRun'): void {
    const { length } = this.dropped;
    if (length > 0) this.voice.say(key, { count: length }, 'snake.run.dropped');
  }

  /** Starts that wait for the run under way. */
  get waiting(): readonly Waiting[] {
    return this.starts.all;
  }

  /** Starts that waited for the run that was stopped last, or that failed by no fault of their own, until another begins. */
  get dropped(): readonly Waiting[] {
    return this.starts.dropped;
  }

  /** Starts those that were dropped. */
  startDropped(): void {
    for (const { init, options, within } of this.starts.takeDropped()) this.start(init, options, within);
  }

  #next(): void {
    const next = this.#stop ? undefined : this.starts.next();
    if (next) this.start(next.init, next.options, next.within);
  }

  /**
   * Repeats the last run with the present value of the parameter `name`, if the run was of this algorithm and its contours are
   * still there; the new contours replace the old. Changes during a repetition are applied after it.
   */
  again(name: string, algorithm: string): void {
    const last = this.#last;
    if (last?.algorithm !== algorithm || !last.ids.some((id) => this.collection.get(id))) return;
    this.#waiting.add(name);
    if (this.#stop) {
      if (!this.#redoing) this.#waiting.clear();
      return;
    }
    const given = without(last.given, this.#waiting);
    this.#waiting.clear();
    this.#last = { ...last, given };
    this.#redoing = true;
    this.#begin({ init: last.init, signal: undefined, given, replaced: last.ids })
      .catch(() => {})
      .finally(() => {
        this.#redoing = false;
        const [next] = this.#waiting;
        if (next !== undefined) this.again(next, algorithm);
      });
  }

  pause(): void {
    this.#steer('pause', true);
  }

  resume(): void {
    this.#steer('resume', false);
  }

  /** Does one step, then pauses. */
  step(): void {
    this.#steer('step', true);
  }

  /**
   * Ends the run; the contour keeps its last valid state. One that has not begun is aborted, and so are a search without an object yet
   * and a run that was told before and has no state: there is nothing to keep. One that does not answer is aborted after a while. Starts
   * that wait are dropped, and the person is told.
   */
  cancel(): void {
    this.starts.drop();
    const current = this.#current;
    const bare = !current?.state || current.state.searching;
    if (!current || (bare && (current.ending || current.from === 'auto'))) {
      this.#stop?.abort();
      return;
    }
    const stop = this.#stop;
    current.ending ??= limited(() => stop?.abort());
    current.run.cancel();
    this.#changed();
  }

  /** Tells the run which slice of a volume is shown now. */
  watch(slice: number): void {
    this.#current?.run.watch(slice);
  }

  #steer(how: 'pause' | 'resume' | 'step', paused: boolean): void {
    const current = this.#current;
    if (!current || (how !== 'step' && current.paused === paused)) return;
    current.run[how]();
    current.paused = paused;
    this.#front.showStart(current);
    this.#changed();
  }

  async #begin(plan: Plan): Promise<ContourFeature> {
    const { element, stage, voice } = this;
    const { signal } = plan;
    if (this.#told) await pause();
    if (!element.isConnected) throw this.#failed(new SegmenterError('detached'));
    if (this.#stop) throw this.#failed(new SegmenterError('busy'));
    const stop = new AbortController();
    this.#stop = stop;
    this.starts.takeDropped();
    voice.beginAnew();
    this.#changed();
    try {
      const ended = AbortSignal.any([stop.signal, stage.signal, ...(signal ? [signal] : [])]);
      return await this.#run(plan, ended);
    } catch (error) {
      if (stop.signal.aborted) voice.say('stopped');
      this.#told = true;
      throw this.#failed(error, this.#current?.run.id);
    } finally {
      this.#stop = undefined;
      this.#told = false;
      this.#takes = [];
      this.#current = undefined;
      if (stage.signal.aborted || !stage.settled) this.starts.clear();
      this.#front.clear();
      this.#tell('dropped');
      this.#changed();
      // After the callers that await this run were informed of its end.
      setTimeout(() => this.#next());
    }
  }

  async #run({ init, given, replaced = [], within, admits }: Plan, signal: AbortSignal): Promise<ContourFeature> {
    const { element, stage, voice, extensions } = this;
    await abortable(stage.usable, signal);
    const { engine, image } = stage;
    if (!engine || !image) throw new SegmenterError(element.isConnected ? 'no-image' : 'detached');
    const refined = refinedBy(init, this.collection);
    const whole = (): readonly ContourFeature[] => {
      const contour = refined && this.collection.get(refined.id);
      return contour ? wholeOf(contour, this.collection.contours) : [];
    };
    const before = whole();
    this.#takes = refined ? [refined.id] : this.#redoing ? replaced : [];
    if (!voice.emit('contour-before-start', { init, options: given })) throw abortError();
    const started = performance.now();
    const wish = { init, given, refined, within, redoing: this.#redoing };
    const request = await requestFor(element, stage, extensions, image, wish);
    const { model, algorithm, from, slice, options, standing } = request;
    if (model) voice.say('asking', { name: titleIn(model.title, languageOf(element)) });
    const ask = { init: from, given, slice, engine, image, signal, id: refined?.id };
    const proposal = model && (await (await loaded(import('./proposals.js'))).proposalOf(model, ask));
    const run =
      standing ??
      proposal?.run ??
      engine.segment(
        { ...options, init: proposal?.starts ?? from },
        // Regions of a search may be under way, too, and are held meanwhile.
        { image: image.id, id: refined?.id, signal, concurrent: true, onState: (state) => this.#arrived(state) },
      );
    const { id } = run;
    const current: Current = { run, algorithm, from, slice, paused: given.paused === true };
    this.#current = current;
    this.#front.showStart(current);
    if (stage.slice !== undefined && stage.slice !== slice) run.watch(stage.slice);
    this.#changed();
    voice.emit('contour-start', { id, init, options: given, ...(slice === undefined ? {} : { slice }) });
    const ended = await abortable(run.result, signal);
    const found = proposal?.named(ended) ?? ended;
    this.#takes = [];
    // It may have been named, noted or changed meanwhile.
    const now = refined && this.collection.get(refined.id);
    const alone = within ? within.kept(found, now, image.placement) : admits ? admits(found) : found;
    const result = sameOutlines(before, whole())
      ? alone
      : (await loaded(import('./meanwhile.js'))).withMeanwhile(alone, before, whole(), image.placement);
    this.#front.tell(current);
    this.#told = true;
    const contours = this.#keep(result, now, replaced, given.like !== undefined);
    const its = slice === undefined ? given : { ...given, slice };
    this.#last = { algorithm, init, given: its, ids: contours.map((contour) => contour.id) };
    this.trials.passed();
    const most = from === 'auto' ? mostObjects(options, options.algorithm, stage.seat.algorithms) : undefined;
    const full = most !== undefined && found.contours.length >= most;
    if (refined || replaced.length > 0 || result.cancelled || !this.#tellAgain(contours)) {
      voice.say(...doneMessage(contours, { ...result, full }, performance.now() - started));
      outlineNotices.now?.tellOfOutline(this.collection, voice, contours, result, given.hints && now);
    }
    return contours[0];
  }

  /** Says so, and is true, where contours are there already. */
  #tellAgain(contours: readonly ContourFeature[]): boolean {
    const count = twinsOf(contours, this.collection.contours);
    const key = countObjects(contours) > 1 ? 'objectsAgain' : 'objectAgain';
    if (count > 0) this.voice.say(key, { count }, 'snake.undo');
    return count > 0;
  }

  /** Reports an error, and returns it in the form in which `segment` rejects. */
  #failed(error: unknown, id?: string): Error {
    const coded = codedError(error);
    this.trials.failed(coded);
    if (!isAbort(coded)) this.voice.fail(coded, id);
    else if (id !== undefined) this.voice.emit('contour-cancel', { id });
    return coded;
  }

  #arrived(state: RunState): void {
    if (!this.#current) return;
    this.#current.state = state;
    this.#current.ending?.();
    this.#front.arrived(this.#current);
  }

  #keep(
    result: RunResult,
    refined: ContourFeature | undefined,
    replaced: readonly string[],
    asExamples: boolean,
  ): readonly [ContourFeature, ...ContourFeature[]] {
    const { collection, element, stage, voice } = this;
    // What was found by examples has their classes, and no other.
    const classification = asExamples ? undefined : element.classification;
    const keeping = { refined, replaced, whole: isOfVolume(result), classification };
    const [first, ...others] = inheriting(result, keeping);
    if (!first) throw new SegmenterError('nothing-found', { where: because('by-the-run')`by the run` });
    const contours = [first, ...others] as const;
    keepIn(collection, contours, keeping, result.cancelled ? 'cancel' : refined ? 'refine' : 'segment');
    for (const [k, contour] of contours.entries()) {
      const details = k === 0 && result.details ? { details: result.details } : {};
      if (result.cancelled) voice.emit('contour-cancel', { id: contour.id, contour });
      else voice.emit('contour-complete', { contour, ...details });
    }
    const seen = stage.slice === undefined ? first : contours.find((contour) => sliceOf(contour) === stage.slice);
    // Of several objects none is selected: what is done next is done to all that were found.
    collection.select(others.length > 0 && !keeping.whole ? undefined : (seen ?? first).id, 'segment');
    return contours;
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** Contours of a result that are kept. */
export type Admits = (result: RunResult) => RunResult;
