/** The conversion of the response to lines: thresholds, thinning, removal of small pieces, linking of gaps, tracing, measuring. */

import type { ResponsePart } from '../response/part.js';
import { centreOnEdges } from './edges.js';
import { Lines } from './lines.js';
import { type Linked, linked } from './linked.js';
import { longPieces } from './sweep.js';
import { type Forms, type LineMeans, thinned } from './thinned.js';
import { Graph, pruneSpurs } from './trace.js';

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
  /** Maximum distance from a line at which its edges are searched for, in pixels; 0 searches no edges, and widths are then 0. */
  readonly widthReach: number;
}

/** The lines of a region, and figures of the search. */
export interface Network {
  /** In pixels of the level. The caller has to free their memory. */
  readonly lines: Lines;
  /** How many lines end in each node: a junction, or a free end. */
  readonly degrees: Int32Array;
  readonly links: number;
  /** The strength that `high` and `low` are multiples of. */
  readonly clutter: number;
  /** Ends from which no link was searched, because there were too many. */
  readonly endsLeft: number;
  /** Pixels left out, because there were too many. */
  readonly pixelsLeft: number;
}

/** Limits of time and memory; `Network` says how much was left out. */
export interface LineLimits {
  /** Maximum number of ends from which gaps are linked. */
  readonly ends: number;
  /** Maximum number of pixels that pass the thresholds; the row that would exceed it, and all rows below, are left out. */
  readonly pixels: number;
}

const LIMITS: LineLimits = { ends: 20_000, pixels: 2 ** 21 };

/**
 * The lines of a part of a response; with widths, of the whole of it. Rejects as `Executor.submit`.
 * @param forms by default the fastest available
 */
export const findLines = async (
  part: ResponsePart,
  filter: LineFilter,
  means: LineMeans,
  limits = LIMITS,
  { fast = true, kernels = part.memory.executor.backend !== 'cpu' }: Partial<Forms> = {},
): Promise<Network> => {
  const { breathe, signal } = means;
  const clutter = await part.clutter(signal);
  const high = Math.max(1, filter.high * clutter);
  const low = Math.min(high, Math.max(1, filter.low * clutter));
  const thresholds = { low, high, limit: limits.pixels };
  const { candidates, pieces } = await thinned(part, thresholds, means, { fast, kernels });
  const { space, room } = candidates;
  let skeleton: Linked | undefined;
  try {
    const kept = longPieces(space, pieces, filter.minLength, room);
    await breathe();
    const { gap, gapCost } = filter;
    const options = { gap, cost: gapCost, strong: high, limit: limits.ends };
    const boxes = (middles: Uint32Array, side: number) => part.boxes(middles, side, signal);
    skeleton = await linked(candidates, { pieces, kept, size: part.rect }, boxes, options, fast);
  } finally {
    room.free();
  }
  let lines: Lines | undefined;
  try {
    await breathe();
    const graph = new Graph(skeleton.space, skeleton.room);
    for (let round = 0; round < 2 && filter.spur > 1; round++) {
      const cut = pruneSpurs(skeleton.space, graph, filter.spur);
      if (cut.length === 0) break;
      skeleton.space.mend(cut);
    }
    graph.trace(skeleton.space);
    await breathe();
    const wide = filter.widthReach > 0;
    lines = new Lines(skeleton.space, graph, wide, fast);
    if (wide) await centreOnEdges(lines, part.memory, filter.widthReach, high, signal);
    else lines.stay();
    await breathe();
    lines.measure(clutter);
    const degrees = graph.degrees.slice(0, graph.nodes);
    const { links, left } = skeleton;
    return { lines, degrees, links, clutter, endsLeft: left, pixelsLeft: candidates.left };
  } catch (error) {
    lines?.free();
    throw error;
  } finally {
    skeleton.room.free();
  }
};
