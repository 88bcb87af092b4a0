import { levelSet } from '../level-set/contribution.js';
import { linearFeatures } from '../linear-features/contribution.js';
import { snake } from '../snake/contribution.js';
import type { Algorithm } from './algorithm.js';
import { suggest } from './checks.js';
import { SegmenterError, show } from './errors.js';
import type { AlgorithmInfo } from './protocol.js';

/** The algorithms that every engine has; the first is the default. */
export const builtIn: readonly Algorithm[] = [snake, levelSet, linearFeatures];

/** Algorithms by id: the built-in ones, and those that a page adds. */
export class Registry {
  readonly #algorithms = new Map<string, Algorithm>();

  constructor(algorithms: readonly Algorithm[] = builtIn) {
    for (const algorithm of algorithms) this.#algorithms.set(algorithm.id, algorithm);
  }

  get infos(): AlgorithmInfo[] {
    return [...this.#algorithms.values()].map(({ id, title, schema }) => ({ id, title, schema }));
  }

  /** Adds an algorithm, in place of one of the same id; the function returned takes it out and puts that back. */
  register(algorithm: Algorithm): () => void {
    const before = this.#algorithms.get(algorithm.id);
    this.#algorithms.set(algorithm.id, algorithm);
    return () => {
      if (this.#algorithms.get(algorithm.id) !== algorithm) return;
      if (before) this.#algorithms.set(algorithm.id, before);
      else this.#algorithms.delete(algorithm.id);
    };
  }

  /** Throws `bad-parameter` where there is no such algorithm. */
  get(id: unknown = 'snake'): Algorithm {
    const found = typeof id === 'string' ? this.#algorithms.get(id) : undefined;
    if (found) return found;
    const wanted = suggest(show(id), [...this.#algorithms.keys()]);
    throw new SegmenterError('bad-parameter', { name: 'algorithm', value: show(id), wanted });
  }
}
