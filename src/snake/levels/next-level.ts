/** Reads what the next levels need while the current one evolves. */
import type { RunContext } from '../../algorithm/algorithm.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { later } from '../../core/later.js';
import { pause } from '../../core/pause.js';
import type { Samples } from '../../image/samples.js';
import { samplesAtHand } from '../sight.js';
import { LONGEST_SIDE } from '../tables/tables.js';

const finer = later(() => import('./finer.js'));

/** Maximum bytes of samples read ahead, in addition to those in use: half of what a source caches of an image. */
const MOST = 2 ** 26;

/**
 * Samples of levels that are read whole, by level; they resolve to `undefined` where the read failed, and are then requested again. A level that is removed
 * before its turn is not read.
 */
export type LevelsAhead = Map<number, Promise<Samples | undefined>>;

/** Whether a domain, in full-resolution pixels, is read whole at a level. */
export const fits = (
  { image, pixelBudget }: Pick<RunContext, 'pixelBudget'> & { readonly image: Pick<RunContext['image'], 'levels'> },
  domain: Rect,
  level: number,
): boolean => {
  const { width, height } = levelRect(domain, levelByIndex(image.levels, level));
  return width * height <= pixelBudget && Math.max(width, height) <= LONGEST_SIDE;
};

/** A level that evolves, and the last that follows it. */
interface LevelsToRead {
  /** In full-resolution pixels. */
  readonly domain: Rect;
  readonly level: number;
  readonly finest: number;
  /** The ring of `level`, in pixels of the domain there; missing where it is not yet near the contour. */
  readonly ring?: Ring | undefined;
}

/**
 * Begins to read the levels after `level` down to `finest`, the coarser first: all levels that fit whole, which a server that lies far away takes its time to
 * send; and, where a device evolves and the thread is idle, two others along the ring, for which a ring that still moves by a few pixels of its own level is
 * precise enough.
 */
export const readNext = (
  context: RunContext,
  { domain, level, finest, ring }: LevelsToRead,
  ahead: LevelsAhead,
): void => {
  const { executor, image, pixels } = context;
  for (const before of ahead.keys()) if (before >= level) ahead.delete(before);
  let bytes = 0;
  // Cached tiles are copied without a pause, so the current state is sent first.
  let coming: Promise<unknown> = pause();
  let next = level - 1;
  for (; next >= finest && fits(context, domain, next); next--) {
    const rect = levelRect(domain, levelByIndex(image.levels, next));
    const { width, height } = rect;
    bytes += (width * height * image.bands * image.bits) / 8;
    if (bytes > MOST) return;
    const at = next;
    const known = samplesAtHand(context, rect, at);
    const samples: Promise<Samples | undefined> =
      ahead.get(at) ??
      coming
        .then(() => (known ? { samples: known } : ahead.has(at) ? pixels(domain, at) : undefined))
        .then(
          (read) => read?.samples,
          () => undefined,
        );
    ahead.set(at, samples);
    coming = samples;
  }
  if (next < finest || ring === undefined || executor.backend === 'cpu') return;
  const { x, y } = levelRect(domain, levelByIndex(image.levels, level));
  const onLevel = ring.map((value, i) => value + (i % 2 === 0 ? x : y));
  // A run that needs the code reports that it failed to load.
  Promise.all([finer.load(), coming]).then(
    ([{ readAhead }]) => {
      readAhead(context, domain, { ring: onLevel, level }, { from: next, finest: Math.max(finest, next - 1) });
    },
    () => {},
  );
};
