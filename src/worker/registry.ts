import { type Algorithm, defaultAlgorithm } from '../algorithm/algorithm.js';
import { suggest } from '../algorithm/parameters.js';
import { SegmenterError, show } from '../core/errors.js';
import { ownAlgorithm } from './own-algorithm.js';
import type { AlgorithmInfo } from './protocol.js';

/** Algorithms by id: the built-in ones, and those that a page adds. */
export class Registry {
  /** In the order in which they came; of several with the same id the last counts. */
  #entries: readonly Algorithm[] = [];
  #algorithms: ReadonlyMap<string, Algorithm> = new Map();
  readonly #default: string | undefined;

  /** `defaultAlgorithm` is the default; the first, where it is not among them. */
  constructor(algorithms: readonly Algorithm[]) {
    this.#default = (algorithms.find(({ id }) => id === defaultAlgorithm) ?? algorithms[0])?.id;
    this.#set(algorithms);
  }

  get infos(): AlgorithmInfo[] {
    return [...this.#algorithms.values()].map(({ id, title, schema, pins, sizes }) => ({
      id,
      title,
      schema,
      ...(pins ? { pins } : {}),
      ...(sizes ? { sizes } : {}),
    }));
  }

  /** Adds an algorithm, in place of one of the same id, which counts again once the function returned took this one out. */
  register(given: Algorithm): () => void {
    const algorithm = ownAlgorithm(given);
    this.#set([...this.#entries, algorithm]);
    return () => this.#set(this.#entries.filter((other) => other !== algorithm));
  }

  #set(entries: readonly Algorithm[]): void {
    this.#entries = entries;
    this.#algorithms = new Map(entries.map((algorithm) => [algorithm.id, algorithm]));
  }

  /** Returns the algorithm of this id. Throws `bad-parameter` where there is none. */
  get(id: unknown = this.#default): Algorithm {
    const found = typeof id === 'string' ? this.#algorithms.get(id) : undefined;
    if (found) return found;
    const wanted = suggest(show(id), [...this.#algorithms.keys()]);
    throw new SegmenterError('bad-parameter', { name: 'algorithm', value: show(id), wanted });
  }
}
