import { type Algorithm, defaultAlgorithm } from '../algorithm/algorithm.js';
import { suggest } from '../algorithm/parameters.js';
import { SegmenterError, show } from '../core/errors.js';
import { ownAlgorithm } from './own-algorithm.js';
import type { AlgorithmInfo } from './protocol.js';

/** Algorithms by id: the built-in ones, and those that a page adds. */
export class Registry {
  readonly #algorithms = new Map<string, Algorithm>();
  readonly #default: string | undefined;

  /** `defaultAlgorithm` is the default; the first, where it is not among them. */
  constructor(algorithms: readonly Algorithm[]) {
    this.#default = (algorithms.find(({ id }) => id === defaultAlgorithm) ?? algorithms[0])?.id;
    for (const algorithm of algorithms) this.#algorithms.set(algorithm.id, algorithm);
  }

  get infos(): AlgorithmInfo[] {
    return [...this.#algorithms.values()].map(({ id, title, schema }) => ({ id, title, schema }));
  }

  /** Adds an algorithm, in place of one of the same id; the function returned takes it out and puts that back. */
  register(given: Algorithm): () => void {
    const algorithm = ownAlgorithm(given);
    const before = this.#algorithms.get(algorithm.id);
    this.#algorithms.set(algorithm.id, algorithm);
    return () => {
      if (this.#algorithms.get(algorithm.id) !== algorithm) return;
      if (before) this.#algorithms.set(algorithm.id, before);
      else this.#algorithms.delete(algorithm.id);
    };
  }

  /** Returns the algorithm of this id. Throws `bad-parameter` where there is none. */
  get(id: unknown = this.#default): Algorithm {
    const found = typeof id === 'string' ? this.#algorithms.get(id) : undefined;
    if (found) return found;
    const wanted = suggest(show(id), [...this.#algorithms.keys()]);
    throw new SegmenterError('bad-parameter', { name: 'algorithm', value: show(id), wanted });
  }
}
