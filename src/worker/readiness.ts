import type { Algorithm } from '../algorithm/algorithm.js';
import type { Backend } from '../compute/backend.js';
import type { Executor } from '../compute/executor.js';
import { StandIn } from '../compute/stand-in.js';

/** Tracks the algorithms whose kernels are compiled on one device, and chooses the executor. */
export class Readiness {
  readonly #making = new Map<string, Promise<void>>();
  readonly #settled = new Set<string>();

  constructor(private readonly backend: Backend) {}

  /** Compiles once per algorithm; a failed attempt is repeated on the next call. */
  prepare({ id, prepare }: Algorithm): Promise<void> {
    const known = this.#making.get(id);
    if (known) return known;
    const made = (async () => prepare?.(this.backend.executor))();
    this.#making.set(id, made);
    made.then(
      () => this.#settled.add(id),
      () => {
        this.#settled.add(id);
        this.#making.delete(id);
      },
    );
    return made;
  }

  /** The executor for an algorithm: the device's once its kernels are compiled, or where the CPU may not stand in; else a stand-in. */
  executorFor(algorithm: Algorithm): Executor {
    const { executor, standIn } = this.backend;
    if (!standIn || !algorithm.prepare || this.#settled.has(algorithm.id)) return executor;
    return new StandIn(this.prepare(algorithm));
  }
}
