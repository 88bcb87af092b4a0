/** Words of the uniform `Tiling` and of `status`. The shaders in `src/wgsl/level-set` take these constants from here. */
export const T = {
  width: 0,
  height: 1,
  depth: 2,
  columns: 3,
  rows: 4,
  slices: 5,
  tiles: 6,
  side: 7,
  words: 8,
  sliceWords: 9,
  bands: 10,
  values: 11,
  planeWords: 12,
  radius: 13,
  size: 14,
  total: 15,
  tolerance: 16,
  outerIterations: 17,
  unstableOnly: 18,
  kind: 19,
  bias: 20,
  /** Bands whose tables depend on the regions: all except a held one. */
  adaptive: 21,
  spare1: 22,
  spare2: 23,
} as const;

/** Words of the uniform `Tiling`. */
export const TILING_WORDS = 24;

/** Numbers of the kinds of speed in `Tiling`. */
export const Kind = { range: 0, 'chan-vese': 1, gaussian: 2, gamma: 3, common: 4 } as const;

/** Offsets of the words of `status`. */
export const Status = {
  outer: 0,
  steps: 1,
  stopped: 2,
  over: 3,
  settled: 4,
  changed: 5,
  inside: 6,
  /** Sums under way, of `changed` and `inside`. */
  changing: 7,
  holding: 8,
  /** Tiles that the front crossed, and tiles run, summed over the launches of cycle one. */
  front: 9,
  active: 10,
} as const;

/** Words of `status`. */
export const STATUS_WORDS = 16;

/** Bits of the constant `skips`: a kernel does nothing once the run is over, or has met the stop condition. */
export const Skip = { over: 1, stopped: 2 } as const;
