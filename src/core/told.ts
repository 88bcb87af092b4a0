/** Reports progress, 0 to 1, or `undefined` where the progress is unknown; resolves when the work may continue. */
export type Tell = (done?: number) => Promise<void>;

/** Discards progress reports. */
export const toNobody: Tell = async () => {};

/** Reports the progress of a part of a work: its 0 to 1 are `from` to `to` of the whole. */
export const shareOf =
  (tell: Tell, from: number, to: number): Tell =>
  (done) =>
    tell(done === undefined ? undefined : from + (to - from) * done);

/** Reports the greatest progress so far, also where the work reports less, or does not know it. */
export const neverLess = (tell: Tell): Tell => {
  let furthest: number | undefined;
  return (done) => {
    if (done !== undefined) furthest = Math.max(furthest ?? 0, done);
    return tell(furthest);
  };
};

/**
 * Yields the progress reports of `work`, converted by `as`, and holds the work until the generator is resumed; of several simultaneous reports, the
 * first is yielded. Returns what `work` resolves to, or throws what it rejects with.
 */
export async function* told<T, State>(
  work: (tell: Tell) => Promise<T>,
  as: (done: number | undefined) => State,
): AsyncGenerator<State, T, unknown> {
  let hear = (_: { readonly done: number | undefined }): void => {};
  /** Parts of the work that wait until they may continue, in the order of their reports. */
  const waiting: (() => void)[] = [];
  let left = false;
  const next = (): Promise<{ readonly done: number | undefined }> =>
    new Promise((resolve) => {
      hear = resolve;
    });
  let heard = next();
  const tell: Tell = (done) =>
    new Promise((resolve) => {
      // A consumer that returned early has aborted the work, which must not wait forever.
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
      // Reports from here on are yielded next.
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
