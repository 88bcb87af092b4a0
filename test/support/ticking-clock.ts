/** A clock that moves only when it is read: what depends on the pace of a run is the same on every machine. */
import { mock } from 'node:test';

/** From now on each reading of `performance.now()` is so many milliseconds after the last, until the mock is restored. */
export const tick = (milliseconds: number) => {
  let now = 0;
  return mock.method(performance, 'now', () => {
    now += milliseconds;
    return now;
  });
};
