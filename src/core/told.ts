/** Tells how far a work is, 0 to 1, or that it goes on where nobody knows how far; resolves when the work may go on. */
export type Tell = (done?: number) => Promise<void>;

/** A listener for work that nobody watches. */
export const toNobody: Tell = async () => {};

/**
 * Yields, by `as`, what `work` tells, and holds the work meanwhile; several parts of it may tell at a time, of which the first is heard.
 * Returns what it resolves to, or throws what it rejects with.
 */
export async function* told<T, State>(
  work: (tell: Tell) => Promise<T>,
  as: (done: number | undefined) => State,
): AsyncGenerator<State, T, unknown> {
  let hear = (_: { readonly done: number | undefined }): void => {};
  /** Parts of the work that wait until they may go on, the first to tell first. */
  const waiting: (() => void)[] = [];
  let left = false;
  const next = (): Promise<{ readonly done: number | undefined }> =>
    new Promise((resolve) => {
      hear = resolve;
    });
  let heard = next();
  const tell: Tell = (done) =>
    new Promise((resolve) => {
      // Who left early has aborted it, and it must not wait for ever.
      if (left) resolve();
      else waiting.push(resolve);
      hear({ done });
    });
  const goOn = (count: number): void => {
    for (const resolve of waiting.splice(0, count)) resolve();
  };
  const working = work(tell).then((value) => ({ value }));
  try {
    for (;;) {
      const which = await Promise.race([heard, working]);
      if ('value' in which) return which.value;
      // What is told from here on is heard next.
      const before = waiting.length;
      heard = next();
      yield as(which.done);
      goOn(before);
    }
  } finally {
    working.catch(() => {});
    left = true;
    goOn(waiting.length);
  }
}
