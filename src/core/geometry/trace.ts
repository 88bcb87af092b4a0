/**
 * Contours of a mask along pixel edges. Cells are 4-connected, so cells that meet only at a corner are separate.
 * Every ring is simple: a contour that meets itself at such a corner is split in two, which leaves a hole that touches its outer
 * ring in one point. No three consecutive vertices are collinear. Filling the rings gives the mask back.
 */
import { type Ring, twiceArea } from './ring.js';

/** One bit a cell, rows of whole words: cell x is bit x mod 32 of word x div 32. Bits past the end of a row are 0. */
type Bits = Uint32Array;

/** One 4-connected part: its outer ring, clockwise on screen, and its holes, counterclockwise. */
export interface Part {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
  /** Number of cells. */
  readonly area: number;
}

/** Largest part first; equal ones in the order of their first cell. `bits` holds `height` rows of whole words. */
export const trace = (bits: Bits, width: number, height: number): Part[] => traceRuns(runsOf(bits, width, height));

/** Outlines as of `trace`, from runs of cells; runs of the same row do not touch. */
export const traceRuns = (runs: RowRuns): Part[] => {
  const part = partsOf(runs);
  const next = successors(runs);
  const { start, end } = runs;
  const outers = new Map<number, Ring>();
  const holes = new Map<number, Ring[]>();
  const areas = new Map<number, number>();
  const done = new Uint8Array(next.length);
  for (let run = 0; run < start.length; run++) {
    areas.set(part[run]!, (areas.get(part[run]!) ?? 0) + end[run]! - start[run]!);
    for (const first of [2 * run, 2 * run + 1]) {
      if (done[first] !== 0) continue;
      for (const ring of simpleRings(cornersFrom(first, next, done, runs))) {
        if (twiceArea(ring) > 0) outers.set(part[run]!, ring);
        else if (holes.has(part[run]!)) holes.get(part[run]!)!.push(ring);
        else holes.set(part[run]!, [ring]);
      }
    }
  }
  // A part's number is that of its first run.
  return [...outers]
    .sort(([a], [b]) => areas.get(b)! - areas.get(a)! || a - b)
    .map(([label, outer]) => ({ outer, holes: holes.get(label) ?? [], area: areas.get(label)! }));
};

/**
 * Traces a mask along the edges of its cells, as `trace` does.
 * @param mask `width` × `height` numbers row by row, 0 outside
 * @returns the connected parts, the largest first: rings in cells, corner origin, with their holes
 */
export const traceMask = (mask: ArrayLike<number>, width: number, height: number): Part[] => {
  const words = (width + 31) >>> 5;
  const bits = new Uint32Array(words * height);
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) if (mask[cell]) bits[y * words + (x >>> 5)]! |= 1 << (x & 31);
  }
  return trace(bits, width, height);
};

/** Runs of cells inside, row by row: [start, end) in `row`; those of row y are firstOf[y] … firstOf[y + 1] − 1. */
export interface RowRuns {
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly row: readonly number[];
  readonly firstOf: Int32Array;
}

const runsOf = (bits: Bits, width: number, height: number): RowRuns => {
  const words = (width + 31) >>> 5;
  const start: number[] = [];
  const end: number[] = [];
  const row: number[] = [];
  const firstOf = new Int32Array(height + 1);
  for (let y = 0; y < height; y++) {
    firstOf[y] = start.length;
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const word = bits[y * words + w]!;
      // A set bit marks a cell that differs from the one before it.
      for (let flips = word ^ ((word << 1) | carry); flips !== 0; flips &= flips - 1) {
        const bit = 31 - Math.clz32(flips & -flips);
        if (((word >>> bit) & 1) === 1) {
          start.push(w * 32 + bit);
          row.push(y);
        } else end.push(w * 32 + bit);
      }
      carry = word >>> 31;
    }
    if (end.length < start.length) end.push(width);
  }
  firstOf[height] = start.length;
  return { start, end, row, firstOf };
};

/** For each run, the lowest index of a run in its 4-connected part. */
const partsOf = ({ start, end, firstOf }: RowRuns): Int32Array => {
  const parent = Int32Array.from(start, (_, run) => run);
  const root = (run: number): number => {
    let at = run;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  for (let y = 1; y + 1 < firstOf.length; y++) {
    let above = firstOf[y - 1]!;
    let run = firstOf[y]!;
    while (above < firstOf[y]! && run < firstOf[y + 1]!) {
      if (start[above]! < end[run]! && start[run]! < end[above]!) {
        const [a, b] = [root(above), root(run)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
      if (end[above]! < end[run]!) above++;
      else run++;
    }
  }
  return parent.map((_, run) => root(run));
};

/**
 * For each vertical edge, the next one on its contour, with the inside on the right. Edge 2r goes up along the start of run r,
 * edge 2r + 1 down along its end.
 */
const successors = (runs: RowRuns): Int32Array => {
  const { start, end, row, firstOf } = runs;
  const next = new Int32Array(2 * start.length);
  const last = firstOf.length - 2;
  for (let run = 0; run < start.length; run++) {
    const y = row[run]!;
    next[2 * run] = y === 0 ? 2 * run + 1 : afterUp(run, firstOf[y - 1]!, firstOf[y]!);
    next[2 * run + 1] = y === last ? 2 * run : afterDown(run, firstOf[y + 1]!, firstOf[y + 2]!);
  }
  return next;

  function afterUp(run: number, from: number, to: number): number {
    const x = start[run]!;
    // The first run above that ends past x.
    const above = lowerBound(end, from, to, x + 1);
    if (above < to && start[above]! <= x) {
      const before = run > to && end[run - 1]! > start[above]!;
      return before && start[above]! < x ? 2 * (run - 1) + 1 : 2 * above;
    }
    return above < to && start[above]! < end[run]! ? 2 * above : 2 * run + 1;
  }

  function afterDown(run: number, from: number, to: number): number {
    const x = end[run]!;
    // The last run below that starts before x.
    const below = lowerBound(start, from, to, x) - 1;
    if (below >= from && end[below]! >= x) {
      const after = run + 1 < from && start[run + 1]! < end[below]!;
      return after && end[below]! > x ? 2 * (run + 1) : 2 * below + 1;
    }
    return below >= from && end[below]! > start[run]! ? 2 * below + 1 : 2 * run;
  }
};

/** The first index in [from, to) whose value is at least `wanted`, else `to`. */
const lowerBound = (values: readonly number[], from: number, to: number, wanted: number): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The corners of one contour, which may touch itself; marks its edges as done. */
const cornersFrom = (first: number, next: Int32Array, done: Uint8Array, { start, end, row }: RowRuns): number[] => {
  const corners: number[] = [];
  const add = (x: number, y: number): void => {
    const n = corners.length;
    // Extends a vertical line.
    if (n >= 4 && corners[n - 2] === x && corners[n - 4] === x) corners[n - 1] = y;
    else corners.push(x, y);
  };
  for (let edge = first; done[edge] === 0; edge = next[edge]!) {
    done[edge] = 1;
    const run = edge >> 1;
    const up = (edge & 1) === 0;
    const x = up ? start[run]! : end[run]!;
    const [from, to] = up ? [row[run]! + 1, row[run]!] : [row[run]!, row[run]! + 1];
    if (corners.at(-2) !== x || corners.at(-1) !== from) add(x, from);
    add(x, to);
  }
  // Drops a collinear first vertex and the repeated first vertex.
  const n = corners.length;
  if (corners[n - 2] === corners[0] && corners[n - 1] === corners[1]) corners.length = n - 2;
  if (corners.at(-2) === corners[0] && corners[0] === corners[2]) corners.splice(0, 2);
  return corners;
};

/** Splits a closed ring wherever it returns to one of its vertices. */
const simpleRings = (corners: readonly number[]): Ring[] => {
  const rings: Ring[] = [];
  const at = new Map<number, number>();
  const open: number[] = [];
  for (let k = 0; k < corners.length; k += 2) {
    const [x, y] = [corners[k]!, corners[k + 1]!];
    const key = keyOf(x, y);
    const before = at.get(key);
    if (before === undefined) {
      at.set(key, open.length);
      open.push(x, y);
      continue;
    }
    const ring = open.splice(before);
    for (let j = 2; j < ring.length; j += 2) at.delete(keyOf(ring[j]!, ring[j + 1]!));
    rings.push(ring);
    open.push(x, y);
  }
  rings.push(open);
  return rings;
};

const keyOf = (x: number, y: number): number => y * 2 ** 26 + x;
