/** The regions of a search, one after another in the engine: held, tried again where a worker ends, and ended early. */
import type { RunState } from '../../../algorithm/algorithm.js';
import type { Region } from '../../../contours/seams/region-grid.js';
import { mostObjectsOf, seesAll, withRegion } from '../../../contours/seams/regions.js';
import { abortable } from '../../../core/abort.js';
import { codedError, isAbort, SegmenterError } from '../../../core/errors.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
import type { SeatedEngine } from '../../viewer/engine-seat.js';

/** Times that a region is tried whose worker ends. */
const ATTEMPTS = 3;
const OF_THE_WORKER: ReadonlySet<string> = new Set(['worker-crashed', 'timeout']);
/** Whether the worker of the run has ended; a server that is silent or busy was asked again already. */
const isOfTheWorker = ({ code, values }: SegmenterError): boolean =>
  OF_THE_WORKER.has(code) && values.url === undefined;
/** Codes of errors that concern the pixels of one region and do not affect the others. */
const OF_THE_REGION: ReadonlySet<string> = new Set(['tile-unavailable', 'image-unreadable']);
/** Whether other regions may be read: not where a server asks to be left alone. */
const isOfTheRegion = ({ code, values }: SegmenterError): boolean =>
  OF_THE_REGION.has(code) || (code === 'timeout' && values.url !== undefined && values.wait === undefined);
/** Milliseconds for regions in a row, two at least, that cannot be read. A server that is silent takes half a minute for each. */
const MOST_UNREAD = 50_000;

/** Contours of a region that has ended. */
export interface Found {
  readonly contours: readonly ContourFeature[];
  /** As many as may be: there may be more. */
  readonly full: boolean;
  /** The reason why the region could not be read, where it could not. */
  readonly failure?: SegmenterError;
}

/** The engine and the image that are searched, and the request that all regions have in common. */
export interface RegionSearch {
  readonly engine: Pick<SeatedEngine, 'segment'>;
  readonly image: Pick<ImageInfo, 'id' | 'width' | 'height'>;
  readonly request: SegmentRequest;
  readonly signal: AbortSignal;
  /** Called when the regions under way are further, at most once in `PACE`. */
  readonly progressed?: () => void;
}

interface Under {
  readonly run: ClientRun;
  readonly leave: AbortController;
  searching: boolean;
  /** Share of the region that is done. */
  share: number;
}

/** What a state of a region's run tells. */
type Told = Pick<RunState, 'searching' | 'done'>;

/** Approximate share of a region's time in which its objects are looked for; in the rest their contours are found. */
const LOOKING = 1 / 2;
/** Milliseconds between two reports of progress, at least. */
const PACE = 250;

/** Searches regions, and can be held and ended. */
export class RegionRuns {
  readonly #under = new Set<Under>();
  #wake: (() => void)[] = [];
  #held = false;
  #cancelled = false;
  /** Regions that could not be read since one could, and the milliseconds that they took. */
  #unread = { regions: 0, took: 0 };
  /** When progress was reported last. */
  #told = Number.NEGATIVE_INFINITY;

  constructor(private readonly its: RegionSearch) {}

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** The sum of the shares that are done of the regions under way. */
  get share(): number {
    let sum = 0;
    for (const { share } of this.#under) sum += share;
    return sum;
  }

  /** Pauses the current regions and starts no others; or continues. */
  hold(held: boolean): void {
    if (this.#held === held || this.#cancelled) return;
    this.#held = held;
    for (const { run } of this.#under) {
      if (held) run.pause();
      else run.resume();
    }
    if (!held) this.#goOn();
  }

  /** Ends the regions under way with what they have, at the second call without it, and begins no other. */
  cancel(): void {
    const again = this.#cancelled;
    this.#cancelled = true;
    for (const { run, leave, searching } of this.#under) {
      // Otherwise a run that is still searching for its first object would continue until it finds it.
      if (searching || again) leave.abort();
      else run.cancel();
    }
    this.#goOn();
  }

  /** Searches regions in order, several in parallel; `ended` is called for each that was searched. Rejects with the first error, and then ends the others. */
  async search(
    regions: readonly Region[],
    atOnce: number,
    ended: (region: Region, found: Found) => void,
  ): Promise<void> {
    const waiting = regions.values();
    let failed = false;
    const lane = async (): Promise<void> => {
      for (const region of waiting) {
        while (this.#held && !this.#cancelled) await this.#gate();
        if (this.#cancelled || failed) return;
        const found = await this.#find(region);
        if (found) ended(region, found);
      }
    };
    const lanes = Array.from({ length: atOnce }, () =>
      lane().catch((error: unknown) => {
        failed = true;
        for (const { leave } of this.#under) leave.abort();
        this.#goOn();
        throw error;
      }),
    );
    try {
      await Promise.all(lanes);
    } finally {
      await Promise.allSettled(lanes);
    }
  }

  #progressed(): void {
    const now = performance.now();
    if (now < this.#told + PACE) return;
    this.#told = now;
    this.its.progressed?.();
  }

  #gate(): Promise<void> {
    return abortable(new Promise<void>((resolve) => this.#wake.push(resolve)), this.its.signal);
  }

  #goOn(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const each of wake) each();
  }

  /** Resolves to nothing where a person stopped the region before it had objects: what was found there before stays. */
  async #find(region: Region): Promise<Found | undefined> {
    const { request, image } = this.its;
    const whole = seesAll(region, image);
    const most = mostObjectsOf({ ...request });
    const domain = whole ? {} : { domain: region.outer };
    const asked = { ...request, ...domain, ...(most === undefined ? {} : { objects: most }) };
    const begun = performance.now();
    try {
      const found = await this.#segment(asked);
      this.#unread = { regions: 0, took: 0 };
      const contours = whole ? found : found.map((contour) => withRegion(contour, region));
      return { contours, full: most !== undefined && contours.length >= most };
    } catch (error) {
      const nothing = { contours: [], full: false };
      if (this.#cancelled && isAbort(error) && !this.its.signal.aborted) return undefined;
      if (!(error instanceof SegmenterError)) throw error;
      if (error.code === 'nothing-found') {
        this.#unread = { regions: 0, took: 0 };
        return nothing;
      }
      if (!isOfTheRegion(error)) throw error;
      this.#unread.regions++;
      this.#unread.took += performance.now() - begun;
      if (this.#unread.regions > 1 && this.#unread.took > MOST_UNREAD) throw error;
      return { ...nothing, failure: error };
    }
  }

  async #segment(request: SegmentRequest): Promise<readonly ContourFeature[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        const coded = codedError(error);
        if (attempt === ATTEMPTS || !(coded instanceof SegmenterError) || !isOfTheWorker(coded)) throw coded;
      }
    }
  }

  async #attempt(request: SegmentRequest): Promise<readonly ContourFeature[]> {
    const { engine, image } = this.its;
    const leave = new AbortController();
    const signal = AbortSignal.any([this.its.signal, leave.signal]);
    const onState = ({ searching = false, done }: Told): void => {
      under.searching = searching;
      if (done === undefined) return;
      under.share = searching ? LOOKING * done : LOOKING + (1 - LOOKING) * done;
      this.#progressed();
    };
    const run = engine.segment(request, { image: image.id, signal, concurrent: true, onState });
    const under: Under = { run, leave, searching: true, share: 0 };
    this.#under.add(under);
    if (this.#held) run.pause();
    try {
      const { contours } = await abortable(run.result, signal);
      return contours;
    } finally {
      this.#under.delete(under);
    }
  }
}
