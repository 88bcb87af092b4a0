/** The search of a whole image, or of a part of it, region by region: beside the runs, which go before it. */
import { defaultAlgorithm } from '../../algorithm/algorithm.js';
import type { RegionGrid } from '../../contours/seams/region-grid.js';
import { isWanted, PIXEL_BUDGET } from '../../contours/seams/regions.js';
import { abortable } from '../../core/abort.js';
import { abortError, badParameter, codedError, isAbort, SegmenterError } from '../../core/errors.js';
import { uuid } from '../../core/uuid.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../worker/protocol.js';
import type { Collection } from '../contours/collection.js';
import type { Extensions } from '../extensions/extensions.js';
import { visibleBox } from '../overlay/projection.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { SeatedEngine } from '../viewer/engine-seat.js';
import type { Stage } from '../viewer/stage.js';
import type { SegmentOptions } from './events.js';
import { readOptions, type SplitOptions } from './run-options.js';
import type { Runs } from './runs.js';
import { areaOf, outwards, planOf, regionSettingsOf, sizesOf } from './search-plan.js';
import { RegionRuns } from './search-regions.js';
import { SearchResult, type SearchTerms } from './search-result.js';
import { settingsOf } from './settings.js';
import type { Voice } from './voice.js';

/** How far a search is. */
export interface SearchState {
  /** Regions in all; 0 while there is no plan yet. */
  readonly regions: number;
  readonly done: number;
  /** Objects so far. */
  readonly count: number;
  readonly paused: boolean;
}

/** The search under way. */
interface Search {
  readonly id: string;
  readonly stop: AbortController;
  paused: boolean;
  runs?: RegionRuns;
  result?: SearchResult;
}

/** Regions that are searched at once: a device works on one while the other is read. */
const AT_ONCE = { cpu: 1, webgpu: 2 } as const;

/** Searches images region by region. */
export class Searching {
  #search: Search | undefined;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly runs: Runs,
    private readonly extensions: Extensions,
  ) {
    runs.addEventListener('change', () => this.#hold());
    collection.addEventListener('edits', () => {
      const { result, stop } = this.#search ?? {};
      // Somebody has undone it: there is nothing to be added to any more.
      if (result?.undone) stop?.abort();
    });
  }

  /** How far the search under way is; `undefined` where there is none. */
  get state(): SearchState | undefined {
    if (!this.#search) return undefined;
    const { paused, result } = this.#search;
    return { regions: result?.regions ?? 0, done: result?.done ?? 0, count: result?.count ?? 0, paused };
  }

  /** Whether a start and its options ask for a search region by region. */
  asks(init: unknown, options: unknown): boolean {
    if (init !== 'auto') return false;
    try {
      const { regions, region } = readOptions(options).given;
      return (regions ?? false) !== false || region !== undefined;
    } catch {
      // Whoever reads them again says what is wrong.
      return false;
    }
  }

  /**
   * Searches an image. Resolves to the first object. Rejects with a coded error or an `AbortError`; what was found until then stays.
   */
  async start(options: unknown, terms: SearchTerms = {}): Promise<ContourFeature> {
    const { element, stage, voice } = this;
    const search: Search = { id: uuid(), stop: new AbortController(), paused: false };
    try {
      const { signal, given } = readOptions(options);
      if (!element.isConnected) throw new SegmenterError('detached');
      if (this.#search) throw new SegmenterError('busy');
      search.paused = given.paused === true;
      this.#search = search;
      voice.beginAnew();
      this.#changed();
      const ended = AbortSignal.any([search.stop.signal, stage.signal, ...(signal ? [signal] : [])]);
      return await this.#run(search, given, ended, terms);
    } catch (error) {
      const coded = codedError(error);
      if (!isAbort(coded)) voice.fail(coded, search.id);
      else voice.emit('contour-cancel', { id: search.id });
      throw coded;
    } finally {
      if (this.#search === search) this.#search = undefined;
      search.result?.close();
      this.#changed();
    }
  }

  pause(): void {
    this.#pauses(true);
  }

  resume(): void {
    this.#pauses(false);
  }

  /** Ends the search and keeps what was found, in the regions under way too. One that has not begun is aborted. */
  cancel(): void {
    const { runs, stop } = this.#search ?? {};
    if (runs) runs.cancel();
    else stop?.abort();
  }

  #pauses(paused: boolean): void {
    if (!this.#search || this.#search.paused === paused) return;
    this.#search.paused = paused;
    this.#hold();
    this.#changed();
  }

  /** A run goes before the search: a drawn box does not wait. */
  #hold(): void {
    this.#search?.runs?.hold(this.#search.paused || this.runs.busy);
  }

  async #run(
    search: Search,
    given: SplitOptions['given'],
    signal: AbortSignal,
    terms: SearchTerms,
  ): Promise<ContourFeature> {
    const { stage, voice, collection } = this;
    await abortable(stage.usable, signal);
    const { engine, image } = stage;
    if (!engine || !image) throw new SegmenterError('no-image');
    const started = performance.now();
    const { regions, region, ...others } = given;
    const asked = this.#request(others, image);
    const area = areaOf(region, (id) => collection.get(id));
    const plan = planOf({ level: asked.level, regions: regionSettingsOf(regions), area }, image, {
      ...terms.sizes,
      ...sizesOf(asked.like),
    });
    if (!voice.emit('contour-before-start', { init: 'auto', options: given })) throw abortError();
    voice.emit('contour-start', { id: search.id, init: 'auto', options: given });
    const request = await learntFrom({ ...asked, level: plan.level }, engine, image, signal, terms);
    const admits = (contour: ContourFeature): boolean =>
      isWanted(contour.geometry, area) && terms.admits?.(contour) !== false;
    const result = new SearchResult(collection, plan.grid, { ...terms, admits, classification: this.#class(request) });
    const runs = new RegionRuns({ engine, image, request, signal });
    Object.assign(search, { result, runs });
    this.#hold();
    this.#changed();
    try {
      await runs.search(this.#ordered(plan.grid), AT_ONCE[stage.seat.backend?.backend ?? 'cpu'], (its, found) => {
        result.put(its, found);
        this.#tell(search, plan.level);
      });
    } catch (error) {
      if (!signal.aborted) await result.end();
      throw error;
    }
    const kept = await result.end();
    if (signal.aborted) throw abortError();
    return this.#ended(search, kept, runs.cancelled, performance.now() - started);
  }

  /** The request that all regions have in common. Throws a coded error for what is not searched in regions. */
  #request(given: SegmentOptions, { stack }: ImageInfo): SegmentRequest {
    const { element, stage, extensions } = this;
    const algorithm = given.algorithm ?? (given.like === undefined ? element.algorithm : defaultAlgorithm);
    if (stack) {
      const reason = 'a volume is searched as a whole';
      throw new SegmenterError('unsupported', { what: 'A search in regions', reason });
    }
    if (extensions.models.get(algorithm)) {
      const wanted = 'a model of the page is asked about what is in view; choose an algorithm for the whole image';
      throw badParameter('algorithm', algorithm, wanted);
    }
    if (algorithm === 'linear-features')
      throw badParameter('algorithm', algorithm, 'lines are not sought in regions, at whose seams they would be cut');
    const parameters = { ...settingsOf(element, algorithm, stage.seat.algorithms), ...given.parameters };
    const { paused: _held, ...request } = given;
    return { pixelBudget: PIXEL_BUDGET, ...request, algorithm, init: 'auto', parameters };
  }

  /** Objects found by examples have the classes of these, and no other. */
  #class({ like }: SegmentRequest) {
    return like === undefined ? this.element.classification : undefined;
  }

  /** From the middle of the view outwards. */
  #ordered(grid: RegionGrid) {
    const { projection } = this.stage.hold?.overlay ?? {};
    const { x0, y0, x1, y1 } = projection ? visibleBox(projection) : { x0: 0, y0: 0, x1: 0, y1: 0 };
    return outwards(grid, { x: (x0 + x1) / 2, y: (y0 + y1) / 2 });
  }

  #tell({ id, result }: Search, level: number): void {
    if (!result) return;
    const { done, regions, count } = result;
    this.voice.emit('contour-progress', {
      id,
      iteration: 0,
      step: 0,
      ring: [],
      criterion: 0,
      level,
      done: done / regions,
      regions: { done, of: regions, contours: count },
    });
    this.#changed();
  }

  #ended(
    { id, result }: Search,
    contours: readonly ContourFeature[],
    cancelled: boolean,
    milliseconds: number,
  ): ContourFeature {
    const { voice } = this;
    const [first] = contours;
    const { regions = 0, done = 0, full = 0, failures = [] } = result ?? {};
    if (!first) {
      const [failure] = failures;
      if (cancelled) throw abortError();
      if (failure && failures.length === regions) throw failure;
      throw new SegmenterError('nothing-found', { where: result?.any ? 'that is not there already' : 'in any region' });
    }
    const details = { regions, done, full, failures: failures.map((each) => each.toJSON()) };
    if (cancelled) voice.emit('contour-cancel', { id, contour: first });
    else voice.emit('contour-complete', { contour: first, contours, details });
    const failed = failures.length;
    const key = cancelled ? 'searchCancelled' : failed > 0 ? 'searchFailed' : full > 0 ? 'searchFull' : 'searchDone';
    const time = milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
    voice.say(key, { count: contours.length, done, regions, full, failed, time }, 'snake.undo');
    return first;
  }

  #changed(): void {
    this.voice.changed();
  }
}

/** A request with a model in the place of its examples: all regions are searched by the same. */
const learntFrom = async (
  request: SegmentRequest,
  engine: SeatedEngine,
  image: ImageInfo,
  signal: AbortSignal,
  terms: SearchTerms,
): Promise<SegmentRequest> => {
  const { like, unlike, init: _everywhere, ...others } = request;
  if (like === undefined && unlike === undefined) return request;
  const isModel = typeof like === 'object' && like !== null && 'type' in like && like.type === 'ObjectModel';
  const model = isModel ? like : await engine.learn(image.id, { ...others, like, unlike }, { signal });
  terms.learnt?.(model);
  return { ...others, init: 'auto', like: model };
};
