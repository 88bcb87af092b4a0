import { startPool } from '../image/pool/decoded.js';
import type { ImageSource } from '../image/samples.js';
import type { SampleKind } from './begun.js';

/** Most pixels of a level that is read before anybody draws: a snake begins at 2²⁰ pixels, and its next level has four times as many. */
const AHEAD = 2 ** 22;

/** Images whose levels were read, or are being read. */
const begun = new WeakSet<ImageSource>();

const isImage = (kind: SampleKind): kind is ImageSource => 'region' in kind && 'levels' in kind;

/**
 * Reads the coarse levels of an image, the coarsest first, so that the caches of its source have their tiles when a first contour asks for them.
 * Once for each image; volumes are in memory already. Ends before the next level once somebody waits for a run, and where the person saves data; a failure is nobody's.
 * @param idle whether nobody waits for a run
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

/** A start is drawn on an image: where it has more than is read ahead of it, the workers that fetch and decode tiles start meanwhile. */
export const expectTiles = (image: SampleKind): void => {
  if (isImage(image) && image.width * image.height > AHEAD) startPool();
};

/** Whether the person asked the browser to save data (Save-Data); other browsers, and Node, do not say. */
const savesData = (): boolean => {
  const { connection } = (globalThis.navigator ?? {}) as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};
