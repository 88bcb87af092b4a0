/** Found contours that are not accepted yet, possible starts of a search, and the searches. */

import { codedError } from '../../../core/errors.js';
import { later } from '../../../core/later.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { accepted, isOpen, isProbable } from '../../contours/found.js';
import type { BenchParts } from '../bench-parts.js';
import type { Finder } from './finder.js';
import { areaIn } from './search-area.js';
import type { Searching } from './searching.js';

interface Known {
  readonly contours: readonly ContourFeature[];
  readonly open: readonly ContourFeature[];
  readonly probable: readonly number[];
}

/** What begins searches. */
export const finderCode = later(() => import('./finder.js'));

/** Found contours, filtered by probability and accepted; and what finds them. */
export class Finding {
  #known: Known | undefined;
  #finder: Finder | undefined;

  constructor(private readonly bench: BenchParts & { readonly searching: Searching }) {}

  /** Found contours that are not accepted yet; the same list while nothing changes. */
  get open(): readonly ContourFeature[] {
    return this.#now.open;
  }

  /** The probabilities of those that have one, the highest first. */
  get probable(): readonly number[] {
    return this.#now.probable;
  }

  get #now(): Known {
    const { contours } = this.bench.collection;
    if (this.#known?.contours !== contours) {
      const open = contours.filter(isOpen);
      const probable = open.flatMap(({ properties }) => properties.probability ?? []).sort((a, b) => b - a);
      this.#known = { contours, open, probable };
    }
    return this.#known;
  }

  /** Whether there is something to learn from, or something was learnt. */
  get possible(): boolean {
    const { collection, learnt } = this.bench;
    return (
      learnt.model !== undefined || collection.selected !== undefined || collection.contours.length > this.open.length
    );
  }

  /** The selected contour, where it is an area that can be searched. */
  get area(): ContourFeature | undefined {
    const { selected } = this.bench.collection;
    return selected && areaIn(selected) ? selected : undefined;
  }

  /** What finds objects, once it is loaded. Rejects with `not-loaded`. */
  async finder(): Promise<Finder> {
    const { Finder } = await finderCode.load();
    const { stage, collection, runs, learnt, searching } = this.bench;
    this.#finder ??= new Finder(stage, collection, runs, learnt, searching);
    return this.#finder;
  }

  /** Begins a search. Rejects as it does. */
  async search(how: (finder: Finder) => Promise<ContourFeature>): Promise<ContourFeature> {
    const finder = await this.finder().catch((error: unknown) => {
      this.bench.voice.fail(codedError(error));
      throw error;
    });
    return how(finder);
  }

  /**
   * Accepts the selected contours; without any selected, all found ones that are shown, and removes those that the least
   * probability hides: one change.
   */
  accept(): void {
    const { collection, visibility, voice } = this.bench;
    const selected = collection.selection.filter(isOpen);
    const kept = selected.length > 0 ? selected : this.open.filter((contour) => isProbable(contour, visibility.least));
    const gone = selected.length > 0 ? [] : this.open.filter((contour) => !isProbable(contour, visibility.least));
    if (kept.length === 0) return;
    const ids = gone.map(({ id }) => id);
    if (ids.length === 0) collection.put(kept.map(accepted), 'property');
    else collection.exchange(ids, kept.map(accepted), 'property');
    voice.say('accepted', { count: kept.length }, 'snake.undo');
  }
}
