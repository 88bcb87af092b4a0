import { startPool } from '../../image/pool/decoded.js';
import type { ImageSource } from '../../image/samples.js';
import type { SampleKind } from '../begun.js';

/** Maximum pixels of a level that is read before a start is drawn: a snake begins at 2²⁰ pixels, and its next level has four times as many. */
const AHEAD = 2 ** 22;

/** Images whose levels were read or are being read. */
const begun = new WeakSet<ImageSource>();

const isImage = (kind: SampleKind): kind is ImageSource => 'region' in kind && 'levels' in kind;

/**
 * Reads the coarse levels of an image, the coarsest first, so that the caches of its source hold their tiles for the first contour.
 * Once per image; volumes are in memory already. Stops before the next level once a run is pending; does nothing where the user saves data. Failures are ignored.
 * @param idle whether no run is pending
 */
export const readAhead = async (image: SampleKind, idle: () => boolean): Promise<void> => {
  if (!isImage(image) || image.stack !== undefined || begun.has(image) || savesData()) return;
  begun.add(image);
  for (let level = image.levels.length - 1; level >= 0 && idle(); level--) {
    const { width, height } = image.levels[level]!;
    if (width * height > AHEAD) return;
    try {
      await image.region({ x: 0, y: 0, width, height }, level);
    } catch {
      return;
    }
  }
};

/** Whether an image is larger than what is read of it before a start is drawn. */
export const isLarge = (image: SampleKind): boolean => isImage(image) && image.width * image.height > AHEAD;

/** Call when a start is drawn: for a large image, starts the workers that fetch and decode tiles. */
export const expectTiles = (image: SampleKind): void => {
  if (isLarge(image)) startPool();
};

/** Whether the user asked the browser to save data (Save-Data); false in Node and in browsers that do not report it. */
export const savesData = (): boolean => {
  const { connection } = (globalThis.navigator ?? {}) as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};
