/** Offsets of the words that hold the state of a thinning on a device. The shaders take these from here. */
export const Thinning = {
  /** Pixels that pass the low threshold. */
  found: 0,
  /** Their maximum strength. */
  most: 1,
  /** What the next dispatch of `thin_lines` does: a `Mode`. */
  mode: 2,
  /** Pixels that still wait to be processed, counted by one dispatch. */
  waiting: 3,
  /** If more pixels than this are found, nothing is thinned. */
  limit: 4,
} as const;

/** Words of a thinning. */
export const THINNING_WORDS = 5;

/** What a dispatch of `thin_lines` does. */
export const Mode = {
  /** Processes pixels, as far as a tile's knowledge of its surroundings allows. */
  look: 0,
  /** Begins a sweep: neighbours of removed pixels wait to be processed again. */
  begin: 1,
  /** Copies the pixels unchanged: none can be removed any more. */
  done: 2,
  /** Does nothing: both planes have the result, or it is not needed. */
  over: 3,
} as const;

/** Pixels of the side of a tile, which a workgroup thins. */
export const TILE = 32;

/** Bit of a strength in a skeleton that marks a pixel of a strong piece. */
export const STRONG = 2 ** 31;

/** Number of steps of strength by which pixels are ordered. */
export const STEPS = 4096;

/** Number of bits by which strengths are shifted to get steps, from the maximum strength. */
export const shiftOf = (most: number): number => Math.max(0, 20 - Math.clz32(most));

/** The step of a strength, 0 to 4095. */
export const stepOf = (strength: number, shift: number): number => Math.min(STEPS - 1, strength >>> shift);

/** Words of a row of a plane with one bit a pixel, whole tiles. Of `pixels`, with two bits a pixel, a row has twice as many. */
export const rowWords = (width: number): number => Math.ceil(width / TILE);
