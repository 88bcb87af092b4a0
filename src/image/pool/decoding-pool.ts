/**
 * Decodes tiles in several workers and in this thread in parallel. Results do not depend on the workers: a tile that a worker cannot
 * decode, or had when it crashed, is decoded by another worker or in this thread.
 */
import type { Remote } from 'comlink';
import { abortable, whenAborted } from '../../core/abort.js';
import { abortError, throwIfAborted } from '../../core/errors.js';
import type { Decoder } from './decoder.js';
import { type Lane, MOST_CALLS } from './lane.js';
import { Lanes, type LanesOptions } from './lanes.js';
import type { DecodingStats } from './stats.js';

/** Options of a pool. */
export interface PoolOptions extends LanesOptions {
  /** Processors of the machine. One of them is this thread's. */
  readonly cores: number;
  /** Tiles for which a worker is started; 4 when not given. */
  readonly worth?: number;
}

/** Most workers: one thread fetches the tiles and puts them together, and each worker takes some 10 MB. */
const MOST_WORKERS = 7;
/** Number of worker crashes after which a tile is decoded in this thread. */
const MOST_TRIES = 2;
/** A worker's script takes some 30 ms to load and to compile, and a tile of 256 × 256 pixels some 5 to decode. */
const WORTH = 4;

/** A tile on its way: decoded by a worker, or by this thread where there is none. */
interface Begun<T> {
  readonly lane: Lane<Decoder> | undefined;
  readonly work: Promise<T>;
}

interface Waiting {
  /** Whether it is for this thread alone, as workers crashed or failed with it. */
  readonly onlyHere: boolean;
  /** Begins to decode it. */
  readonly begin: (lane: Lane<Decoder> | undefined) => void;
}

/** The workers, and the tiles that wait for one of them or for this thread. */
export class DecodingPool {
  readonly #size: number;
  readonly #lanes: Lanes<Decoder>;
  readonly #waiting: Waiting[] = [];
  #here = false;
  /** Tiles since the workers last rested. */
  #lately = 0;
  #inWorkers = 0;
  #inPlace = 0;
  #fetched = 0;

  constructor(private readonly options: PoolOptions) {
    this.#size = Math.max(0, Math.min(options.cores - 1, MOST_WORKERS));
    const pool = {
      doing: 'decode tiles',
      assign: () => this.#assign(),
      haveWorked: () => this.#inWorkers > 0,
      isIdle: () => ![...this.#lanes].some(({ calls, errands }) => calls + errands > 0),
      rested: () => {
        this.#lately = 0;
      },
    };
    this.#lanes = new Lanes(pool, options, this.#size === 0 ? 'there is one processor only' : undefined);
  }

  get stats(): DecodingStats {
    const reason = this.#lanes.refused ?? `up to ${this.#size} workers decode tiles`;
    const [inWorkers, inPlace, fetched] = [this.#inWorkers, this.#inPlace, this.#fetched];
    return { workers: this.#lanes.size, inWorkers, inPlace, fetched, deaths: this.#lanes.deaths, reason };
  }

  /**
   * The result of `here`, or of `beside`, which must give the same in a worker. What fails in a worker is decoded again in this
   * thread, so that errors are those of this thread. Rejects with `AbortError` once `signal` is aborted.
   */
  async decode<T>(
    beside: (decoder: Remote<Decoder>) => Promise<T>,
    here: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    this.#lately++;
    for (let tries = 0; ; tries++) {
      const { lane, work } = await this.#begun(beside, here, tries >= MOST_TRIES, signal);
      if (lane === undefined) return await work;
      const next = (): void => this.#assign();
      work.then(next, next);
      try {
        const value = await abortable(work, signal);
        this.#inWorkers++;
        return value;
      } catch {
        throwIfAborted(signal);
        if (!lane.ended) tries = MOST_TRIES;
      }
    }
  }

  /** The worker with the fewest errands; `undefined` while no worker runs. The caller has to call `errandOver`. */
  forErrand(): Lane<Decoder> | undefined {
    // Of two processors the other has the page and the browser's network to itself.
    if (this.#size < 2) return undefined;
    this.#lately++;
    this.#startLanes();
    const [lane] = [...this.#lanes].filter(({ ready }) => ready).sort((a, b) => a.errands - b.errands);
    return lane;
  }

  /** Starts all workers before many tiles or ranges are asked for. */
  warm(): void {
    // Of two processors the other has the page.
    if (this.#size < 2) return;
    this.#lately = Math.max(this.#lately, 1 + this.#size * (this.options.worth ?? WORTH));
    this.#startLanes();
    this.#lanes.restLater();
  }

  /** Notes the end of an errand, and that of a range that a worker fetched. */
  errandOver(fetched = 0): void {
    this.#fetched += fetched;
    this.#lanes.restLater();
  }

  /** Ends the workers permanently; their pending tiles are decoded in this thread. */
  end(): void {
    this.#lanes.refuse('the pool was ended');
  }

  #begun<T>(
    beside: (decoder: Remote<Decoder>) => Promise<T>,
    here: () => Promise<T>,
    onlyHere: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Begun<T>> {
    throwIfAborted(signal);
    return new Promise((resolve, reject) => {
      const stay =
        signal &&
        whenAborted(signal, () => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(abortError());
        });
      const waiting: Waiting = {
        onlyHere,
        begin: (lane) => {
          stay?.();
          resolve({ lane, work: lane === undefined ? this.#inThisThread(here) : lane.call(beside) });
        },
      };
      this.#waiting.push(waiting);
      this.#assign();
    });
  }

  async #inThisThread<T>(here: () => Promise<T>): Promise<T> {
    this.#here = true;
    this.#inPlace++;
    try {
      return await here();
    } finally {
      this.#here = false;
      this.#assign();
    }
  }

  /** Assigns waiting tiles to workers with free capacity, and one of the others to this thread. */
  #assign(): void {
    this.#startLanes();
    for (const most of [1, MOST_CALLS])
      for (const lane of this.#lanes)
        if (lane.ready && lane.calls < most)
          this.#take(this.#waiting.findIndex(({ onlyHere }) => !onlyHere))?.begin(lane);
    if (!this.#here) {
      const at = this.#waiting.findIndex(({ onlyHere }) => onlyHere);
      this.#take(Math.max(at, 0))?.begin(undefined);
    }
    this.#lanes.restLater();
  }

  #take(at: number): Waiting | undefined {
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** Starts the workers that the tiles so far are worth; one tile by itself is decoded before a worker would have started. */
  #startLanes(): void {
    const { worth = WORTH } = this.options;
    this.#lanes.start(Math.min(this.#size, Math.floor((this.#lately - 1) / worth)));
  }
}
