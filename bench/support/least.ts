/** Least milliseconds of `rounds`: beside other work the least says most about the engine. */
export const least = async (rounds: number, work: () => unknown): Promise<number> => {
  let found = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    found = Math.min(found, performance.now() - start);
  }
  return found;
};
