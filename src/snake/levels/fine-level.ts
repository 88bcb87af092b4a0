/** A level that is read only along a ring, ready for refinement: its windows, their reader, and the regions' means. */

import type { RunContext } from '../../algorithm/algorithm.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import { type Box, boxOfBoth, intersection, type Rect } from '../../core/geometry/rect.js';
import type { Position, Ring } from '../../core/geometry/ring.js';
import { eachEdge } from '../../core/geometry/ring.js';
import { cut } from '../../image/sample-arrays.js';
import type { Samples } from '../../image/samples.js';
import type { Guide } from '../hints/guide.js';
import type { Seen } from '../problem.js';
import { boundsOf } from '../starts.js';
import type { Settled } from '../weighing/weights.js';
import { corridorAlong } from './corridor.js';
import { finerMeans, type LevelMeans } from './level-means.js';
import { coarsened, levelPairs } from './level-pairs.js';
import { LevelTiles } from './level-tiles.js';
import { groupsOf, type Pane, panesAlong } from './panes.js';
import type { TileKind } from './placed-windows.js';
import { WindowReader } from './window-reader.js';

/** A finished level: its ring in whole pixels. */
export interface Coarse {
  readonly level: number;
  readonly ring: Ring;
  readonly means: LevelMeans;
}

/** The inputs that are the same at every level. */
export interface Terms extends Pick<Seen, 'model' | 'order'> {
  readonly parameters: Settled;
  /** Record of the channel, fitted where the domain was read whole. */
  readonly record: Readonly<Record<string, string>>;
  /** Whether the planes are codes; and the maximum sample otherwise. */
  readonly codes: boolean;
  readonly highest: number;
  /** The kind of the channel's planes. */
  readonly planes: TileKind;
  /** Tilt of the body in the user's box. */
  readonly tilt: number;
  /** Guide that holds the snake to the user's marks, if any. */
  readonly guide: Guide | undefined;
  /** Pinned vertices, in full-resolution pixels. */
  readonly pinned: readonly Position[] | undefined;
  /** In full-resolution pixels. */
  readonly domain: Rect;
  /** The last level at which the domain was read whole. */
  readonly coarsest: number;
  /** Edges longer than this are split. */
  readonly minimumLength: number;
  /** Box in which the vertices may move, and the user's box, in pixels of a level. */
  confine(level: number): Box;
  box(level: number): Box | undefined;
}

/** A level whose samples are read in windows along a ring. */
export interface FineLevel {
  readonly level: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Pixels of this level per pixel of the coarser one. */
  readonly factor: number;
  readonly panes: readonly Pane[];
  readonly reader: WindowReader;
  /** Tiles of the windows, where there is a device. The caller releases them. */
  readonly tiles: LevelTiles | undefined;
  readonly means: LevelMeans;
  /** Mean length of the ring's edges: in such steps windows close it, so that its mean steps stay what they are. */
  readonly step: number;
}

/**
 * @param start the coarser ring in pixels of the level
 * @param whole the domain's samples at the coarser level, where they are available
 */
export const openLevel = async (
  coarse: Coarse,
  start: Ring,
  terms: Terms,
  context: RunContext,
  whole: Samples | undefined,
): Promise<FineLevel> => {
  const { levels } = context.image;
  const level = coarse.level - 1;
  const [fine, rough] = [levelByIndex(levels, level), levelByIndex(levels, coarse.level)];
  const factors = [rough.scaleX / fine.scaleX, rough.scaleY / fine.scaleY] as const;
  const factor = Math.max(...factors);
  const corridor = corridorAlong(start, factor);
  const readerAt = (
    at: number,
    parts: (window: Rect) => readonly Rect[],
    region: RunContext['region'] = context.region,
  ): WindowReader => {
    const domain = levelRect(terms.domain, levelByIndex(levels, at));
    const { parameters, record, tilt, guide } = terms;
    const within = (window: Rect): readonly Rect[] => parts(window).flatMap((part) => intersection(part, domain) ?? []);
    return new WindowReader({ ...context, region }, at, {
      parameters,
      record,
      box: terms.box(at),
      tilt,
      guide,
      parts: within,
    });
  };
  const reader = readerAt(level, (window) => corridor.within(window));
  const { x, y } = levelRect(terms.domain, rough);
  const roughReader = readerAt(
    coarse.level,
    (window) => {
      const finer = coarsened(window, [1 / factors[0], 1 / factors[1]]);
      return corridor.within(finer).flatMap((part) => intersection(coarsened(part, factors), window) ?? []);
    },
    whole && (async (part) => cut(whole, { ...part, x: part.x - x, y: part.y - y })),
  );
  const panes = panesAlong(start, grownTo(terms.confine(level), start), levelRect(terms.domain, fine));
  const windows = panes.map(({ window }) => window);
  const reading = levelPairs(windows, { reader, ring: start }, { reader: roughReader, ring: coarse.ring }, factors);
  // The awaiting caller gets the error; this avoids an unhandled rejection.
  reading.catch(() => {});
  const tiles = await LevelTiles.open(context, level, reader.reading, terms.planes, windows);
  try {
    // The first windows' tiles are requested after those of the pairs.
    tiles?.begin((groupsOf(panes, context.pixelBudget)[0] ?? []).map(({ window }) => window));
    const means = finerMeans(coarse.means, factors[0] * factors[1], await reading, terms);
    const step = Math.max(terms.minimumLength, Math.round(meanEdge(start)));
    return { level, scaleX: fine.scaleX, scaleY: fine.scaleY, factor, panes, reader, tiles, means, step };
  } catch (error) {
    tiles?.release();
    throw error;
  }
};

/** Rounding may have put a vertex a pixel outside. */
const grownTo = (box: Box, ring: Ring): Box => {
  const everywhere = { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  return boxOfBoth(box, boundsOf(ring, everywhere));
};

/** Along x or y, whichever is longer. */
const meanEdge = (ring: Ring): number => {
  let sum = 0;
  eachEdge(ring, (xa, ya, xb, yb) => {
    sum += Math.max(Math.abs(xb - xa), Math.abs(yb - ya));
  });
  return (2 * sum) / ring.length;
};
