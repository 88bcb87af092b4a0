import type { Algorithm } from '../algorithm/algorithm.js';
import type { Backend } from '../compute/backend.js';
import type { Executor } from '../compute/executor.js';
import { StandIn } from '../compute/stand-in.js';

/** The algorithms whose kernels are compiled on one device, and the executor for the others. */
export class Readiness {
  readonly #making = new Map<string, Promise<void>>();
  readonly #settled = new Set<string>();

  constructor(private readonly backend: Backend) {}

  /** Once for each algorithm, unless it fails. */
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

  /** The executor for an algorithm: the device's, once its kernels are compiled or where the CPU may not stand in. */
  executorFor(algorithm: Algorithm): Executor {
    const { executor, standIn } = this.backend;
    if (!standIn || !algorithm.prepare || this.#settled.has(algorithm.id)) return executor;
    return new StandIn(this.prepare(algorithm));
  }
}
