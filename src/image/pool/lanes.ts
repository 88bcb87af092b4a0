/** The workers of one pool: when they start, what their deaths come to, and when they rest. */
import { reasonOf } from '../../core/errors.js';
import { Lane } from './lane.js';
import type { PoolWorker } from './pool-worker.js';

/** How workers are started, and for how long they are waited for. */
export interface LanesOptions {
  /** Starts a worker; throws where there can be none. */
  readonly start: () => PoolWorker;
  /** Milliseconds without a sign of life after which a worker counts as dead; 30 000 when not given. */
  readonly deadline?: number;
  /** Milliseconds without work after which the workers end; 30 000 when not given. */
  readonly rest?: number;
}

/** What the workers' pool knows and does. */
export interface LanesPool {
  /** What the workers do, as a message says it. */
  readonly doing: string;
  /** Gives what waits to workers that have room: one is ready or died, or none is used any more. */
  assign(): void;
  /** Whether a worker has done anything for the pool so far. */
  haveWorked(): boolean;
  /** Whether nothing is under way, so that the workers may end. */
  isIdle(): boolean;
  /** The workers ended, as there was nothing to do. */
  rested?(): void;
}

/** Deaths after which no worker is used any more. */
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

  /** Workers that died. */
  get deaths(): number {
    return this.#deaths;
  }

  /** Why no worker is used, in a sentence; `undefined` as long as they are. */
  get refused(): string | undefined {
    return this.#refused;
  }

  /** Starts workers until there are so many. */
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

  /** Ends the workers for good. What they had rejects. */
  refuse(reason: string): void {
    this.#refused ??= this.#sentence(reason);
    this.#end();
    this.pool.assign();
  }

  /** They work: they do not rest. */
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
    // A process of Node need not wait for it.
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
