/** Offsets of the words that say how far a thinning on a device is. The shaders take these from here. */
export const Thinning = {
  /** Pixels that pass the low threshold. */
  found: 0,
  /** The greatest strength of those. */
  most: 1,
  /** What the next dispatch of `thin_lines` does: a `Mode`. */
  mode: 2,
  /** Pixels that still wait for their turn, counted by one dispatch. */
  waiting: 3,
  /** Nothing is thinned where more pixels are found than that. */
  limit: 4,
} as const;

/** Words of a thinning. */
export const THINNING_WORDS = 5;

/** What a dispatch of `thin_lines` does. */
export const Mode = {
  /** Gives pixels their turn, as far as one tile knows its surroundings. */
  look: 0,
  /** Begins a sweep: those beside which a pixel went wait for another turn. */
  begin: 1,
  /** Hands on what there is: no pixel can go any more. */
  done: 2,
  /** Nothing: both planes have all that is left, or nobody asks for it. */
  over: 3,
} as const;

/** Pixels of the side of a tile, which a workgroup thins. */
export const TILE = 32;

/** Bit of a strength in a skeleton that marks a pixel of a strong piece. */
export const STRONG = 2 ** 31;

/** Steps of strength in which pixels are ordered. */
export const STEPS = 4096;

/** Bits by which strengths are shifted to be steps, by the greatest of all. */
export const shiftOf = (most: number): number => Math.max(0, 20 - Math.clz32(most));

/** The step of a strength, 0 to 4095. */
export const stepOf = (strength: number, shift: number): number => Math.min(STEPS - 1, strength >>> shift);

/** Words of a row of a plane with one bit a pixel, whole tiles. Of `pixels`, with two bits a pixel, a row has twice as many. */
export const rowWords = (width: number): number => Math.ceil(width / TILE);
