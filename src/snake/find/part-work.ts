/** Parts of a search that are independent of each other and need plain data only, so that other workers may do them in parallel. */
import type { Aside } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import type { Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';

/** How a search, or a part of it, is executed. */
export interface Execution {
  /** Aborts it. */
  readonly signal: AbortSignal;
  /** Hears of its progress. */
  readonly tell: Tell;
  /** Other workers, which do parts of it. */
  readonly aside?: Aside | undefined;
}

/** Message that requests a part of a search: its name and its input. */
interface Asked<Of> {
  readonly work: string;
  readonly of: Of;
}

/** A part of a search that another worker can do. */
export interface PartWork<Of, Did> {
  readonly name: string;
  /** Does it in this thread. Rejects with `AbortError`. @param aside other workers, which do parts of it */
  readonly here: (of: Of, signal: AbortSignal, aside?: Aside) => Promise<Did>;
  /**
   * Has another worker do it, or does it here where none is available. Rejects with `AbortError` at once; the other worker still finishes
   * its part, unless that has parts of its own.
   */
  readonly by: (aside: Aside | undefined, of: Of, signal: AbortSignal) => Promise<Did>;
}

/**
 * @param here must take and return plain data
 * @param inParts whether other workers do parts of it
 */
export const partWork = <Of, Did>(
  name: string,
  here: PartWork<Of, Did>['here'],
  inParts = false,
): PartWork<Of, Did> => ({
  name,
  here,
  by: async (aside, of, signal) => {
    const asked = { work: name, of } satisfies Asked<Of>;
    const did = aside && (await abortable(aside(asked, inParts ? signal : undefined), signal));
    return did ? (did.done as Did) : here(of, signal, aside);
  },
});

/** Copies samples, so that a message to another worker contains no memory but theirs. */
export const copied = ({ width, height, bands, data, missing }: Samples): Samples => ({
  width,
  height,
  bands,
  data: data.slice(),
  ...(missing && { missing: missing.slice() }),
});

const isAsked = (asked: unknown): asked is Asked<never> =>
  typeof asked === 'object' && asked !== null && 'work' in asked;

/** Signal that never aborts: another worker finishes its part. */
const { signal } = new AbortController();

/**
 * Does the part that another thread requests by name.
 * @returns `undefined` where none of `works` has that name
 */
export const doneOf =
  (works: readonly PartWork<never, unknown>[]) =>
  async (asked: unknown, aside?: Aside): Promise<unknown> =>
    isAsked(asked) ? works.find(({ name }) => name === asked.work)?.here(asked.of, signal, aside) : undefined;

/** Maximum parts of one kind in progress: one per worker of an engine that has the most. */
const AT_ONCE = 16;

/**
 * Processes items: several in parallel where there are other workers, else one after another.
 * @param work is given the workers that may do an item; none for the last one, which this thread may do, as it would only wait for the others
 */
export const eachOf = async <Item>(
  items: readonly Item[],
  aside: Aside | undefined,
  work: (item: Item, by: Aside | undefined) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next++]!;
      await work(item, next < items.length ? aside : undefined);
    }
  };
  await Promise.all(Array.from({ length: aside ? AT_ONCE : 1 }, goOn));
};
