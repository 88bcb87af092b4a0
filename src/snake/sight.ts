/** Caches the planes of a domain at one level for the next contour there. */

import type { RunContext } from '../algorithm/algorithm.js';
import { growthOf } from '../algorithm/evidence/whiteness.js';
import { Kept } from '../compute/kept.js';
import type { Rect } from '../core/geometry/rect.js';
import { bytesOf } from '../image/sample-arrays.js';
import type { Samples } from '../image/samples.js';
import { refuseConstant, type Seen, see } from './problem.js';
import type { SnakeParameters } from './schema.js';

/** Samples of a domain at one level, and the planes that the model uses. */
export interface Sight {
  readonly samples: Samples;
  readonly seen: Seen;
  /** Growth of the planes (`growthOf`), measured once, even for a domain that is too large to be cached. */
  growth(): Promise<number>;
}

interface KeptSight extends Sight {
  readonly bytes: number;
  destroy(): void;
}

/** Maximum bytes of samples cached per image. */
const MOST_BYTES = 2 ** 26;

/**
 * Maximum domains and levels cached per image. A user corrects the last objects, at up to four levels each; of the many domains of a
 * batch, each used once, only this many remain, with about 20 kB each in addition to the samples.
 */
const MOST_SIGHTS = 32;

interface KeptGrowth {
  readonly growth: number;
  readonly bytes: number;
  destroy(): void;
}

/** The cache of one image. */
interface Memory {
  readonly sights: Kept<KeptSight>;
  readonly growths: Kept<KeptGrowth>;
}

/** The caches of each engine's images. */
const memories = new WeakMap<object, WeakMap<object, Memory>>();

const memoryOf = ({ engine, image }: Pick<RunContext, 'engine' | 'image'>): Memory => {
  const its = memories.get(engine) ?? new WeakMap<object, Memory>();
  const kept = its.get(image.levels) ?? {
    sights: new Kept(MOST_BYTES, MOST_SIGHTS),
    growths: new Kept(0, MOST_SIGHTS),
  };
  memories.set(engine, its);
  its.set(image.levels, kept);
  return kept;
};

/** The samples of a domain, in pixels of the level, where they are cached for any channel. */
export const samplesAtHand = (context: RunContext, domain: Rect, level: number): Samples | undefined => {
  const { image, view } = context;
  const start = JSON.stringify([view, image.slice, level, domain]).slice(0, -1);
  return memoryOf(context).sights.find(image.levels, `${start},`)?.samples;
};

/**
 * @param record of the channel, whose transform is reused, not fitted
 * @param read gives the samples where they are not cached
 * @throws SegmenterError `nothing-found` where all pixels have the same value, and as `see`
 */
export const sightOf = async (
  context: RunContext,
  parameters: SnakeParameters,
  { domain, level }: { readonly domain: Rect; readonly level: number },
  record: Readonly<Record<string, string>> | undefined,
  read: () => Promise<Samples>,
): Promise<Sight> => {
  const { image, signal, parts, view } = context;
  const { channel, model, order } = parameters;
  const keyOf = (its: typeof record): string => {
    // A contour's metadata hold more than is needed to repeat its transform.
    const repeated = its && [its.channel, its.channelTransform, its.threshold];
    return JSON.stringify([view, image.slice, level, domain, channel, model, order, repeated]);
  };
  const key = keyOf(record);
  const { sights: known, growths } = memoryOf(context);
  let sight = known.take(image.levels, key);
  if (sight === undefined) {
    const samples = await read();
    const made = async (): Promise<Seen> => {
      const seen = await see(samples, parameters, signal, record);
      await refuseConstant(seen.channel);
      return seen;
    };
    const seen = await parts.time('channel', made);
    const growth = async (): Promise<number> => {
      const before = growths.take(image.levels, key);
      const found = before ?? { growth: await growthOf(seen.channel), bytes: 0, destroy: () => {} };
      growths.give(image.levels, key, found);
      return found.growth;
    };
    sight = { samples, seen, growth, bytes: bytesOf(samples), destroy: () => {} };
    // A correction reuses the transform that was fitted here.
    if (record === undefined) known.give(image.levels, keyOf(seen.channel.record), sight);
  }
  known.give(image.levels, key, sight);
  return sight;
};
