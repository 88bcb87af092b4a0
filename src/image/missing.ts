/**
 * Calls back for every run [from, until) of pixels with data among those from `first` to `end`; for all of them where
 * nothing is missing.
 */
export const eachRun = (
  missing: Uint8Array | undefined,
  first: number,
  end: number,
  take: (from: number, until: number) => void,
): void => {
  if (missing === undefined) {
    if (first < end) take(first, end);
    return;
  }
  const flags = missing.subarray(first, end);
  let until = 0;
  for (;;) {
    const from = flags.indexOf(0, until);
    if (from < 0) return;
    until = flags.indexOf(1, from);
    if (until < 0) until = flags.length;
    take(first + from, first + until);
  }
};
