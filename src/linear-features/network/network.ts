/** The conversion of the response to lines: thresholds, thinning, removal of small pieces, linking of gaps, tracing, measuring. */

import type { ResponsePart } from '../response/part.js';
import { edgesOf } from './edges.js';
import { linkGaps } from './link.js';
import { PaddedMask } from './neighbours.js';
import { Pieces } from './pieces.js';
import { lengthOf, type Polyline, smoothed } from './polyline.js';
import { Strengths } from './strengths.js';
import { Thinning } from './thin.js';
import { type Graph, pruneSpurs, trace } from './trace.js';

/** Thresholds that may change after the kernels have run. */
export interface LineFilter {
  /** Every piece has a pixel at least this strong, in multiples of the clutter. */
  readonly high: number;
  /** Every pixel found is at least this strong, in multiples of the clutter. */
  readonly low: number;
  /** Pieces of fewer pixels are dropped. */
  readonly minLength: number;
  /** Longest gap to link, in pixels; 0 links none. */
  readonly gap: number;
  /** Most mean cost of a link, 0 to 1. */
  readonly gapCost: number;
  /** Free branches of fewer pixels are cut off. */
  readonly spur: number;
  /** The largest distance from a line at which its edges are searched for, in pixels; with 0 none are, and widths are 0. */
  readonly widthReach: number;
}

/** A line between two nodes. */
export interface Line {
  /** Indices of nodes. */
  readonly from: number;
  readonly to: number;
  /** Points in pixels of the level. */
  readonly points: Polyline;
  /** Width at each point, in pixels of the level. */
  readonly widths: Float64Array;
  readonly length: number;
  readonly width: number;
  /** Mean strength, in multiples of the clutter. */
  readonly strength: number;
}

/** A junction or a free end, in pixels of the level; `degree` lines end in it. */
export interface LineNode {
  readonly x: number;
  readonly y: number;
  readonly degree: number;
}

/** The lines of a region, and what they were found by. */
export interface Network {
  readonly lines: readonly Line[];
  readonly nodes: readonly LineNode[];
  readonly links: number;
  /** The strength that `high` and `low` are multiples of. */
  readonly clutter: number;
  /** Ends from which no link was sought, because there were too many. */
  readonly endsLeft: number;
  /** Pixels left out, because there were too many. */
  readonly pixelsLeft: number;
}

/** Limits of time and memory; `Network` says how much was left out. */
export interface LineLimits {
  /** Most ends from which gaps are linked. */
  readonly ends: number;
  /** Most pixels that may pass the thresholds. */
  readonly pixels: number;
}

const LIMITS: LineLimits = { ends: 20_000, pixels: 2 ** 21 };

/** The means of a search. */
export interface LineMeans {
  readonly signal?: AbortSignal;
  /** Awaited between stages; it may throw to end the search. */
  readonly breathe: () => Promise<void>;
}

/** The lines of a part of a response; with widths, of the whole of it. Rejects as `Executor.submit`. */
export const findLines = async (
  part: ResponsePart,
  filter: LineFilter,
  means: LineMeans,
  limits = LIMITS,
): Promise<Network> => {
  const { breathe, signal } = means;
  const clutter = await part.clutter(signal);
  const high = Math.max(1, filter.high * clutter);
  const low = Math.min(high, Math.max(1, filter.low * clutter));
  const mask = new PaddedMask(part.rect.width, part.rect.height);
  const { left, strengths } = candidates(await part.marks(signal), mask, low, limits.pixels);
  await breathe();
  const thinning = new Thinning(mask, strengths);
  thinning.thinAll(strongPieces(mask, strengths, high));
  const pieces = new Pieces(mask);
  const sizes = new Int32Array(pieces.runs);
  for (let run = 0; run < sizes.length; run++) sizes[pieces.ofRun(run)]! += pieces.to(run) - pieces.from(run);
  const long = pieces.keep(mask, (piece) => sizes[piece]! >= filter.minLength);
  await breathe();
  const { gap, gapCost } = filter;
  const linked = await linkGaps(
    mask,
    long,
    { strengths, boxes: (middles, side) => part.boxes(middles, side, signal) },
    { gap, cost: gapCost, strong: high, limit: limits.ends },
    pieces,
  );
  await breathe();
  thinning.mend(linked.drawn);
  let graph = trace(mask, mask.places());
  for (let round = 0; round < 2 && filter.spur > 1; round++) {
    const cut = pruneSpurs(mask, graph, filter.spur);
    if (cut.length === 0) break;
    thinning.mend(cut);
    graph = trace(mask, mask.places());
  }
  await breathe();
  return {
    ...(await measured(graph, mask, part, strengths, clutter, filter.widthReach, high, means)),
    links: linked.links,
    clutter,
    endsLeft: linked.left,
    pixelsLeft: left,
  };
};

/** Sets marked pixels that pass the low threshold, in the order of the rows; gives their strengths, and how many were left out. */
const candidates = (
  marks: Uint32Array,
  mask: PaddedMask,
  low: number,
  limit: number,
): { readonly left: number; readonly strengths: Strengths } => {
  const least = Math.ceil(low);
  const { bits, width, stride } = mask;
  const kept = new Uint32Array(Math.min(limit, marks.length / 2));
  let count = 0;
  // Of the row of the pixel: its end, and how far its pixels are from their places.
  let end = 0;
  let aside = 0;
  for (let k = 0; k < marks.length; k += 2) {
    const strength = marks[k + 1]!;
    if (strength < least || count++ >= limit) continue;
    const i = marks[k]!;
    if (i >= end) {
      const y = Math.floor(i / width);
      end = (y + 1) * width;
      aside = (y + 1) * stride + 1 - y * width;
    }
    const at = i + aside;
    bits[at >>> 5]! |= 1 << (at & 31);
    kept[count - 1] = strength;
  }
  const left = Math.max(0, count - limit);
  return { left, strengths: new Strengths(mask, kept.subarray(0, count - left)) };
};

/** Hysteresis: the places of pieces that somewhere reach the high threshold; the others are cleared. */
const strongPieces = (mask: PaddedMask, { sorted }: Strengths, high: number): Int32Array => {
  const pieces = new Pieces(mask);
  const strong = new Uint8Array(pieces.runs);
  const least = Math.ceil(high);
  // Runs and strengths are both in the order of the rows.
  for (let run = 0, k = 0; run < strong.length; run++) {
    const piece = pieces.ofRun(run);
    const end = k + pieces.to(run) - pieces.from(run);
    if (strong[piece] === 0) for (let i = k; i < end; i++) if (sorted[i]! >= least) strong[piece] = 1;
    k = end;
  }
  return pieces.keep(mask, (piece) => strong[piece] === 1);
};

const measured = async (
  { nodes, branches }: Graph,
  mask: PaddedMask,
  part: ResponsePart,
  strengths: Strengths,
  clutter: number,
  reach: number,
  weak: number,
  means: LineMeans,
): Promise<Pick<Network, 'lines' | 'nodes'>> => {
  const placed = nodes.map(({ places, degree }) => {
    let [x, y] = [0, 0];
    for (const at of places) {
      x += (at % mask.stride) - 0.5;
      y += Math.floor(at / mask.stride) - 0.5;
    }
    return { x: x / places.length, y: y / places.length, degree };
  });
  // The points of all lines lie in one buffer: a buffer for each would take longer than what is done with its points.
  const room = roomFor(branches);
  const paths = branches.map(({ from, to, places }): Polyline => {
    const points = room(places.length);
    for (let i = 0; i < places.length; i++) {
      const at = places[i]!;
      const row = Math.floor(at / mask.stride);
      points[2 * i] = at - row * mask.stride - 0.5;
      points[2 * i + 1] = row - 0.5;
    }
    points.set([placed[from]!.x, placed[from]!.y]);
    points.set([placed[to]!.x, placed[to]!.y], points.length - 2);
    return points;
  });
  const smooth = roomFor(branches);
  const traced = paths.map((points) => smoothed(points, 3, smooth(points.length / 2)));
  const edges = reach > 0 ? await edgesOf(traced, part.memory, reach, weak, means.signal) : undefined;
  await means.breathe();
  const last = roomFor(branches);
  const lines = branches.map(({ from, to, places }, i): Line => {
    const points = paths[i]!;
    const { widths, centred } = edges?.[i] ?? { widths: new Float64Array(places.length), centred: traced[i]! };
    centred.set(points.subarray(0, 2));
    centred.set(points.subarray(-2), points.length - 2);
    const even = smoothed(centred, 2, last(places.length));
    let sum = 0;
    for (let k = 0; k < places.length; k++) sum += strengths.at(places[k]!);
    return {
      from,
      to,
      points: even,
      widths,
      length: lengthOf(even),
      width: meanOf(widths),
      strength: sum / places.length / clutter,
    };
  });
  return { lines, nodes: placed };
};

/** Gives room for the points of one line after the other. */
const roomFor = (branches: Graph['branches']): ((points: number) => Polyline) => {
  const all = new Float64Array(2 * branches.reduce((sum, { places }) => sum + places.length, 0));
  let at = 0;
  return (points) => {
    const from = at;
    at += 2 * points;
    return all.subarray(from, at);
  };
};

const meanOf = (values: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};
