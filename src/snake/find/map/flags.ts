/** Masks as one flag a pixel: 1 where something holds, else 0. Each loop is a small function of its own, which engines compile soon. */

/** Flags the values above a whole number. */
export const flagsAbove = (values: Uint8Array | Uint16Array, most: number): Uint8Array => {
  const flags = new Uint8Array(values.length);
  // The sign of the difference: a branch here would be unpredictable.
  for (let i = 0; i < flags.length; i++) flags[i] = (most - values[i]!) >>> 31;
  return flags;
};

/** Flags the values that exceed those of another plane. */
export const flagsOver = (values: Uint16Array, others: Uint16Array): Uint8Array => {
  const flags = new Uint8Array(values.length);
  for (let i = 0; i < flags.length; i++) flags[i] = (others[i]! - values[i]!) >>> 31;
  return flags;
};

/** Flags what two masks have in common. */
export const inBoth = (flags: Uint8Array, others: Uint8Array): Uint8Array => {
  const both = new Uint8Array(flags.length);
  for (let i = 0; i < both.length; i++) both[i] = flags[i]! & others[i]!;
  return both;
};

/** Removes the flags of pixels without data. @param missing 1 for each such pixel */
export const removeMissing = (flags: Uint8Array, missing: Uint8Array | undefined): void => {
  if (missing) for (let i = 0; i < flags.length; i++) if (missing[i]) flags[i] = 0;
};
