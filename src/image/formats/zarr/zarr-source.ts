/** OME-Zarr 0.4 and 0.5 as an image source: channels are bands, z the slices of a volume; of a series of times the first is read. */

import { SegmenterError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { levelAt, levelsOf } from '../../../core/geometry/rect.js';
import { because, type Told } from '../../../core/reasons.js';
import { withLevels } from '../../derived-levels.js';
import { DescribedImage } from '../../described-image.js';
import { notesOf } from '../../rounded-samples.js';
import type { OpenedImage, RegionOptions, Samples, Stack } from '../../samples.js';
import { checkSlice } from '../../slice-index.js';
import { assemble, keepsTiles, type Tile, tileCache } from '../../tiles.js';
import { stackOf } from '../volume/slices.js';
import { registerCodecs } from './codecs.js';
import type { Keys } from './keys.js';
import { openNode, ZarrLevel, zarrError } from './level.js';
import { firstOfSeries, type Multiscale, multiscaleOf } from './ome.js';
import { isForbidden, Refusals } from './refusals.js';

/** Most bytes of decoded tiles kept for an image. */
const KEPT = 2 ** 27;

/**
 * Opens the image at a hierarchy's root.
 * @throws SegmenterError `image-not-found`, `access-denied`, `image-unreadable`, `image-too-large`, `unsupported`, `cors` or `timeout`; rejects with
 *   `AbortError` once `signal` is aborted
 */
export const openZarr = async (keys: Keys, name: string, signal?: AbortSignal): Promise<OpenedImage> => {
  registerCodecs();
  try {
    return await opened(keys, name, signal);
  } catch (error) {
    throw zarrError(error, name);
  }
};

const opened = async (keys: Keys, name: string, signal: AbortSignal | undefined): Promise<OpenedImage> => {
  const { multiscale, below } = await imageIn(keys, '', signal);
  const { axes } = multiscale;
  const levels: ZarrLevel[] = [];
  const pathOf = (path: string): string => [below, path].filter((part) => part !== '').join('/');
  const refusals = new Refusals(() => ({
    metadata: () => givesMetadata(keys, pathOf(multiscale.paths[0]!)),
    chunks: () => levels.at(-1)!.gives(),
  }));
  for (const path of multiscale.paths) {
    const level = await ZarrLevel.open(keys, pathOf(path), axes, refusals, signal);
    const [finest = level] = levels;
    if (level.bands !== finest.bands || level.bits !== finest.bits)
      throw new SegmenterError('image-unreadable', {
        name,
        reason: because('zarr-level-other')`its level ${path} has other channels or samples`,
      });
    levels.push(level);
  }
  return withLevels(new ZarrSource(name, levels, multiscale));
};

/** Whether the store gives the metadata of an array; one byte of them, which no cache answers. */
const givesMetadata = async (keys: Keys, path: string): Promise<boolean> => {
  for (const file of ['zarr.json', '.zarray']) {
    try {
      if ((await keys.range(`/${path === '' ? file : `${path}/${file}`}`, { offset: 0, length: 1 })) !== undefined)
        return true;
    } catch (error) {
      if (!isForbidden(error)) throw error;
    }
  }
  return false;
};

/** The multiscale image at a path, and where its arrays lie. A two-dimensional array is an image even without such metadata. */
const imageIn = async (
  keys: Keys,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly multiscale: Multiscale; readonly below: string }> => {
  const { node, refused } = await openNode(keys, path, signal);
  const unreadable = (reason: Told): SegmenterError =>
    new SegmenterError('image-unreadable', { name: keys.name, reason });
  if (node.kind === 'array') {
    if (node.shape.length === 2) return { multiscale: { axes: ['y', 'x'], paths: [''] }, below: path };
    throw unreadable(
      because(
        'zarr-plain',
      )`it is an array of ${node.shape.length} dimensions; of arrays without OME metadata, images of 2 are read`,
    );
  }
  const multiscale = multiscaleOf(node.attrs, keys.name);
  if (multiscale !== undefined) return { multiscale, below: path };
  const first = path === '' ? firstOfSeries(node.attrs) : undefined;
  if (first !== undefined) return imageIn(keys, first, signal);
  // What makes it an image may lie in a file that was refused.
  if (refused) throw refused;
  throw unreadable(because('zarr-no-multiscales')`it is a Zarr group without the multiscales of OME-Zarr`);
};

class ZarrSource extends DescribedImage {
  readonly stack?: Stack;
  readonly #tiles = tileCache(KEPT);

  constructor(
    name: string,
    private readonly arrays: readonly ZarrLevel[],
    { placement, spacing }: Multiscale,
  ) {
    const { width, height, bands, bits, depth, type } = arrays[0]!;
    super({
      name,
      format: 'zarr',
      width,
      height,
      bands,
      bits,
      levels: levelsOf(arrays),
      placement,
      notes: notesOf(type, depth),
    });
    if (depth > 1) this.stack = stackOf(this, depth, spacing);
  }

  async region(rect: Rect, level: number, { slice = 0, ...options }: RegionOptions = {}): Promise<Samples> {
    levelAt(this.levels, level, rect);
    const array = this.arrays[level]!;
    const depth = this.stack?.depth ?? 1;
    // Coarser levels may have fewer slices.
    const at = Math.floor(((checkSlice(slice, depth) + 0.5) * array.depth) / depth);
    const { tileWidth, tileHeight } = array;
    const keep = keepsTiles(rect, this, KEPT);
    const read = (column: number, row: number, signal: AbortSignal): Promise<Tile> => {
      const make = async (either: AbortSignal): Promise<Tile> => ({
        rect: { x: column * tileWidth, y: row * tileHeight, width: tileWidth, height: tileHeight },
        samples: await array.tile(column, row, at, either),
      });
      return this.#tiles.get(`${level}/${at}/${column}_${row}`, make, signal, keep);
    };
    return assemble(this, array, rect, read, options);
  }

  close(): void {
    this.#tiles.clear();
  }
}
