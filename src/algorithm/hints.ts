/** The user's hints: clicks and strokes inside the object and outside it. */

import type { Position } from '../core/geometry/ring.js';

type Line = readonly (readonly number[])[];

/** One mark as a request gives it, in full-resolution pixels. */
export type HintMark =
  | readonly number[]
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | { readonly type: 'MultiPoint'; readonly coordinates: Line }
  | { readonly type: 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] };

/** Marks as a request gives them: a list of `[x, y]`, in a volume `[x, y, slice]`, and GeoJSON geometries, or one geometry. */
export type HintMarks = readonly HintMark[] | Exclude<HintMark, readonly number[]>;

/** Whether the marked pixels belong to the object. */
export type MarkSide = 'inside' | 'outside';

/** The user's hints, in full-resolution pixels. */
export interface Hints {
  readonly inside?: HintMarks;
  readonly outside?: HintMarks;
  /**
   * The order in which the marks of both lists were made: the side of each position and of each line. Marks are then corrected in that order.
   * Without it each list keeps its own order, and of the first marks of the two lists the one with the deeper error is corrected first.
   */
  readonly order?: readonly MarkSide[];
}

/** A mark that was checked: a click of one position, or the vertices of a line, in full-resolution pixels. */
export type Stroke = readonly Position[];

/** The user's hints, checked: strokes of positions in full-resolution pixels. */
export interface Marks {
  readonly inside: readonly Stroke[];
  readonly outside: readonly Stroke[];
  /** In a volume: the slice of each stroke that names one; the others lie on the run's slice. Missing where no stroke names one. */
  readonly slices?: {
    readonly inside: readonly (number | undefined)[];
    readonly outside: readonly (number | undefined)[];
  };
  /** The side of each stroke in the order in which all were made; missing where no order was given and both lists have marks. */
  readonly order?: readonly MarkSide[];
}

/** One stroke or click, its side, and its slice where given. */
export interface SidedStroke {
  readonly stroke: Stroke;
  readonly inside: boolean;
  readonly slice: number | undefined;
}

/** Lists marks in the order in which they were made; those inside first where no order was given. */
export const sided = ({ inside, outside, slices, order }: Marks): readonly SidedStroke[] => {
  const listed = (its: MarkSide, strokes: readonly Stroke[]): SidedStroke[] =>
    strokes.map((stroke, k) => ({ stroke, inside: its === 'inside', slice: slices?.[its][k] }));
  const [within, without] = [listed('inside', inside), listed('outside', outside)];
  if (order === undefined) return [...within, ...without];
  const [nextIn, nextOut] = [within.values(), without.values()];
  return order.flatMap((side) => (side === 'inside' ? nextIn : nextOut).next().value ?? []);
};

/** A stroke in the form of a request: a click as its position, others as a LineString. @param slice of a volume, on which it lies */
export const markOf = (stroke: Stroke, slice: number | undefined): HintMark => {
  const positions = slice === undefined ? stroke : stroke.map(([x, y]) => [x, y, slice]);
  return positions.length === 1 ? positions[0]! : { type: 'LineString', coordinates: positions };
};

/** Converts marks to the form of a request, for metadata and messages. */
export const hintsOf = ({ inside, outside, slices, order }: Marks): Hints => {
  const given = (strokes: readonly Stroke[], its: readonly (number | undefined)[] | undefined): HintMarks =>
    strokes.map((stroke, k) => markOf(stroke, its?.[k]));
  const both = { inside: given(inside, slices?.inside), outside: given(outside, slices?.outside) };
  return order ? { ...both, order } : both;
};

/** The pixels that a stroke runs through, as `column, row` pairs in one list; sampled at steps of at most half a pixel. */
export const pixelsOf = (stroke: Stroke, scaleX = 1, scaleY = 1): readonly number[] => {
  const pixels: number[] = [];
  const take = (x: number, y: number): void => {
    const [column, row] = [Math.floor(x / scaleX), Math.floor(y / scaleY)];
    if (pixels.at(-2) !== column || pixels.at(-1) !== row) pixels.push(column, row);
  };
  let [ax, ay] = stroke[0] ?? [0, 0];
  for (const [bx, by] of stroke) {
    const steps = Math.max(1, Math.ceil(2 * Math.max(Math.abs(bx - ax) / scaleX, Math.abs(by - ay) / scaleY)));
    for (let step = 1; step <= steps; step++) take(ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps);
    [ax, ay] = [bx, by];
  }
  return pixels;
};
