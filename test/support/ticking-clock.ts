/** A clock that moves only when it is read: what depends on the pace of a run is the same on every machine. */

/**
 * From now on each reading of `performance.now()` is so many milliseconds after the last, until it is restored. A mock of the test
 * runner's would keep a stack trace of every reading, of which a run has thousands.
 */
export const tick = (milliseconds: number): { restore: () => void } => {
  const real = performance.now;
  let now = 0;
  performance.now = () => {
    now += milliseconds;
    return now;
  };
  return {
    restore: () => {
      performance.now = real;
    },
  };
};
