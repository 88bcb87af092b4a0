/**
 * Offsets of all words in the snake's buffers. The shaders in `src/wgsl/snake` take these constants from here.
 *
 * A run holds `contours` snakes that evolve in the same dispatches. Every per-contour buffer is an array over the
 * contour index, with the strides given here; vertices are on the pixel-corner lattice of the domain, `0 ≤ x ≤ width`,
 * `0 ≤ y ≤ height`, both at most 65,535.
 */

/** Words of the `geometry` uniform, which are constant during a run. */
export const G = {
  width: 0,
  height: 1,
  /** Planes of samples: bands, or 1 plane of codes. */
  planes: 2,
  /** Bits of a stored sample: 8 or 16. */
  bits: 3,
  /** log2 of the columns between two stored prefixes. */
  strideShift: 4,
  /** Stored prefixes per row: floor(width / stride) + 1. */
  entries: 5,
  /** Words of one stored prefix: 2 (8 bits), 3 (16 bits) or codes / 2 (two counts of 16 bits per word). */
  entryWords: 6,
  /** Words of one row of samples, a multiple of 4. */
  rowWords: 7,
  /** Number of codes B, or 0 for intensities. */
  codes: 8,
  /** Moments of a region, 64 bits each: N, then S and Q of every plane, or the B counts. */
  moments: 9,
  /** Maximum vertices of one contour. */
  capacity: 10,
  contours: 11,
  model: 12,
  /** Order (number of looks) of the gamma and Rayleigh noise models, 8 fraction bits. */
  order: 13,
  /** Workgroups among which the segments of one contour are divided: where there are fewer segments, each is split (`blocksOf`). */
  crews: 14,
  /** Segments longer than this, in pixels, are split. */
  minimumLength: 15,
  /** 1: remove vertices by description length, then refine. */
  prune: 16,
  /** 0: none, 1: the target is brighter, 2: darker (first plane). */
  polarity: 17,
  /** Weight of the contour's description length, 8 fraction bits. */
  contourWeight: 18,
  /** 1: CPU kernels may decide in f64 where a proven bound allows; shaders ignore it. */
  filter: 19,
  /** Minimum pixels of each region. */
  minimumPixels: 20,
  /** Maximum steps of a contour; a safeguard, far above any real run. */
  maximumSteps: 21,
  /** First row and number of rows of the bound samples and prefixes: those of one chunk. */
  firstRow: 22,
  rows: 23,
  /** 1: add the sums of the bound rows to those of the chunks above; 0 for the first chunk. */
  adds: 24,
  /**
   * 1: some pixels are outside the domain. Intensities then have an additional stored plane, with 1 for each pixel inside, whose
   * sums are N, and 0 for the others; codes have the code B at pixels outside, which is not counted, and N is the sum of the counts.
   */
  masked: 25,
  /**
   * If not 0, the last plane is not data but a prior of the target. Each unit of it above 128, summed over the target, is
   * worth this many 2⁻¹² half bits.
   */
  priorWeight: 26,
  /** Cost per pixel of the ring's length, in 2⁻¹² half bits. */
  lengthWeight: 27,
  /** Pinned vertices: words after the contours' states. */
  pins: 28,
} as const;

/** Words of the `geometry` uniform: those of `G`, and spare ones. */
export const GEOMETRY_WORDS = 32;

/** Words of one contour's `state` before the moments. */
export const S = {
  status: 0,
  phase: 1,
  /** The phase whose candidates have been evaluated in this step; a closing kernel acts only on its own. */
  evaluated: 2,
  /** Vertices k. */
  vertices: 3,
  /** Distance d of the moves tried, in pixels. */
  distance: 4,
  /** Set of vertices of this stage: 0 even, 1 odd, 2 the last of an odd number. */
  set: 5,
  /** Moves made in this pass. */
  moved: 6,
  /** 1: every vertex is tried in this pass. */
  full: 7,
  step: 8,
  iteration: 9,
  /** 1: after the first pruning, when passes run at d = 4, 2, 1 and no vertices are added. */
  refining: 10,
  /** Moves and removals since the last pruning began. */
  changed: 11,
  /** Candidates chosen in this step. */
  improving: 12,
  /** The sum of `Closed` once a kernel has closed the stage of this step; 0 between steps. */
  closed: 13,
  /** Total over the whole run. */
  moves: 14,
  removals: 15,
  /** Box in which the vertices may move: left, top, right, bottom, inclusive. Vertices outside it never move. */
  box: 16,
  /** Maximum vertices for the dispatches of this batch: growth that might exceed it waits for the next batch. */
  room: 21,
  /** Energy of the ring, four words. */
  energy: 24,
  /** Description length of the ring, four words. */
  length: 28,
  /** The ring's row of totals. */
  totals: 32,
} as const;

/** Flags: a stage is closed, and which scores of the ring must be recomputed. */
export const Closed = { stage: 1, energy: 2, length: 4 } as const;

/** The state of a contour: evolving, finished, or out of room for vertices. */
export const Status = { running: 0, done: 1, exhausted: 2 } as const;
/** The phase of a contour: what its next step tries. */
export const Phase = { none: 0, start: 1, move: 2, add: 3, prune: 4 } as const;

/** Numbers of the noise models in `geometry`. */
export const Model = {
  gaussian: 0,
  poisson: 1,
  gamma: 2,
  rayleigh: 3,
  bernoulli: 4,
  categorical: 5,
  /** Gaussian with the same unknown variance in both regions. */
  common: 6,
} as const;

/** Numbers of the polarities in `geometry`: which region must have the larger mean. */
export const polarities = { any: 0, brighter: 1, darker: 2 } as const;

/**
 * Words after the moments in a row of totals: k, Σ|dx|, Σ|dy| and the length of the ring, in 2⁻⁸ pixels and below 2²⁴ pixels, and 1
 * where there is something to try. Even, so that rows stay 8-byte aligned: the last one is not used.
 */
export const EXTRA_WORDS = 6;
/** Offsets of the words after the moments in a row of totals. */
export const Extra = { vertices: 0, dx: 1, dy: 2, length: 3, valid: 4 } as const;

/** Steps along x of the eight directions of a move, w = 0..7: E, NE, N, NW, W, SW, S, SE on the screen. */
export const stepX = [1, 1, 0, -1, -1, -1, 0, 1] as const;
/** Steps along y of the eight directions; y points down. */
export const stepY = [0, -1, -1, -1, 0, 1, 1, 1] as const;
/** Number of directions in which a vertex may move. */
export const DIRECTIONS = 8;

/** Words of a 128-bit energy. */
export const ENERGY_WORDS = 4;

/** Words of one row of totals: the moments, 64 bits each, and the extras. Even, so that rows stay 8-byte aligned. */
export const totalsWords = (moments: number): number => 2 * moments + EXTRA_WORDS;

/** Words of one contour's state, which includes the domain's moments and the rest's after the ring's totals. A multiple of 4. */
export const stateWords = (moments: number): number => (S.totals + totalsWords(moments) + 6 * moments + 3) & ~3;

/** Offset in the state of the domain's moments. */
export const domainOffset = (moments: number): number => S.totals + totalsWords(moments);

/**
 * Offset in the state of what the tables do not contain: the moments that the target and, after them, the domain have
 * beyond the tables' pixels. Constant during a run; 0 where the tables cover the whole domain.
 */
export const restOffset = (moments: number): number => domainOffset(moments) + 2 * moments;

/**
 * Offset in `state` of the pinned vertices of all contours, one word each: x + y · 2¹⁶. A vertex there is not moved or removed;
 * no other vertex can get there, because a ring does not touch itself.
 */
export const pinsOffset = (contours: number, moments: number): number => contours * stateWords(moments);

/** A vertex of the lattice in one word. */
export const pinWord = (x: number, y: number): number => (x | (y << 16)) >>> 0;

/**
 * Maximum candidates that one step evaluates for one contour: 8 for each vertex of the larger set, or, when a ring starts, one per edge and
 * one for the domain.
 */
export const candidateCapacity = (capacity: number): number => DIRECTIONS * ((capacity + 1) >> 1);

/** Threads of a workgroup in which each handles one candidate or slot. */
export const LANES = 64;

/** Flag in an entry of `order` whose candidate is in conflict with a better one. */
export const CONFLICT_BIT = 0x80000000;

/** Vertices of a stage. */
export const slotsOf = (set: number, vertices: number): number =>
  set === 0 ? (vertices & 1 ? (vertices - 1) >> 1 : vertices >> 1) : set === 1 ? vertices >> 1 : vertices & 1;

/** The vertex of a slot in a set: set 0 has the even vertices, 1 the odd ones, 2 the last one of an odd number. */
export const vertexOfSlot = (set: number, slot: number, vertices: number): number =>
  set === 0 ? 2 * slot : set === 1 ? 2 * slot + 1 : vertices - 1;

/** The set that vertex `i` of `vertices` is in. */
export const setOf = (i: number, vertices: number): number => ((vertices & 1) === 1 && i === vertices - 1 ? 2 : i & 1);

/** Maximum number of sets of a ring's vertices: a step moves one set. */
export const MOST_SETS = 3;

/** Candidates of a contour in its current phase. */
export const candidatesOf = (phase: number, set: number, vertices: number): number =>
  phase === Phase.move
    ? DIRECTIONS * slotsOf(set, vertices)
    : phase === Phase.start
      ? vertices + 1
      : phase === Phase.prune
        ? vertices
        : 0;

/** Maximum blocks of rows into which one segment's sum is split. */
export const MOST_BLOCKS = 32;

/** Blocks of rows, a power of 2, into which each of `segments` is split where they are divided among `crews` workgroups. */
export const blocksOf = (crews: number, segments: number): number =>
  Math.min(MOST_BLOCKS, 2 ** (31 - Math.clz32(Math.max(1, Math.floor(crews / Math.max(1, segments))))));

/** Maximum block sums of one contour. */
export const blockCapacity = (crews: number, capacity: number): number =>
  Math.max(crews, 2 * candidateCapacity(capacity));

/** Blocks that one workgroup of `segment_contributions` sums. */
export const BLOCKS_IN_GROUP = 4;
/** Workgroups in a row of the grid of `segment_contributions`. */
export const GROUPS_IN_ROW = 256;

/** Workgroups in x and y for a number of blocks. */
export const groupsFor = (blocks: number): readonly [number, number] => {
  const groups = Math.ceil(blocks / BLOCKS_IN_GROUP);
  return [Math.min(groups, GROUPS_IN_ROW), Math.ceil(groups / GROUPS_IN_ROW)];
};

/** Slots of a contour in its current phase, each of which `legal_moves` decides separately. */
export const decisionsOf = (phase: number, set: number, vertices: number): number =>
  phase === Phase.move ? slotsOf(set, vertices) : phase === Phase.prune ? vertices : phase === Phase.start ? 1 : 0;

/** Columns of a block of dense prefixes. */
export const BLOCK_COLUMNS = 256;

/** Words of `lattice`, before the cells + 1 columns x and the cells + 1 rows y. */
export const L = {
  /** Cells per side. */
  cells: 0,
  /** 1: only rectangles that contain the point. */
  pinned: 1,
  x: 2,
  y: 3,
  lines: 4,
} as const;

/** Words of `best`: the column and row lines left, top, right, bottom; 1 where a rectangle was found. */
export const B = { left: 0, top: 1, right: 2, bottom: 3, found: 4, words: 8 } as const;

/** How many a run has of each; `capacity` is of vertices for each contour, `crews` of workgroups for its segments. */
export interface StepCounts {
  readonly contours: number;
  readonly capacity: number;
  readonly moments: number;
  readonly crews: number;
  readonly pins?: number;
}

/** Words of the buffers of a run beside those of its tables. */
export const stepSizes = ({ contours, capacity, moments, crews, pins = 0 }: StepCounts) => {
  const candidates = contours * candidateCapacity(capacity);
  return {
    geometry: GEOMETRY_WORDS,
    state: pinsOffset(contours, moments) + pins,
    ring: contours * capacity * 2,
    waiting: contours * capacity,
    edges: contours * capacity * 2 * moments,
    block_sums: contours * blockCapacity(crews, capacity) * 2 * moments,
    segment_sums: 2 * candidates * 2 * moments,
    totals: candidates * totalsWords(moments),
    scores: candidates * ENERGY_WORDS,
    choice: contours * capacity,
    order: contours * capacity,
  };
};
