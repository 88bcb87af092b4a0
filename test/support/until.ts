import assert from 'node:assert/strict';

/** The real timer, also for a test that plays its own. */
const { setTimeout } = globalThis;

/** Lets the message loop turn so many times: time enough for what waits for nothing else, on any machine. */
export const turns = async (count = 1): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Waits for what has no event of its own; a busy machine may take its time, one that never gets there fails the test. */
export const until = async (what: string, isSo: () => boolean): Promise<void> => {
  const started = Date.now();
  while (!isSo()) {
    assert.ok(Date.now() - started < 60_000, `a minute has gone by without ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

/** Waits until a count is the same at a hundred looks, a millisecond or more apart, and returns it. */
export const lull = async (what: string, count: () => number): Promise<number> => {
  let [seen, looks] = [count(), 0];
  await until(`a lull of ${what}`, () => {
    looks = count() === seen ? looks + 1 : 0;
    seen = count();
    return looks > 100;
  });
  return seen;
};
