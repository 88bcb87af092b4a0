/** Reads ahead the samples of later levels along a ring. */
import type { RunContext } from '../../algorithm/algorithm.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { corridorAlong } from './corridor.js';

/**
 * Maximum bytes of samples that are read ahead. Tiles are larger than the cells that are needed of them, by a factor of about four; the total is then
 * half of what a source caches of an image (2²⁷ bytes).
 */
const MOST = 2 ** 24;

/** A ring in pixels of a level. */
interface RingOnLevel {
  readonly ring: Ring;
  readonly level: number;
}

/** The levels that are read: the coarser first, until the byte limit is reached. */
interface ReadLevels {
  readonly from: number;
  readonly finest: number;
}

/**
 * Fetches and decodes tiles of finer levels into the caches of the image's source while a device evolves; not on the CPU, which has no idle thread.
 * The ring of a level hardly leaves the corridor of its start. Failures are ignored: a run reads again.
 * @param domain in full-resolution pixels
 */
export const readAhead = (
  context: RunContext,
  domain: Rect,
  { ring, level }: RingOnLevel,
  { from, finest }: ReadLevels,
): void => {
  const { executor, image } = context;
  if (executor.backend !== 'webgpu') return;
  const rough = levelByIndex(image.levels, level);
  let bytes = 0;
  for (let at = from; at >= finest; at--) {
    const fine = levelByIndex(image.levels, at);
    const [fx, fy] = [rough.scaleX / fine.scaleX, rough.scaleY / fine.scaleY];
    const finer = ring.map((value, i) => value * (i % 2 === 0 ? fx : fy));
    const parts = corridorAlong(finer, Math.max(fx, fy)).within(levelRect(domain, fine));
    const pixels = parts.reduce((sum, { width, height }) => sum + width * height, 0);
    bytes += (pixels * image.bands * image.bits) / 8;
    if (bytes > MOST) return;
    // One row of a part touches all of its tiles, where these are no smaller than the corridor's cells.
    for (const part of parts) context.region({ ...part, height: 1 }, at).catch(() => {});
  }
};
