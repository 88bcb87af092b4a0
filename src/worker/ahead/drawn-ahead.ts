/** Reads what a run will read while its start is still drawn: the caches of the image's source then hold the tiles. */
import type { Algorithm, Read } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { liesWithin } from '../../core/geometry/within.js';
import { optionsOf, reading } from '../../core/given.js';
import type { ImageSource } from '../../image/samples.js';
import { checkRect } from '../checks/request.js';
import type { Registry } from '../registry.js';
import { savesData } from './read-ahead.js';

/** A start that is being drawn, in full-resolution pixels: the box so far, or the point that is pressed. */
export type ExpectedStart = Rect | { readonly x: number; readonly y: number };

const isPoint = (start: unknown): boolean =>
  typeof start === 'object' && start !== null && !('width' in start) && !('height' in start);

/** Rows of a level from one read to the next: a row touches all tiles across it, which are seldom lower than this. */
const BAND = 128;

/** Options of `Engine.expect`. */
export interface ExpectOptions {
  /** Id of the run's algorithm; the default algorithm when not given. */
  readonly algorithm?: string;
  /**
   * The part of the image that the user sees, in full-resolution pixels; all of it when not given. Levels are left out that a box of half its width and height
   * would not read whole.
   */
  readonly inView?: Rect | undefined;
}

/** The columns of a band that were read, from `from` to before `to`. */
interface Columns {
  readonly from: number;
  readonly to: number;
}

/** The reading ahead of one engine. */
export class DrawnAhead {
  #drawn: { readonly image: ImageSource; readonly box: Rect } | undefined;
  #reads: readonly Read[] = [];
  /** By level and band. */
  readonly #done = new Map<string, Columns>();
  #reading = false;
  /** A read for this box failed: its server is left alone. */
  #failed = false;

  /** @param free whether an image is open and no run is pending: a run reads by itself */
  constructor(
    private readonly algorithms: Registry,
    private readonly pixelBudget: number,
    private readonly free: (image: ImageSource) => boolean,
  ) {}

  /** Implements `Engine.expect`. The first failure ends the reading for a box. Failures are ignored: a run reports its own. */
  async expect(image: ImageSource, start: ExpectedStart, options?: ExpectOptions): Promise<void> {
    const { algorithm: id, inView: seen } = optionsOf(options, 'algorithm', 'inView');
    const { width, height } = image;
    const whole = { x: 0, y: 0, width, height };
    const point = reading('start', () => isPoint(start));
    const box = reading('start', () => checkRect('start', point ? { ...start, width: 1, height: 1 } : start, whole));
    const inView = seen === undefined ? whole : reading('inView', () => checkRect('inView', seen, whole));
    const algorithm = this.algorithms.get(id);
    // The source of a caller's own may keep no tiles.
    if (!('format' in image) || image.stack || savesData() || !this.free(image)) return;
    if (point) {
      // A click is over in a tenth of a second, and its run needs all of them: they are few.
      const reads = (await algorithm.readsRound?.(box, image, this.pixelBudget, inView)) ?? [];
      for (const { level, rect } of reads) image.region(rect, level).catch(() => {});
      return;
    }
    const reads = await this.#readsOf(algorithm, image, box, inView);
    // A box that does not hold the one before is another, whose tiles may have left the caches since.
    if (this.#drawn?.image !== image || !liesWithin(this.#drawn.box, box)) {
      this.#done.clear();
      this.#failed = false;
    }
    this.#drawn = { image, box };
    this.#reads = reads;
    void this.#goOn();
  }

  /** Reads band after band of the newest box, one at a time: what a run asks for first does not wait behind many tiles. */
  async #goOn(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#drawn && !this.#failed) {
      const { image } = this.#drawn;
      // A closed image is let go.
      if (!this.free(image)) this.#drawn = undefined;
      const next = this.#drawn && this.#next();
      if (next === undefined) break;
      await image.region(next.rect, next.level).catch(() => {
        this.#failed ||= image === this.#drawn?.image;
      });
    }
    this.#reading = false;
  }

  /**
   * What a run from the box reads, without the levels that a box of half the view's sides would not read whole: while it is drawn, the box may become so
   * large, and the finest levels of a small one would be read in vain.
   */
  async #readsOf(algorithm: Algorithm, image: ImageSource, box: Rect, inView: Rect): Promise<readonly Read[]> {
    if (algorithm.reads === undefined) return [];
    const reads = await algorithm.reads(box, image, this.pixelBudget);
    const { x, y, width, height } = inView;
    const large = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
    const finest = Math.min(...(await algorithm.reads(large, image, this.pixelBudget)).map(({ level }) => level));
    return reads.filter(({ level }) => level >= finest);
  }

  /** A row of the first band that was not read, which counts as read from now on. */
  #next(): Read | undefined {
    for (const { level, rect } of this.#reads) {
      const { x, y, width, height } = rect;
      for (let band = Math.floor(y / BAND); band * BAND < y + height; band++) {
        const key = `${level} ${band}`;
        const done = this.#done.get(key);
        if (done && done.from <= x && x + width <= done.to) continue;
        this.#done.set(key, { from: x, to: x + width });
        return { level, rect: { x, y: Math.max(y, band * BAND), width, height: 1 } };
      }
    }
    return undefined;
  }
}
