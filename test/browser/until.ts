/** Waits for what a page shows and tells by no event. Throws where it has not come in `limit` milliseconds. */
export const until = async <T>(
  what: string,
  read: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  limit = 200_000,
): Promise<T> => {
  const end = performance.now() + limit;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};

/** The same of a condition that says by itself what it waits for. */
export const waitUntil = async (holds: () => unknown, what = String(holds)): Promise<void> => {
  await until(what, holds);
};
