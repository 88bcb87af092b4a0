/** The contours of a search on the page: shown as regions end, in one change that is undone as one. */
import type { Classification } from '../../../contours/formats/features.js';
import { boundsOf } from '../../../contours/geometry.js';
import { Gathering } from '../../../contours/seams/gathering.js';
import { joinedOf } from '../../../contours/seams/joined.js';
import type { Region, RegionGrid } from '../../../contours/seams/region-grid.js';
import type { SegmenterError } from '../../../core/errors.js';
import { uuid } from '../../../core/uuid.js';
import type { Placement } from '../../../image/samples.js';
import { measure } from '../../../worker/feature.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import type { OpenChange } from '../../contours/open-change.js';
import type { Found } from './search-regions.js';

/** The circumstances of a search. */
export interface SearchTerms {
  /** Contours that make room where their regions were searched. */
  readonly replaced?: readonly ContourFeature[];
  /** Sizes that the plan goes by, as `sizesOf` gives them. */
  readonly sizes?: { readonly largest?: number; readonly scale?: number };
  /** Whether an object is to be kept; all where it is not given. */
  admits?(contour: ContourFeature): boolean;
  /** Called with the model by which objects are found. */
  learnt?(model: unknown): void;
}

/** Milliseconds between two changes of the list, at least; and in times of what the last one took: the page has the rest. */
const PACE = { least: 250, times: 10 } as const;

/** What was found until now. */
export class SearchResult {
  readonly #gathering: Gathering;
  /** Contours that make room, by region. */
  readonly #old = new Map<number, string[]>();
  /** Those whose regions were searched since the list was changed last. */
  #leaving: string[] = [];
  /** As they came into the list, by what the regions found. */
  readonly #shown = new Map<ContourFeature, ContourFeature>();
  #open: OpenChange;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flushed = { at: Number.NEGATIVE_INFINITY, took: 0 };
  #ended = false;
  done = 0;
  count = 0;
  full = 0;
  any = false;
  readonly failures: SegmenterError[] = [];
  readonly regions: number;

  constructor(
    private readonly collection: Collection,
    grid: RegionGrid,
    private readonly terms: Required<Pick<SearchTerms, 'admits'>> &
      SearchTerms & {
        readonly classification: Classification | undefined;
        readonly placement: Placement | undefined;
      },
  ) {
    this.#gathering = new Gathering(grid, (pieces) => this.#join(pieces));
    this.regions = grid.regions.length;
    this.#open = collection.begin('segment');
    for (const { id, geometry } of terms.replaced ?? []) {
      const { x0, y0, x1, y1 } = boundsOf(geometry);
      const owner = grid.ownerOf((x0 + x1) / 2, (y0 + y1) / 2);
      if (owner === undefined) continue;
      const ids = this.#old.get(owner) ?? [];
      this.#old.set(owner, ids);
      ids.push(id);
    }
  }

  /** Whether the displayed result was undone. */
  get undone(): boolean {
    return this.collection.undid(this.#open);
  }

  /** Takes what a region has. It is shown soon: many regions may end between two frames. */
  put(region: Region, { contours, full, failure }: Found): void {
    this.done++;
    if (full) this.full++;
    if (failure) this.failures.push(failure);
    else for (const id of this.#old.get(region.index) ?? []) this.#leaving.push(id);
    this.any ||= contours.length > 0;
    this.count += this.#gathering.put(region, contours).filter(this.terms.admits).length;
    if (this.#timer !== undefined || this.#ended) return;
    const { at, took } = this.#flushed;
    const due = at + Math.max(PACE.least, PACE.times * took) - performance.now();
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, due));
  }

  /** All regions have ended that will. Resolves to the contours in the order of the regions, as they are in the list. */
  async end(): Promise<readonly ContourFeature[]> {
    this.#ended = true;
    const kept = await this.#gathering.end();
    if (this.undone) return [];
    this.#flush();
    const shown = kept.flatMap((contour) => this.#shown.get(contour) ?? []);
    this.collection.arrange(this.#open, shown);
    return shown;
  }

  /** Nothing is shown from now on. */
  close(): void {
    clearTimeout(this.#timer);
    this.#ended = true;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const started = performance.now();
    const { come, gone } = this.#gathering.take();
    const fresh = come.filter(this.terms.admits).map((contour) => this.#show(contour));
    const leaving = this.#leaving.filter((id) => this.collection.get(id));
    this.#leaving = [];
    for (const contour of gone) {
      const shown = this.#shown.get(contour);
      this.#shown.delete(contour);
      // What a person has changed meanwhile, stays.
      if (shown && this.collection.get(shown.id) === shown) leaving.push(shown.id);
    }
    if (fresh.length + leaving.length > 0) this.#open = this.collection.grow(this.#open, leaving, fresh) ?? this.#open;
    const now = performance.now();
    this.#flushed = { at: now, took: now - started };
  }

  /** Pieces that a person has changed meanwhile, stay as they are. */
  #join(pieces: readonly ContourFeature[]): ContourFeature | undefined {
    const isChanged = (piece: ContourFeature): boolean => {
      const shown = this.#shown.get(piece);
      return shown !== undefined && this.collection.get(shown.id) !== shown;
    };
    if (pieces.some(isChanged)) return undefined;
    return joinedOf(pieces, { idOf: uuid, measured: (geometry) => measure(geometry, this.terms.placement) });
  }

  #show(contour: ContourFeature): ContourFeature {
    const { classification } = this.terms;
    const { properties } = contour;
    const shown = classification ? { ...contour, properties: { classification, ...properties } } : contour;
    this.#shown.set(contour, shown);
    return shown;
  }
}
