/** The workers of one pool: when they start, how crashes are handled, and when idle ones end. */
import { reasonOf } from '../../core/errors.js';
import { Lane } from './lane.js';
import type { PoolWorker } from './pool-worker.js';

/** How workers are started, and their timeouts. */
export interface LanesOptions {
  /** Starts a worker; throws where there can be none. */
  readonly start: () => PoolWorker;
  /** Milliseconds without a sign of life after which a worker counts as dead; 30 000 when not given. */
  readonly deadline?: number;
  /** Milliseconds without work after which the workers end; 30 000 when not given. */
  readonly rest?: number;
}

/** The interface of the pool that uses the workers. */
export interface LanesPool {
  /** The purpose of the workers, for messages. */
  readonly doing: string;
  /** Assigns waiting work to workers with free capacity. Called when a worker is ready or has crashed, or when workers are no longer used. */
  assign(): void;
  /** Whether a worker has done anything for the pool so far. */
  haveWorked(): boolean;
  /** Whether nothing is under way, so that the workers may end. */
  isIdle(): boolean;
  /** Called when the workers were ended because they were idle. */
  rested?(): void;
}

/** Number of crashes after which workers are no longer used. */
const MOST_DEATHS = 3;
const HALF_A_MINUTE = 30_000;

/** The workers of one pool. */
export class Lanes<Role> implements Iterable<Lane<Role>> {
  readonly #lanes = new Set<Lane<Role>>();
  #deaths = 0;
  #refused: string | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param options none where there are no workers
   * @param refused why there are none, where it is known
   */
  constructor(
    private readonly pool: LanesPool,
    private readonly options: LanesOptions | undefined,
    refused: string | undefined,
  ) {
    if (refused !== undefined) this.#refused = this.#sentence(refused);
  }

  [Symbol.iterator](): Iterator<Lane<Role>> {
    return this.#lanes.values();
  }

  get size(): number {
    return this.#lanes.size;
  }

  /** Number of crashed workers. */
  get deaths(): number {
    return this.#deaths;
  }

  /** Why no worker is used, in a sentence; `undefined` as long as they are. */
  get refused(): string | undefined {
    return this.#refused;
  }

  /** Starts workers until there are this many. */
  start(most: number): void {
    if (this.options === undefined) return;
    const { start, deadline = HALF_A_MINUTE } = this.options;
    while (this.#refused === undefined && this.#lanes.size < most) {
      try {
        const lane: Lane<Role> = new Lane<Role>(start(), deadline, {
          ready: () => this.pool.assign(),
          died: (reason, ran) => {
            this.#lanes.delete(lane);
            // A script that never ran will not run the next time.
            if (++this.#deaths >= MOST_DEATHS || (!ran && !this.pool.haveWorked())) this.refuse(reason);
            else this.pool.assign();
          },
        });
        this.#lanes.add(lane);
      } catch (error) {
        this.refuse(reasonOf(error));
      }
    }
  }

  /** Ends the workers permanently. Their pending calls reject. */
  refuse(reason: string): void {
    this.#refused ??= this.#sentence(reason);
    this.#end();
    this.pool.assign();
  }

  /** Cancels the idle timer. */
  work(): void {
    clearTimeout(this.#rest);
  }

  /** Workers that have nothing to do for a while end; others start when they are needed. */
  restLater(): void {
    clearTimeout(this.#rest);
    if (this.#lanes.size === 0 || !this.pool.isIdle()) return;
    this.#rest = setTimeout(() => {
      this.#end();
      this.pool.rested?.();
    }, this.options?.rest ?? HALF_A_MINUTE);
    // The timer must not keep a Node process alive.
    if (typeof this.#rest === 'object') this.#rest.unref?.();
  }

  #end(): void {
    clearTimeout(this.#rest);
    const lanes = [...this.#lanes];
    this.#lanes.clear();
    for (const lane of lanes) lane.end();
  }

  #sentence(reason: string): string {
    return `no workers ${this.pool.doing}: ${reason}`;
  }
}
