/**
 * Milliseconds in which a run that was told to end must give a state or its result: as long as a server or a device may take to answer,
 * on which a step may wait.
 */
const LIMIT = 30_000;

/** Calls `late` if a run that was asked to end does not end within the limit. Returns a function to call at each state, which restarts the limit. */
export const limited = (late: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    timer = setTimeout(late, LIMIT);
  };
  begin();
  return begin;
};
