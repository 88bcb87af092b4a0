/** The conversion of the response to lines: thresholds, thinning, removal of small pieces, linking of gaps, tracing, measuring. */

import { clutterOf, type LineResponse, MARKS, strengthOf } from '../response/response.js';
import { filterComponents } from './components.js';
import { linkGaps } from './link.js';
import { PaddedMask } from './neighbours.js';
import { lengthOf, type Polyline, smoothed } from './polyline.js';
import { thin } from './thin.js';
import { type Branch, type Graph, pruneSpurs, trace } from './trace.js';
import { edgesOf, Profiles } from './width.js';

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

/** `breathe` is awaited between stages; it may throw to end the search. */
export const findLines = async (
  response: LineResponse,
  filter: LineFilter,
  breathe: () => Promise<void> = async () => {},
  limits = LIMITS,
): Promise<Network> => {
  const clutter = clutterOf(response);
  const high = Math.max(1, filter.high * clutter);
  const low = Math.min(high, Math.max(1, filter.low * clutter));
  const mask = new PaddedMask(response.width, response.height);
  const strength = (at: number): number => strengthOf(response.words[mask.pixel(at)]!);
  const { places, left } = candidates(response, mask, low, limits.pixels);
  await breathe();
  const strong = filterComponents(mask, places, (piece) => piece.some((at) => strength(at) >= high));
  const ends: number[] = [];
  const long = filterComponents(mask, thin(mask, strong, strength), ({ length }) => length >= filter.minLength, ends);
  await breathe();
  const linked = linkGaps(
    mask,
    long,
    (pixel) => strengthOf(response.words[pixel]!),
    { gap: filter.gap, cost: filter.gapCost, strong: high, limit: limits.ends },
    { places: long, ends },
  );
  await breathe();
  const all = new Int32Array(long.length + linked.drawn.length);
  all.set(long);
  all.set(linked.drawn, long.length);
  let skeleton = thin(mask, all, strength, linked.drawn);
  let graph = trace(mask, skeleton);
  for (let round = 0; round < 2 && filter.spur > 1; round++) {
    const { left, cut } = pruneSpurs(mask, skeleton, graph, filter.spur);
    if (cut.length === 0) break;
    skeleton = thin(mask, left, strength, cut);
    graph = trace(mask, skeleton);
  }
  await breathe();
  return {
    ...measured(graph, mask, response, strength, clutter, filter.widthReach, high),
    links: linked.links,
    clutter,
    endsLeft: linked.left,
    pixelsLeft: left,
  };
};

/** Marked pixels that pass the low threshold, in the order of the rows. */
const candidates = (
  { words, samples }: LineResponse,
  mask: PaddedMask,
  low: number,
  most: number,
): { readonly places: Int32Array; readonly left: number } => {
  const least = Math.ceil(low);
  const { data, width, height, stride } = mask;
  let places = new Int32Array(Math.min(most, 2 ** 16));
  let count = 0;
  let left = 0;
  for (let i = 0, y = 0; y < height; y++) {
    const aside = (y + 1) * stride + 1 - y * width;
    for (const end = i + width; i < end; i++) {
      // Most have no mark.
      while (i + 4 < end && ((words[i]! | words[i + 1]! | words[i + 2]! | words[i + 3]!) & MARKS) === 0) i += 4;
      const word = words[i]!;
      if (word >>> 6 < least || (word & MARKS) === 0 || samples[i] === 0) continue;
      if (count === most) {
        left++;
        continue;
      }
      if (count === places.length) {
        const more = new Int32Array(Math.min(most, 2 * count));
        more.set(places);
        places = more;
      }
      data[i + aside] = 1;
      places[count++] = i + aside;
    }
  }
  return { places: places.subarray(0, count), left };
};

const measured = (
  { nodes, branches }: Graph,
  mask: PaddedMask,
  response: LineResponse,
  strength: (at: number) => number,
  clutter: number,
  reach: number,
  weak: number,
): Pick<Network, 'lines' | 'nodes'> => {
  const centre = (at: number): readonly [number, number] => [
    (at % mask.stride) - 0.5,
    Math.floor(at / mask.stride) - 0.5,
  ];
  const placed = nodes.map(({ places, degree }) => {
    const centres = places.map(centre);
    const mean = (axis: 0 | 1): number => centres.reduce((sum, point) => sum + point[axis], 0) / centres.length;
    return { x: mean(0), y: mean(1), degree };
  });
  const profiles = new Profiles();
  const lineOf = ({ from, to, places }: Branch): Line => {
    const points = new Float64Array(2 * places.length);
    for (let i = 0; i < places.length; i++) {
      const at = places[i]!;
      points[2 * i] = (at % mask.stride) - 0.5;
      points[2 * i + 1] = Math.floor(at / mask.stride) - 0.5;
    }
    points.set([placed[from]!.x, placed[from]!.y]);
    points.set([placed[to]!.x, placed[to]!.y], points.length - 2);
    const traced = smoothed(points, 3);
    const { widths, centred } =
      reach > 0
        ? edgesOf(traced, response, reach, weak, profiles)
        : { widths: new Float64Array(places.length), centred: traced };
    centred.set(points.subarray(0, 2));
    centred.set(points.subarray(-2), points.length - 2);
    const even = smoothed(centred, 2);
    let sum = 0;
    for (let i = 0; i < places.length; i++) sum += strength(places[i]!);
    return {
      from,
      to,
      points: even,
      widths,
      length: lengthOf(even),
      width: meanOf(widths),
      strength: sum / places.length / clutter,
    };
  };
  return { lines: branches.map(lineOf), nodes: placed };
};

const meanOf = (values: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
};
