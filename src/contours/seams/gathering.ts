/**
 * Collects the contours of regions that end in any order: they are shown at once, and the result is that of `mergeRegions`, in its order.
 *
 * The contours of a region are shown at once where they belong to it. The merge follows row by row, as soon as the regions before it
 * have ended: it takes away what is on a seam twice, brings what another region found of its neighbour's objects, and joins pieces.
 */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { TimeSlice } from '../../core/yielding.js';
import { type MergeHost, mergeRegions } from './merge.js';
import { referencePoint } from './reference-point.js';
import type { Region, RegionGrid } from './region-grid.js';

/** Contours to show, and contours to remove from the display. */
export interface Gathered {
  readonly come: readonly ContourFeature[];
  readonly gone: readonly ContourFeature[];
}

/** Contours of the regions of a grid. */
export class Gathering {
  readonly #found = new Map<number, readonly ContourFeature[]>();
  /** Regions for which the merge waits. */
  readonly #awaited = new Map<number, () => void>();
  /** Shown, and not yet decided on by the merge. */
  readonly #open = new Set<ContourFeature>();
  readonly #merged: ContourFeature[] = [];
  #come: ContourFeature[] = [];
  #gone: ContourFeature[] = [];
  #ended = false;
  readonly #all: Promise<void>;

  /** @param join as `MergeHost.join` */
  constructor(
    private readonly grid: RegionGrid,
    join: MergeHost['join'],
  ) {
    this.#all = this.#merge(join);
    this.#all.catch(() => {});
  }

  /** Takes the contours of a region that has ended, in the region's own order. Returns those that belong to it. */
  put({ index }: Region, contours: readonly ContourFeature[]): readonly ContourFeature[] {
    this.#found.set(index, contours);
    const own = contours.filter(({ geometry }) => this.grid.ownerOf(...referencePoint(geometry)) === index);
    for (const contour of own) {
      this.#open.add(contour);
      this.#come.push(contour);
    }
    this.#awaited.get(index)?.();
    return own;
  }

  /** The contours to show and to remove since the last call. */
  take(): Gathered {
    const both = new Set(this.#gone);
    const come = this.#come.filter((contour) => !both.delete(contour));
    const gone = [...both];
    [this.#come, this.#gone] = [[], []];
    return { come, gone };
  }

  /** To be called when no further region will end. Resolves to the contours that stay, in the merge's order. */
  async end(): Promise<readonly ContourFeature[]> {
    this.#ended = true;
    for (const wake of this.#awaited.values()) wake();
    await this.#all;
    return this.#merged;
  }

  async #merge(join: MergeHost['join']): Promise<void> {
    const slice = new TimeSlice();
    const load = async ({ index }: Region): Promise<readonly ContourFeature[]> => {
      if (!this.#found.has(index) && !this.#ended) {
        await new Promise<void>((resolve) => this.#awaited.set(index, resolve));
        this.#awaited.delete(index);
      }
      if (slice.spent) await slice.renew();
      const found = this.#found.get(index) ?? [];
      this.#found.delete(index);
      return found;
    };
    const leave = (contour: ContourFeature): void => {
      if (this.#open.delete(contour)) this.#gone.push(contour);
    };
    for await (const contour of mergeRegions(this.grid, { load, join, leave })) {
      this.#merged.push(contour);
      if (!this.#open.delete(contour)) this.#come.push(contour);
    }
  }
}
