/** Parts of a search that do not depend on each other, and that plain data is enough for: other workers may do them beside this one. */
import type { Aside } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import type { Samples } from '../../image/samples.js';

/** A part of a search as plain data: what is to be done, and with what. */
interface Asked<Of> {
  readonly work: string;
  readonly of: Of;
}

/** What another worker is asked for by its name. */
export interface PartWork<Of, Did> {
  readonly name: string;
  /** Does it in this thread. Rejects with `AbortError`. */
  readonly here: (of: Of, signal: AbortSignal) => Promise<Did>;
  /** Has another worker do it, or does it here where none could. Rejects with `AbortError` at once; another worker then goes on in vain. */
  readonly by: (aside: Aside | undefined, of: Of, signal: AbortSignal) => Promise<Did>;
}

/** @param here which gives plain data for plain data */
export const partWork = <Of, Did>(
  name: string,
  here: (of: Of, signal: AbortSignal) => Promise<Did>,
): PartWork<Of, Did> => ({
  name,
  here,
  by: async (aside, of, signal) => {
    const did = aside && (await abortable(aside({ work: name, of } satisfies Asked<Of>), signal));
    return did ? (did.done as Did) : here(of, signal);
  },
});

/** Samples that share no memory with others: another worker gets a copy of these alone. */
export const copied = ({ width, height, bands, data, missing }: Samples): Samples => ({
  width,
  height,
  bands,
  data: data.slice(),
  ...(missing && { missing: missing.slice() }),
});

const isAsked = (asked: unknown): asked is Asked<never> =>
  typeof asked === 'object' && asked !== null && 'work' in asked;

/** Another worker does its part to the end: that the run was aborted is not told to it. */
const { signal } = new AbortController();

/** Does what another thread asks for, by its name. @returns `undefined` where none of `works` has that name */
export const doneOf =
  (works: readonly PartWork<never, unknown>[]) =>
  async (asked: unknown): Promise<unknown> =>
    isAsked(asked) ? works.find(({ name }) => name === asked.work)?.here(asked.of, signal) : undefined;

/** Most parts of one kind that are asked for at a time: one for each worker that is used beside a device, and one more, which waits. */
const AT_ONCE = 8;

/** Does something for each item: for several at a time where others work beside this thread, else for one after another. */
export const eachOf = async <Item>(
  items: readonly Item[],
  aside: Aside | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: aside ? AT_ONCE : 1 }, goOn));
};
