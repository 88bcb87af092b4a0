/** Measured lines in full-resolution pixels, as columns; objects for single lines are made on demand. */

import type { Position } from '../core/geometry/ring.js';
import type { Placement } from '../image/samples.js';
import type { Lines } from './network/lines.js';

/** The position of a region: its corner in pixels of the level, and full-resolution pixels per pixel of the level. */
export interface LineFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly placement?: Placement;
}

/** One line in full-resolution pixels. */
export interface MeasuredLine {
  /** Indices of `nodes`. */
  readonly from: number;
  readonly to: number;
  readonly points: readonly Position[];
  /** Width at each point. */
  readonly widths: readonly number[];
  readonly length: number;
  readonly width: number;
  /** Mean strength, in multiples of the clutter. */
  readonly strength: number;
}

/** Line i has the points from `starts[i]` to `starts[i + 1]`. */
export interface Columns {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly starts: Int32Array;
  /** x0, y0, x1, y1, … */
  readonly points: Float64Array;
  readonly widths: Float64Array;
  readonly length: Float64Array;
  readonly width: Float64Array;
  readonly strength: Float64Array;
  /** x0, y0, x1, y1, … */
  readonly nodes: Float64Array;
}

/** The columns of simplified lines, in their own memory. @param simplify the tolerance, in pixels of the level */
export const columnsOf = (lines: Lines, frame: LineFrame, simplify: number): Columns => {
  lines.simplify(simplify);
  const { count, keptStarts } = lines;
  const scale = Math.sqrt(frame.scaleX * frame.scaleY);
  const { points, widths } = lines.framed(frame);
  return {
    count,
    from: lines.from.slice(),
    to: lines.to.slice(),
    starts: keptStarts.slice(),
    points,
    widths,
    length: lines.scaledLengths(frame.scaleX, frame.scaleY),
    width: lines.means.map((width) => width * scale),
    strength: lines.strong.slice(),
    nodes: lines.nodes.map((value, i) =>
      i % 2 === 0 ? (frame.x + value) * frame.scaleX : (frame.y + value) * frame.scaleY,
    ),
  };
};

/** The points of a line. */
export const positionsOf = ({ starts, points }: Columns, line: number): Position[] => {
  const positions: Position[] = [];
  for (let k = starts[line]!; k < starts[line + 1]!; k++) positions.push([points[2 * k]!, points[2 * k + 1]!]);
  return positions;
};

/** Width at each point of a line. */
export const widthsOf = ({ starts, widths }: Columns, line: number): number[] =>
  Array.from(widths.subarray(starts[line], starts[line + 1]));

/** One line as an object. */
export const measuredLine = (columns: Columns, line: number): MeasuredLine => ({
  from: columns.from[line]!,
  to: columns.to[line]!,
  points: positionsOf(columns, line),
  widths: widthsOf(columns, line),
  length: columns.length[line]!,
  width: columns.width[line]!,
  strength: columns.strength[line]!,
});

/** The order of the lines, the strongest and longest first. */
export const orderOf = ({ count, length, strength }: Columns): Uint32Array => {
  const weights = length.map((own, i) => own * strength[i]!);
  return Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => weights[b]! - weights[a]! || a - b);
};

/** A line's points as one flat ring, for the display of a search; moved by whole pixels of the level. */
export const flatLines = (lines: Lines, frame: LineFrame, dx: number, dy: number): number[][] => {
  const { starts, points, count } = columnsOf(lines, { ...frame, x: frame.x + dx, y: frame.y + dy }, SHOWN);
  return Array.from({ length: count }, (_, line) =>
    Array.from(points.subarray(2 * starts[line]!, 2 * starts[line + 1]!)),
  );
};

/** Tolerance of lines that are shown during a search, in pixels. */
const SHOWN = 0.5;
