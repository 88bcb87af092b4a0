/** The search of a whole image, or of a part of it, region by region: beside the runs, which go before it. */
import { abortable } from '../../../core/abort.js';
import { codedError, isAbort, SegmenterError } from '../../../core/errors.js';
import { later } from '../../../core/later.js';
import { pause } from '../../../core/pause.js';
import { uuid } from '../../../core/uuid.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { BenchParts } from '../bench-parts.js';
import { readOptions } from '../runs/run-options.js';
import type { Runs } from '../runs/runs.js';
import type { SearchTerms } from './search-result.js';
import type { Search, SearchBench } from './search-work.js';

/** How far a search is. */
export interface SearchState {
  /** Regions in all; 0 while there is no plan yet. */
  readonly regions: number;
  readonly done: number;
  /** Share of the work that is done, 0 to 1, with that of the regions under way. */
  readonly share: number;
  /** Objects so far. */
  readonly count: number;
  readonly paused: boolean;
  /** Told to end, which it does after what its regions are at. */
  readonly ending: boolean;
}

/** What carries a search out. */
export const searchWork = later(() => import('./search-work.js'));

/** Searches images region by region. */
export class Searching {
  #search: Search | undefined;

  constructor(private readonly bench: BenchParts) {
    bench.runs.addEventListener('change', () => this.#hold());
    bench.collection.addEventListener('edits', () => {
      const { result, stop } = this.#search ?? {};
      // The change was undone: nothing can be added to it any more.
      if (result?.undone) stop?.abort();
    });
  }

  /** The progress of the current search; `undefined` without one. */
  get state(): SearchState | undefined {
    if (!this.#search) return undefined;
    const { paused, result, runs } = this.#search;
    const { regions = 0, done = 0, count = 0 } = result ?? {};
    const share = regions === 0 ? 0 : (done + (runs?.share ?? 0)) / regions;
    return { regions, done, share, count, paused, ending: runs?.cancelled ?? false };
  }

  /** The current run; without one, the search. */
  get underWay(): Pick<Runs, 'pause' | 'resume' | 'cancel'> {
    return this.#search && !this.bench.runs.busy ? this : this.bench.runs;
  }

  /** Whether a start and its options ask for a search region by region. */
  asks(init: unknown, options: unknown): boolean {
    if (init !== 'auto') return false;
    try {
      const { regions, region } = readOptions(options).given;
      return (regions ?? false) !== false || region !== undefined;
    } catch {
      // They are read again where the search starts, which says what is wrong.
      return false;
    }
  }

  /**
   * Searches an image. Resolves to the first object. Rejects with a coded error or an `AbortError`; what was found until then stays.
   */
  async start(options: unknown, terms: SearchTerms = {}): Promise<ContourFeature> {
    const { element, stage, voice } = this.bench;
    if (this.#search?.told) await pause();
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
      const { carriedOut } = searchWork.now ?? (await abortable(searchWork.load(), ended));
      return await carriedOut(this.#searchBench, search, given, ended, terms);
    } catch (error) {
      const coded = codedError(error);
      search.told = true;
      if (!isAbort(coded)) voice.fail(coded, this.#search === search ? search.id : undefined);
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
    else if (stop) {
      stop.abort();
      this.bench.voice.say('stopped');
    }
    this.#changed();
  }

  #pauses(paused: boolean): void {
    if (!this.#search || this.#search.paused === paused) return;
    this.#search.paused = paused;
    this.#hold();
    this.#changed();
  }

  /** A run goes before the search: a drawn box does not wait. */
  #hold(): void {
    this.#search?.runs?.hold(this.#search.paused || this.bench.runs.busy);
  }

  get #searchBench(): SearchBench {
    const { element, voice, stage, collection, extensions } = this.bench;
    return { element, voice, stage, collection, extensions, hold: () => this.#hold() };
  }

  #changed(): void {
    this.bench.voice.changed();
  }
}
