/** Square cells over a level, coarse enough that computing on them takes negligible time. */

import { eachPair } from '../../core/geometry/pairs.js';
import type { Box } from '../../core/geometry/rect.js';
import { positionsOf, type Ring } from '../../core/geometry/ring.js';
import { fillSpans, ringSpans, runsOn } from '../../core/geometry/scanline.js';
import { TimeSlice } from '../../core/yielding.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { stripsOf } from '../tables/chunks.js';

/** Cells of a workspace: cell (i, j) holds the pixels from (i, j)·size on; cells at the right and bottom edges may be smaller. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  /** Pixels along a side of a cell: a power of 2. */
  readonly size: number;
}

/** Maximum number of cells. */
export const MOST_CELLS = 2 ** 15;

/** @param finest maximum pixels per side of a cell; opposite marks must not share a cell */
export const gridOf = (
  { width, height }: { readonly width: number; readonly height: number },
  finest: number,
  most = MOST_CELLS,
): CellGrid => {
  const across = (pixels: number, size: number): number => Math.ceil(pixels / size);
  let size = 1;
  while (2 * size <= finest && across(width, size) * across(height, size) > most) size *= 2;
  return { width: across(width, size), height: across(height, size), size };
};

/** The middle of a cell, in pixels of the workspace. */
export const centreOf = (
  cell: number,
  { width, size }: Pick<CellGrid, 'width' | 'size'>,
): readonly [x: number, y: number] => [((cell % width) + 0.5) * size, (Math.floor(cell / width) + 0.5) * size];

/** Whether a cell's middle lies within a box of pixels of the workspace, not on its sides. */
export const liesIn = ({ x0, y0, x1, y1 }: Box, cell: number, grid: Pick<CellGrid, 'width' | 'size'>): boolean => {
  const [x, y] = centreOf(cell, grid);
  return x > x0 && x < x1 && y > y0 && y < y1;
};

/** Takes the cells that share a side with one. */
export const eachNeighbour = (
  cell: number,
  { width, height }: Pick<CellGrid, 'width' | 'height'>,
  take: (next: number) => void,
): void => {
  const x = cell % width;
  if (x > 0) take(cell - 1);
  if (x + 1 < width) take(cell + 1);
  if (cell >= width) take(cell - width);
  if (cell + width < width * height) take(cell + width);
};

/** The means of each plane in the cells, and which cells have no data. */
export interface CellPlanes extends CellGrid {
  readonly planes: readonly Float64Array[];
  readonly empty: Uint8Array;
}

/** Averages the channel's planes over the cells of a grid. Rejects with `AbortError`. */
export const cellPlanes = async (channel: ChannelRows, grid: CellGrid, signal: AbortSignal): Promise<CellPlanes> => {
  const { width, height, size } = grid;
  const counts = new Float64Array(width * height);
  const planes = Array.from({ length: channel.count }, () => new Float64Array(width * height));
  const slice = new TimeSlice();
  for (const { firstRow, rows } of stripsOf(channel)) {
    const part = await channel.rows(firstRow, rows);
    for (let row = 0; row < rows; row++) {
      const from = row * channel.width;
      const its = { from, end: from + channel.width, line: Math.floor((firstRow + row) / size) * width, size };
      addRow(counts, undefined, part.missing, its);
      for (const [k, plane] of planes.entries()) addRow(plane, part.planes[k]!, part.missing, its);
      if (slice.spent) await slice.renew(signal);
    }
  }
  for (const plane of planes) for (let i = 0; i < plane.length; i++) plane[i]! /= Math.max(1, counts[i]!);
  return { ...grid, planes, empty: Uint8Array.from(counts, (count) => (count === 0 ? 1 : 0)) };
};

/** A row of pixels [from, end) in cells of `size` pixels, the first of which is `line`. */
interface CellRow {
  readonly from: number;
  readonly end: number;
  readonly line: number;
  readonly size: number;
}

/** Adds a row of values (1 each where not given) to its cells. */
const addRow = (
  cells: Float64Array,
  values: ArrayLike<number> | undefined,
  missing: ArrayLike<number> | undefined,
  { from, end, line, size }: CellRow,
): void => {
  for (let first = from, cell = line; first < end; first += size, cell++) {
    const next = Math.min(first + size, end);
    let sum = 0;
    if (missing) for (let at = first; at < next; at++) sum += missing[at] ? 0 : (values?.[at] ?? 1);
    else if (values) for (let at = first; at < next; at++) sum += values[at]!;
    else sum = next - first;
    cells[cell]! += sum;
  }
};

/** Flags of the cells that lie at least half inside a ring of the workspace's lattice. */
export const cellsInside = (ring: Ring, { width, height, size }: CellGrid): Uint8Array => {
  const spans = ringSpans([positionsOf(ring)], { width: width * size, height: height * size });
  if (size === 1) {
    const inside = new Uint8Array(width * height);
    fillSpans(inside, width, spans, 1);
    return inside;
  }
  const held = new Uint32Array(width * height);
  for (let row = spans.top; row < spans.top + spans.rows.length; row++) {
    const line = Math.floor(row / size) * width;
    eachPair(runsOn(spans, row), (from, end) => {
      for (let x = from; x < end; ) {
        const cell = Math.floor(x / size);
        const next = Math.min(end, (cell + 1) * size);
        held[line + cell]! += next - x;
        x = next;
      }
    });
  }
  const inside = new Uint8Array(held.length);
  for (let i = 0; i < inside.length; i++) inside[i] = 2 * held[i]! >= size * size ? 1 : 0;
  return inside;
};

/** Smooths by passes of a 3 × 3 window, 1 2 1 along each axis; edge values are repeated beyond the edges. */
export const smoothed = (values: Float64Array, width: number, passes: number): Float64Array => {
  let from = values;
  const across = new Float64Array(values.length);
  for (let pass = 0; pass < passes; pass++) {
    for (let first = 0; first < values.length; first += width) {
      const last = first + width - 1;
      for (let at = first; at <= last; at++) {
        across[at] = (from[at > first ? at - 1 : at]! + 2 * from[at]! + from[at < last ? at + 1 : at]!) / 4;
      }
    }
    const both = new Float64Array(values.length);
    for (let first = 0; first < values.length; first += width) {
      const above = first > 0 ? width : 0;
      const below = first + width < values.length ? width : 0;
      for (let at = first; at < first + width; at++) {
        both[at] = (across[at - above]! + 2 * across[at]! + across[at + below]!) / 4;
      }
    }
    from = both;
  }
  return from;
};
