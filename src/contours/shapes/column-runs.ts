/** Polygons of a mask that is given as runs, column by column: time and memory depend on the number of runs, not on the size of the mask. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { polygonal } from '../../algorithm/shapes/polygons.js';
import { closedPositionsOf, type Position, positionsOf, type Ring, twiceArea } from '../../core/geometry/ring.js';
import { type RowRuns, traceRuns } from '../../core/geometry/trace.js';

/**
 * The polygons, with their holes, the largest first; `undefined` where no cell is inside. Each ring begins at the first of its vertices,
 * row by row. Cells that meet only at a corner are separate.
 *
 * @param runs alternating lengths of runs outside and inside, down the columns from the left, integers from 0
 * @param height cells of a column
 */
export const columnRunGeometry = (runs: readonly number[], height: number): Geometry | undefined => {
  const { edges, ...strips } = stripsOf(runs, height);
  // Columns of the mask are rows here, so the rings have the opposite orientation.
  const placed = (ring: Ring): Ring => fromFirst(reversed(positionsOf(ring).map(([y, strip]) => [edges[strip]!, y])));
  const polygons = traceRuns(strips).map(({ outer, holes }) => {
    const rings = [placed(outer), ...holes.map(placed).sort(byFirst)];
    return { rings, area: rings.reduce((sum, ring) => sum + twiceArea(ring), 0) };
  });
  polygons.sort((a, b) => b.area - a.area || byFirst(a.rings[0]!, b.rings[0]!));
  return polygonal(polygons.map(({ rings }) => rings.map(closedPositionsOf)));
};

/** Runs along the strips of a mask: each strip is a column, or several that are inside from top to bottom, or outside. */
interface Strips extends RowRuns {
  /** Column at which each strip begins; behind them that at which the last one ends. */
  readonly edges: readonly number[];
}

const stripsOf = (runs: readonly number[], height: number): Strips => {
  const edges: number[] = [];
  const firstOf: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  const row: number[] = [];
  let right = 0;
  const add = (from: number, to: number, top: number, bottom: number): void => {
    if (edges.at(-1) !== from) {
      for (const x of right < from ? [right, from] : [from]) {
        edges.push(x);
        firstOf.push(start.length);
      }
      right = to;
    }
    start.push(top);
    end.push(bottom);
    row.push(edges.length - 1);
  };
  const inside = (from: number, to: number): void => {
    const [top, bottom] = [from % height, to % height];
    const [first, last] = [(from - top) / height, (to - bottom) / height];
    if (first === last) {
      add(first, first + 1, top, bottom);
      return;
    }
    if (top > 0) add(first, first + 1, top, height);
    const whole = top > 0 ? first + 1 : first;
    if (whole < last) add(whole, last, 0, height);
    if (bottom > 0) add(last, last + 1, 0, bottom);
  };
  let [at, from] = [0, 0];
  for (let k = 0; k < runs.length; k++) {
    // A run of length 0 joins the runs on both sides.
    if (k % 2 === 0 && runs[k]! > 0) {
      if (at > from) inside(from, at);
      from = at + runs[k]!;
    }
    at += runs[k]!;
  }
  if (at > from) inside(from, at);
  return { edges: [...edges, right], start, end, row, firstOf: Int32Array.from([...firstOf, start.length]) };
};

const reversed = (positions: readonly Position[]): Position[] => [...positions].reverse();

/** The ring from its uppermost vertex on, the leftmost of several. */
const fromFirst = (positions: readonly Position[]): Ring => {
  let first = 0;
  for (const [k, [x, y]] of positions.entries()) {
    const [left, top] = positions[first]!;
    if (y < top || (y === top && x < left)) first = k;
  }
  return [...positions.slice(first), ...positions.slice(0, first)].flat();
};

const byFirst = (a: Ring, b: Ring): number => a[1]! - b[1]! || a[0]! - b[0]!;
