/** The conversion of the response to lines: thresholds, thinning, removal of small pieces, linking of gaps, tracing, measuring. */

import { clutterOf, type LineResponse, markedIn, strengthOf } from '../response/response.js';
import { type EdgeMeans, edgesOf } from './edges.js';
import { linkGaps } from './link.js';
import { PaddedMask } from './neighbours.js';
import { Pieces } from './pieces.js';
import { lengthOf, type Polyline, smoothed } from './polyline.js';
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
export interface LineMeans extends EdgeMeans {
  /** Awaited between stages; it may throw to end the search. */
  readonly breathe: () => Promise<void>;
}

/** The lines of a response. Rejects as `Executor.submit`. */
export const findLines = async (
  response: LineResponse,
  filter: LineFilter,
  means: LineMeans,
  limits = LIMITS,
): Promise<Network> => {
  const { breathe } = means;
  const clutter = clutterOf(response);
  const high = Math.max(1, filter.high * clutter);
  const low = Math.min(high, Math.max(1, filter.low * clutter));
  const mask = new PaddedMask(response.width, response.height);
  const strength = (at: number): number => strengthOf(response.words[mask.pixel(at)]!);
  const { left, most } = candidates(response, mask, low, limits.pixels);
  await breathe();
  const thinning = new Thinning(mask, strength, most);
  thinning.thin(strongPieces(mask, response, high));
  const pieces = new Pieces(mask);
  const sizes = new Int32Array(pieces.runs);
  for (let run = 0; run < sizes.length; run++) sizes[pieces.ofRun(run)]! += pieces.to(run) - pieces.from(run);
  const long = pieces.keep(mask, (piece) => sizes[piece]! >= filter.minLength);
  await breathe();
  const linked = linkGaps(
    mask,
    long,
    (pixel) => strengthOf(response.words[pixel]!),
    { gap: filter.gap, cost: filter.gapCost, strong: high, limit: limits.ends },
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
    ...(await measured(graph, mask, response, strength, clutter, filter.widthReach, high, means)),
    links: linked.links,
    clutter,
    endsLeft: linked.left,
    pixelsLeft: left,
  };
};

/** Sets marked pixels that pass the low threshold, in the order of the rows; gives how many were left out, and the greatest strength. */
const candidates = (
  response: LineResponse,
  mask: PaddedMask,
  low: number,
  limit: number,
): { readonly left: number; readonly most: number } => {
  const least = Math.ceil(low);
  const { words } = response;
  const { bits, width, stride } = mask;
  const marked = markedIn(response);
  let count = 0;
  let most = 1;
  // Of the row of the pixel: its end, and how far its pixels are from their places.
  let end = 0;
  let aside = 0;
  for (let k = 0; k < marked.length; k++) {
    const i = marked[k]!;
    if (i >= end) {
      const y = Math.floor(i / width);
      end = (y + 1) * width;
      aside = (y + 1) * stride + 1 - y * width;
    }
    const strength = strengthOf(words[i]!);
    if (strength < least || count++ >= limit) continue;
    const at = i + aside;
    bits[at >>> 5]! |= 1 << (at & 31);
    if (strength > most) most = strength;
  }
  return { left: Math.max(0, count - limit), most };
};

/** Hysteresis: the places of pieces that somewhere reach the high threshold; the others are cleared. */
const strongPieces = (mask: PaddedMask, { words }: LineResponse, high: number): Int32Array => {
  const pieces = new Pieces(mask);
  const strong = new Uint8Array(pieces.runs);
  const least = Math.ceil(high);
  for (let run = 0; run < strong.length; run++) {
    const piece = pieces.ofRun(run);
    if (strong[piece] === 1) continue;
    const from = mask.pixel(pieces.from(run));
    for (let i = from, end = from + pieces.to(run) - pieces.from(run); i < end; i++) {
      if (words[i]! >>> 6 >= least) strong[piece] = 1;
    }
  }
  return pieces.keep(mask, (piece) => strong[piece] === 1);
};

const measured = async (
  { nodes, branches }: Graph,
  mask: PaddedMask,
  response: LineResponse,
  strength: (at: number) => number,
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
  const edges = reach > 0 ? await edgesOf(traced, response, reach, weak, means) : undefined;
  await means.breathe();
  const last = roomFor(branches);
  const lines = branches.map(({ from, to, places }, i): Line => {
    const points = paths[i]!;
    const { widths, centred } = edges?.[i] ?? { widths: new Float64Array(places.length), centred: traced[i]! };
    centred.set(points.subarray(0, 2));
    centred.set(points.subarray(-2), points.length - 2);
    const even = smoothed(centred, 2, last(places.length));
    let sum = 0;
    for (let k = 0; k < places.length; k++) sum += strength(places[k]!);
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
