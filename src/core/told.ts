/** Tells how far a work is, 0 to 1, or that it goes on where nobody knows how far; resolves when the work may go on. */
export type Tell = (done?: number) => Promise<void>;

/** A listener for work that nobody watches. */
export const toNobody: Tell = async () => {};

/** Yields, by `as`, what `work` tells, and holds the work meanwhile. Returns what it resolves to, or throws what it rejects with. */
export async function* told<T, State>(
  work: (tell: Tell) => Promise<T>,
  as: (done: number | undefined) => State,
): AsyncGenerator<State, T, unknown> {
  let hear = (_: { readonly done: number | undefined }): void => {};
  let goOn = (): void => {};
  const next = (): Promise<{ readonly done: number | undefined }> =>
    new Promise((resolve) => {
      hear = resolve;
    });
  let heard = next();
  const tell: Tell = (done) =>
    new Promise((resolve) => {
      goOn = resolve;
      hear({ done });
    });
  const working = work(tell).then((value) => ({ value }));
  try {
    for (;;) {
      const which = await Promise.race([heard, working]);
      if ('value' in which) return which.value;
      heard = next();
      yield as(which.done);
      goOn();
    }
  } finally {
    // Who leaves early has aborted it, and it must not wait for ever.
    working.catch(() => {});
    goOn();
  }
}
