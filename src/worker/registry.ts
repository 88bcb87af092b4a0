import { type Algorithm, defaultAlgorithm } from '../algorithm/algorithm.js';
import { suggest } from '../algorithm/parameters.js';
import { SegmenterError, show } from '../core/errors.js';
import { ownAlgorithm } from './own-algorithm.js';
import type { AlgorithmInfo } from './protocol.js';

/** Algorithms by id: the built-in ones, and those added by a page. */
export class Registry {
  /** In the order of registration; the last with a given id is used. */
  #entries: readonly Algorithm[] = [];
  #algorithms: ReadonlyMap<string, Algorithm> = new Map();
  readonly #default: string | undefined;

  /** The default is `defaultAlgorithm`, or the first where it is missing. */
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

  /** Adds an algorithm, which hides an earlier one of the same id. The returned function removes it again. */
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
