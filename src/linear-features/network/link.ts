import FlatQueue from 'flatqueue';
import { linksOf, neighbourX, neighbourY } from '../kernels/shared/neighbours.js';
import type { PaddedMask } from './padded-mask.js';

/** The strengths of pixels with and without a mark, in boxes of `side` pixels round pixels y·width + x: row by row, box after box, 0 beyond the image. */
export type StrengthBoxes = (middles: Uint32Array, side: number) => Promise<Uint32Array>;

/** Limits of the search for links between line ends. */
export interface LinkOptions {
  /** Maximum distance from a line's end to the other line in x and y, in pixels; 0 links nothing. */
  readonly gap: number;
  /** Maximum mean cost of a path: 0 requires a path as strong as a line, 1 accepts any. */
  readonly cost: number;
  /** Strength from which a pixel has the minimum cost. */
  readonly strong: number;
  /** Maximum number of ends from which a path is searched; bounds the time. */
  readonly limit: number;
}

/** The pieces of a mask's pixels, by their places. */
export interface PlacedPieces {
  of(at: number): number;
  /** Merges two pieces. */
  join(a: number, b: number): void;
}

/** The pixels of links: places and strengths, in the order in which they were drawn. */
export interface Links {
  readonly drawn: readonly { readonly at: number; readonly strength: number }[];
  readonly links: number;
  /** Ends left out by the limit. */
  readonly left: number;
}

/** Cost of a step, in 1024ths of a pixel: never below 0.15 pixels. */
const FLOOR = 154;
const ONE = 1024;
const DIAGONAL = 1448;
/** Strengths in boxes that are in memory at a time. */
const ROOM = 2 ** 22;

/**
 * Links gaps: from each end of a line the cheapest path, within a box, to another piece, straight on rather than
 * back. Draws the paths into `mask`.
 * @param ends places of the lines' ends
 * @param found the pieces of the mask
 */
export const linkGaps = async (
  mask: PaddedMask,
  ends: Int32Array,
  boxes: StrengthBoxes,
  options: LinkOptions,
  found: PlacedPieces,
): Promise<Links> => {
  const { gap, limit } = options;
  const drawn: { at: number; strength: number }[] = [];
  if (gap === 0 || ends.length === 0) return { drawn, links: 0, left: 0 };
  const pieces = new LinkedPieces(found);
  const box = new Box(gap, mask.stride);
  const size = box.side ** 2;
  let links = 0;
  for (const batch of batchesOf(ends.subarray(0, limit), Math.max(1, Math.floor(ROOM / size)))) {
    // Includes ends near which only a link of this batch will draw another piece: the end where that link starts is within 2 · gap.
    const near = batch.filter((end) => box.hasOther(mask, pieces, end, 2 * gap));
    if (near.length === 0) continue;
    const around = await boxes(
      Uint32Array.from(near, (end) => mask.pixel(end)),
      box.side,
    );
    near.forEach((end, k) => {
      const own = around.subarray(k * size, (k + 1) * size);
      const path = box.search(mask, pieces, end, own, options);
      if (!path) return;
      links++;
      pieces.join(end, box.placeOf(path[0]!, end));
      for (const cell of path) {
        const at = box.placeOf(cell, end);
        if (mask.has(at)) continue;
        mask.set(at);
        pieces.add(at, end);
        drawn.push({ at, strength: own[cell]! });
      }
    });
  }
  return { drawn, links, left: Math.max(0, ends.length - limit) };
};

const batchesOf = (ends: Int32Array, most: number): Int32Array[] =>
  Array.from({ length: Math.ceil(ends.length / most) }, (_, k) => ends.subarray(k * most, (k + 1) * most));

/** Pieces to which pixels are added. */
class LinkedPieces implements PlacedPieces {
  readonly #pieces: PlacedPieces;
  /** For each added pixel, an original pixel of the same piece. */
  readonly #added = new Map<number, number>();

  constructor(pieces: PlacedPieces) {
    this.#pieces = pieces;
  }

  of(at: number): number {
    return this.#pieces.of(this.#first(at));
  }

  add(at: number, like: number): void {
    this.#added.set(at, this.#first(like));
  }

  join(a: number, b: number): void {
    this.#pieces.join(this.#first(a), this.#first(b));
  }

  #first(at: number): number {
    return this.#added.size === 0 ? at : (this.#added.get(at) ?? at);
  }
}

/** Dijkstra's algorithm in a square around an end; the arrays are reused. */
class Box {
  readonly #distance: Int32Array;
  readonly #length: Int32Array;
  readonly #before: Int32Array;
  /** Offset of each cell, from the end to its place in the mask. */
  readonly #places: Int32Array;
  readonly side: number;
  readonly #queue = new FlatQueue<number>();

  constructor(gap: number, stride: number) {
    const side = 2 * gap + 1;
    this.side = side;
    this.#distance = new Int32Array(side * side);
    this.#length = new Int32Array(side * side);
    this.#before = new Int32Array(side * side);
    this.#places = Int32Array.from({ length: side * side }, (_, cell) => {
      const [x, y] = [(cell % side) - gap, Math.floor(cell / side) - gap];
      return y * stride + x;
    });
  }

  /**
   * The cells of the path from the other piece back to the end; `undefined` where there is no path.
   * @param strengths of the box's cells
   */
  search(
    mask: PaddedMask,
    pieces: LinkedPieces,
    end: number,
    strengths: Uint32Array,
    { gap, cost: most, strong }: LinkOptions,
  ): number[] | undefined {
    const { side } = this;
    const back = linksOf[mask.around(end)]!;
    const n = 31 - Math.clz32(back);
    const [backX, backY] = [neighbourX[n]!, neighbourY[n]!];
    const x0 = end % mask.stride;
    const y0 = Math.floor(end / mask.stride);
    const places = this.#places;
    const costs = this.#distance;
    const lengths = this.#length;
    const before = this.#before;
    const queue = this.#queue;
    const { width, height } = mask;
    const own = pieces.of(end);
    if (!this.hasOther(mask, pieces, end, gap)) return undefined;
    const start = gap * side + gap;
    costs.fill(0x7fffffff);
    costs[start] = 0;
    lengths[start] = 0;
    before[start] = -1;
    queue.clear();
    queue.push(start, 0);
    const budget = Math.ceil(most * ONE * 1.5 * gap);
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const at = end + places[cell]!;
      const distance = costs[cell]!;
      if (distance > budget) return undefined;
      if (mask.has(at) && pieces.of(at) !== own) {
        return distance <= most * lengths[cell]! ? this.#path(cell) : undefined;
      }
      const cx = cell % side;
      const cy = (cell - cx) / side;
      for (let m = 0; m < 8; m++) {
        const x = cx + neighbourX[m]!;
        const y = cy + neighbourY[m]!;
        if (x < 0 || y < 0 || x >= side || y >= side) continue;
        const px = x0 + x - gap;
        const py = y0 + y - gap;
        if (px < 1 || py < 1 || px > width || py > height) continue;
        if ((x - gap) * backX + (y - gap) * backY > 0) continue;
        const next = y * side + x;
        const place = end + places[next]!;
        if (mask.has(place) && pieces.of(place) === own && next !== start) continue;
        const weak = Math.max(0, 1 - strengths[next]! / strong);
        const step = m & 1 ? DIAGONAL : ONE;
        const reached = distance + Math.round(((FLOOR + (ONE - FLOOR) * weak) * step) / ONE);
        if (reached >= costs[next]!) continue;
        costs[next] = reached;
        lengths[next] = lengths[cell]! + step;
        before[next] = cell;
        queue.push(next, reached);
      }
    }
    return undefined;
  }

  /** Tells whether a pixel of another piece than the end's is at most `gap` pixels from it in x and y. */
  hasOther({ bits, stride }: PaddedMask, pieces: LinkedPieces, end: number, gap: number): boolean {
    const own = pieces.of(end);
    const places = stride * Math.floor((bits.length * 32) / stride);
    for (let y = -gap; y <= gap; y++) {
      const row = end + y * stride;
      const last = Math.min(places - 1, row + gap);
      for (let at = Math.max(0, row - gap); at <= last; at++) {
        const rest = bits[at >>> 5]! >>> (at & 31);
        if (rest === 0) at |= 31;
        else if ((rest & 1) !== 0 && pieces.of(at) !== own) return true;
      }
    }
    return false;
  }

  /** The place in the mask of a cell of the box round an end. */
  placeOf(cell: number, end: number): number {
    return end + this.#places[cell]!;
  }

  #path(last: number): number[] {
    const path: number[] = [];
    for (let cell = last; cell >= 0; cell = this.#before[cell]!) path.push(cell);
    return path;
  }
}
