import type { Algorithm } from '../algorithm/algorithm.js';
import type { Backend } from '../compute/backend.js';
import type { Executor } from '../compute/executor.js';
import { StandIn } from '../compute/stand-in.js';

/** Which algorithms' kernels are compiled on one device, and who runs the others meanwhile. */
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

  /** The device's own, once it is ready for the algorithm or where nobody may stand in for it. */
  executorFor(algorithm: Algorithm): Executor {
    const { executor, standIn } = this.backend;
    if (!standIn || !algorithm.prepare || this.#settled.has(algorithm.id)) return executor;
    return new StandIn(this.prepare(algorithm));
  }
}
