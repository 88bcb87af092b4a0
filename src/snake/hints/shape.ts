/**
 * Converts a surface of cells to one shape without holes, which a ring can surround without touching itself, with every marked cell on
 * its side. Cells are 4-connected; no two cells of the shape, and no two others, meet only in a corner.
 */

import FlatQueue from 'flatqueue';
import { type CellGrid, eachNeighbour } from './cells.js';

/** Maximum rounds of joining, filling and parting until nothing changes; a few suffice. */
const ROUNDS = 16;
/** Minimum cost of a step, so that paths are short where the surface is flat. */
const STEP = 0.05;

/**
 * Flags of the cells inside; `undefined` where no such shape has all marks on their sides.
 * @param certain 1 for cells that are inside, −1 for those outside, 0 for all others
 */
export const shapeOf = (surface: Float64Array, certain: Int8Array, grid: CellGrid): Uint8Array | undefined => {
  const shape = new Shape(surface, certain, grid);
  for (let round = 0; round < ROUNDS; round++) {
    const joined = shape.join();
    const opened = joined && shape.open();
    if (opened && !shape.part()) return shape.valid() ? shape.inside : undefined;
    if (!joined || opened === undefined) return undefined;
  }
  return undefined;
};

class Shape {
  readonly inside: Uint8Array;
  readonly #certain: Int8Array;

  constructor(
    private readonly surface: Float64Array,
    certain: Int8Array,
    private readonly grid: CellGrid,
  ) {
    this.#certain = certain.slice();
    this.inside = new Uint8Array(surface.length);
    for (let i = 0; i < surface.length; i++)
      this.inside[i] = certain[i] === 1 || (certain[i] === 0 && surface[i]! > 0.5) ? 1 : 0;
  }

  /** Keeps the largest part, and those with marks, which are joined to it along the cheapest paths; false where that is impossible. */
  join(): boolean {
    const { inside } = this;
    const { of, sizes, marked } = this.#parts(1);
    if (sizes.length === 0) return false;
    const largest = sizes.reduce((best, size, part) => (size > sizes[best]! ? part : best), 0);
    const ways = marked.some((is, part) => is && part !== largest)
      ? this.#ways(
          (cell) => of[cell] === largest + 1,
          -1,
          (cell) => 1 - this.surface[cell]!,
        )
      : undefined;
    for (let i = 0; i < inside.length; i++)
      if (of[i] !== 0 && !marked[of[i]! - 1] && of[i] !== largest + 1) inside[i] = 0;
    for (let i = 0; i < inside.length && ways; i++) {
      if (this.#certain[i] !== 1 || of[i] === largest + 1) continue;
      if (ways[i] === UNREACHED) return false;
      for (let cell = i; of[cell] !== largest + 1; cell = ways[cell]!) {
        inside[cell] = 1;
        this.#certain[cell] = 1;
      }
    }
    return true;
  }

  /** Fills holes, but opens those with outside marks along the cheapest path to the border; `undefined` where that is impossible. */
  open(): true | undefined {
    const { inside } = this;
    const { of, sizes, marked } = this.#parts(0);
    const outer = new Uint8Array(sizes.length + 1);
    this.#eachBorder((cell) => {
      outer[of[cell]!] = 1;
    });
    outer[0] = 0;
    const holes = marked.some((is, part) => is && outer[part + 1] === 0);
    const ways = holes
      ? this.#ways(
          (cell) => outer[of[cell]!] === 1,
          1,
          (cell) => this.surface[cell]!,
          true,
        )
      : undefined;
    for (let i = 0; i < inside.length; i++)
      if (of[i] !== 0 && outer[of[i]!] === 0 && !marked[of[i]! - 1]) inside[i] = 1;
    for (let i = 0; i < inside.length && ways; i++) {
      if (this.#certain[i] !== -1 || of[i] === 0 || outer[of[i]!] === 1) continue;
      if (ways[i] === UNREACHED) return undefined;
      for (let cell = i; ; cell = ways[cell]!) {
        inside[cell] = 0;
        this.#certain[cell] = -1;
        if (ways[cell] === cell || outer[of[cell]!] === 1) break;
      }
    }
    return true;
  }

  /** Separates cells that meet only in a corner; returns whether there were any. */
  part(): boolean {
    const { width, height } = this.grid;
    let changed = false;
    for (let y = 0; y + 1 < height; y++) {
      for (let x = 0; x + 1 < width; x++) {
        const a = y * width + x;
        const [b, c, d] = [a + 1, a + width, a + width + 1];
        const { inside } = this;
        if (inside[a] !== inside[d] || inside[b] !== inside[c] || inside[a] === inside[b]) continue;
        const [held, free] =
          inside[a] === 1
            ? [
                [a, d],
                [b, c],
              ]
            : [
                [b, c],
                [a, d],
              ];
        changed = true;
        // Filling one cell joins the two; where both are marked outside, one of the two is removed.
        const fill = this.#best(free!, (cell) => this.surface[cell]!);
        const clear = this.#best(held!, (cell) => 1 - this.surface[cell]!);
        if (fill !== undefined) inside[fill] = 1;
        else if (clear !== undefined) inside[clear] = 0;
        else return false;
      }
    }
    return changed;
  }

  /** Whether the shape is one part without holes, no two cells meet only in a corner, and all marks are on their sides. */
  valid(): boolean {
    const { of, sizes } = this.#parts(0);
    const outer = new Set<number>();
    this.#eachBorder((cell) => outer.add(of[cell]!));
    const open = sizes.every((_, part) => outer.has(part + 1));
    const { width, height } = this.grid;
    for (let y = 0; y + 1 < height; y++) {
      for (let x = 0; x + 1 < width; x++) {
        const a = y * width + x;
        const { inside } = this;
        if (inside[a] === inside[a + width + 1] && inside[a + 1] === inside[a + width] && inside[a] !== inside[a + 1])
          return false;
      }
    }
    const held = this.#certain.every((is, i) => is === 0 || (is === 1) === (this.inside[i] === 1));
    return open && held && this.#parts(1).sizes.length === 1;
  }

  #best(cells: readonly number[], worth: (cell: number) => number): number | undefined {
    const free = cells.filter((cell) => this.#certain[cell] === 0);
    return free.reduce<number | undefined>(
      (best, cell) => (best === undefined || worth(cell) > worth(best) ? cell : best),
      undefined,
    );
  }

  #eachBorder(take: (cell: number) => void): void {
    const { width, height } = this.grid;
    for (let x = 0; x < width; x++) for (const y of [0, height - 1]) take(y * width + x);
    for (let y = 0; y < height; y++) for (const x of [0, width - 1]) take(y * width + x);
  }

  /** The parts of cells with a flag, numbered from 1, their sizes, and which contain marks of their side. */
  #parts(flag: 0 | 1): { readonly of: Int32Array; readonly sizes: number[]; readonly marked: boolean[] } {
    const { inside } = this;
    const of = new Int32Array(inside.length);
    const [sizes, marked]: [number[], boolean[]] = [[], []];
    const side = flag === 1 ? 1 : -1;
    const cells = new Int32Array(of.length);
    let count = 0;
    let part = 0;
    const take = (cell: number): void => {
      if (inside[cell] !== flag || of[cell] !== 0) return;
      of[cell] = part;
      cells[count++] = cell;
    };
    for (let first = 0; first < of.length; first++) {
      if (inside[first] !== flag || of[first] !== 0) continue;
      part = sizes.length + 1;
      count = 0;
      let held = false;
      take(first);
      for (let i = 0; i < count; i++) {
        const cell = cells[i]!;
        if (this.#certain[cell] === side) held = true;
        eachNeighbour(cell, this.grid, take);
      }
      sizes.push(count);
      marked.push(held);
    }
    return { of, sizes, marked };
  }

  /** For each cell the next on its cheapest path to a goal; a goal's next is itself. No path leads through cells certain to be `barred`. */
  #ways(goal: (cell: number) => boolean, barred: number, cost: (cell: number) => number, border = false): Int32Array {
    const next = new Int32Array(this.inside.length).fill(UNREACHED);
    const costs = new Float64Array(next.length).fill(Number.POSITIVE_INFINITY);
    const queue = new FlatQueue<number>();
    const reach = (cell: number, from: number, total: number): void => {
      if (this.#certain[cell] === barred || total >= costs[cell]!) return;
      costs[cell] = total;
      next[cell] = from;
      queue.push(cell, total);
    };
    for (let cell = 0; cell < next.length; cell++) if (goal(cell)) reach(cell, cell, 0);
    if (border) this.#eachBorder((cell) => reach(cell, cell, STEP + cost(cell)));
    while (queue.length > 0) {
      const total = queue.peekValue()!;
      const cell = queue.pop()!;
      if (total > costs[cell]!) continue;
      eachNeighbour(cell, this.grid, (other) => reach(other, cell, total + STEP + cost(other)));
    }
    return next;
  }
}

const UNREACHED = -1;
