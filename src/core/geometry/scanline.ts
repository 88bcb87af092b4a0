/**
 * The pixels inside polygons, row by row. A pixel is inside where its centre is, by the even-odd rule. A centre exactly on
 * an edge belongs to the region on the right of the edge, or below a horizontal edge: regions that share a
 * border share no pixel and leave no gap.
 *
 * Every edge is processed downwards, so that the regions on both of its sides get the same columns. Columns are computed with + − × ÷ in
 * doubles, the same on every machine. For vertices on whole coordinates below 2¹⁶ they are exact and equal to those of the
 * snake's region sums (ALGORITHMS A.2).
 */
import { eachPair } from './pairs.js';
import type { Position } from './ring.js';

/** An edge of a polygon, from its upper end. */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** Rows whose centres lie between its ends: [first, end). */
  readonly first: number;
  readonly end: number;
}

/** The edge between two vertices; `undefined` where it crosses no row's centre. */
export const edgeOf = (a: Position, b: Position): Edge | undefined => {
  const [[x, y], [xb, yb]] = a[1] < b[1] ? [a, b] : [b, a];
  const first = Math.ceil(y - 0.5);
  const end = Math.ceil(yb - 0.5);
  return first < end ? { x, y, dx: xb - x, dy: yb - y, first, end } : undefined;
};

/** The first column of a row whose centre is not left of the edge. */
export const columnOf = ({ x, y, dx, dy }: Edge, row: number): number =>
  Math.ceil(x + (dx * (row + 0.5 - y)) / dy - 0.5);

/** Consecutive rows. */
export interface RowBlock {
  readonly firstRow: number;
  readonly rows: number;
}

/** Pixels inside, row by row. */
export interface ContourSpans {
  /** The first row. */
  readonly top: number;
  /** For each row the first and the end column of every run of pixels, ascending. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * The pixels inside rings. A ring may repeat its first position at the end.
 * @param window clips to the pixels of a window whose corner is (0, 0); no clipping when not given
 * @param wanted rows to compute: the other rows are empty. All rows when not given
 */
export const ringSpans = (
  rings: readonly (readonly Position[])[],
  { width, height }: { readonly width: number; readonly height: number } = { width: Infinity, height: Infinity },
  wanted?: readonly RowBlock[],
): ContourSpans => {
  const bounded = height < Infinity;
  const edges: Edge[] = [];
  let top = Infinity;
  let bottom = -Infinity;
  for (const ring of rings) {
    let before = ring.at(-1);
    for (const position of ring) {
      const edge = before && edgeOf(before, position);
      before = position;
      if (!edge) continue;
      edges.push(edge);
      top = Math.min(top, edge.first);
      bottom = Math.max(bottom, edge.end);
    }
  }
  if (bounded) [top, bottom] = [Math.max(top, 0), Math.min(bottom, height)];
  if (!(top < bottom)) return { top: 0, rows: [] };
  const rows = new Array<number[] | undefined>(bottom - top).fill(undefined);
  for (const block of wanted ?? [{ firstRow: top, rows: bottom - top }]) {
    const until = Math.min(bottom, block.firstRow + block.rows);
    for (let row = Math.max(top, block.firstRow); row < until; row++) rows[row - top] = [];
  }
  for (const edge of edges) {
    const end = Math.min(edge.end, bottom);
    for (let row = Math.max(edge.first, top); row < end; row++) {
      const its = rows[row - top];
      if (its === undefined) continue;
      const column = columnOf(edge, row);
      its.push(bounded ? Math.min(Math.max(column, 0), width) : column);
    }
  }
  return { top, rows: rows.map((row) => row?.sort((a, b) => a - b) ?? NONE) };
};

const NONE: readonly number[] = [];

/** The runs of one row, as pairs. */
export const runsOn = ({ top, rows }: ContourSpans, row: number): readonly number[] => rows[row - top] ?? NONE;

/** Writes `value` to the pixels of `spans` in a plane of `width` columns; row 0 begins at `first`. */
export const fillSpans = (
  plane: Uint8Array,
  width: number,
  { top, rows }: ContourSpans,
  value: number,
  first = 0,
): void => {
  for (const [k, runs] of rows.entries()) {
    const line = first + (top + k) * width;
    eachPair(runs, (from, end) => plane.fill(value, line + from, line + end));
  }
};
