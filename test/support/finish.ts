/** Runs a generator to its end at once, and gives what it returns. */
export const finish = <T>(run: Generator<unknown, T>): T => {
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
};
