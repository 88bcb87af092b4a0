/**
 * TIFF, BigTIFF, GeoTIFF, COG, OME-TIFF and the TIFFs of slide scanners as an image source. Our own reader, and not `geotiff`: it checks
 * every range before it is read and bounds the memory of each tile, gives libjpeg's samples, and takes half the time
 * (bench/notes/decoding.md).
 */

import { isAbort } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { levelAt, levelsOf } from '../../../core/geometry/rect.js';
import { computed } from '../../../core/numbers/computed.js';
import { because, type ReasonData } from '../../../core/reasons.js';
import { BandStack } from '../../band-stack.js';
import { withLevels } from '../../derived-levels.js';
import { DescribedImage } from '../../described-image.js';
import type { Bytes } from '../../io/bytes.js';
import { notesOf } from '../../rounded-samples.js';
import type { OpenedImage, Placement, RegionOptions, Samples } from '../../samples.js';
import { assemble, cellsOf, keepsTiles, type Tile, tileCache } from '../../tiles.js';
import { Blocks } from './blocks.js';
import { channelPages } from './channels.js';
import { kindOf, typeOf } from './convert.js';
import { readDirectories } from './directory.js';
import { type ByteRange, RunReader } from './joined-ranges.js';
import { ndpiLevels } from './ndpi.js';
import { placementOf } from './placement.js';
import { pyramidOf, type TiffPage } from './pyramid.js';
import { stackedPages, TiffStack } from './tiff-stack.js';

/** Most bytes of decoded tiles kept for an image. */
const KEPT = 2 ** 27;

/** Opens a TIFF: a pyramid, channels in pages, or a volume. Rejects with `image-unreadable`, `unsupported` or `AbortError`. */
export const openTiff = async (bytes: Bytes, name: string, signal?: AbortSignal): Promise<OpenedImage> =>
  withLevels(await opened(bytes, name, signal));

const opened = async (bytes: Bytes, name: string, signal: AbortSignal | undefined): Promise<OpenedImage> => {
  const directories = await readDirectories(bytes, signal);
  const slide = await ndpiLevels(directories, signal);
  if (slide) return new TiffSource(name, slide, [], await placementOf(slide[0]!.directory, signal));
  const [main] = directories;
  const placement = await placementOf(main!, signal);
  const channels = await channelPages(directories, signal);
  const single = channels.length === 1;
  const stacked = single ? await stackedPages(directories, signal) : undefined;
  if (stacked) {
    const one = ({ directory, layout }: TiffPage): TiffSource =>
      new TiffSource(name, [new Blocks(directory, layout)], [undefined], placement);
    return new TiffStack(name, stacked.map(one), notesOf(typeOf(stacked[0]!.layout), stacked.length));
  }
  const sources: TiffSource[] = [];
  for (const channel of channels) {
    const { levels, masks } = await pyramidOf(single ? directories : [channel], signal);
    const pages = levels.map(({ directory, layout }) => new Blocks(directory, layout));
    const masked = masks.map((mask) => mask && new Blocks(mask.directory, mask.layout));
    const cut = pages.length === 1 ? await cutNote(pages[0]!, signal) : undefined;
    sources.push(new TiffSource(name, pages, masked, placement, cut));
  }
  return single ? sources[0]! : new BandStack(sources);
};

/**
 * What is said of a file without a pyramid that was cut: blocks that it lacks hold no data. A pyramid's lists are long, and are not read before they are
 * needed; nor does an error in a list end the opening.
 */
const cutNote = async (page: Blocks, signal: AbortSignal | undefined): Promise<ReasonData | undefined> => {
  const { rows, columns } = page.layout;
  const lost = await page.cut(signal).catch((error: unknown) => {
    if (isAbort(error)) throw error;
    return 0;
  });
  if (lost === 0) return undefined;
  return because(
    'file-cut',
  )`the file ends early and lacks ${lost} of its ${rows * columns} tiles, which count as no data; copy or download it again`.toJSON();
};

class TiffSource extends DescribedImage {
  readonly #tiles = tileCache(KEPT);

  constructor(
    name: string,
    private readonly pages: readonly Blocks[],
    private readonly masks: readonly (Blocks | undefined)[],
    placement: Placement | undefined,
    cut?: ReasonData,
  ) {
    const { layout } = pages[0]!;
    const notes = [...(notesOf(typeOf(layout)) ?? []), ...(cut ? [cut] : [])];
    const { width, height } = layout;
    const levels = levelsOf(pages.map((page) => page.layout));
    super({
      name,
      format: 'tiff',
      width,
      height,
      ...kindOf(layout),
      levels,
      placement,
      notes: notes.length > 0 ? notes : undefined,
    });
  }

  async region(rect: Rect, level: number, options: RegionOptions = {}): Promise<Samples> {
    levelAt(this.levels, level, rect);
    const samples = await this.#read(this.pages[level]!, `${level}`, rect, this, options);
    const masked = this.masks[level];
    if (masked === undefined) return samples;
    const mask = await this.#read(masked, `mask ${level}`, rect, { bands: 1, bits: 8 }, { signal: options.signal });
    const missing = computed(new Uint8Array(mask.data.length), (i) => (mask.data[i] === 0 ? 1 : 0));
    samples.missing?.forEach((flag, i) => {
      if (flag === 1) missing[i] = 1;
    });
    return { ...samples, missing };
  }

  close(): void {
    this.#tiles.clear();
  }

  async #read(
    page: Blocks,
    key: string,
    rect: Rect,
    kind: { readonly bands: number; readonly bits: 8 | 16 | 32 },
    options: RegionOptions,
  ): Promise<Samples> {
    const { width, height, blockWidth, blockHeight } = page.layout;
    const grid = { width, height, tileWidth: blockWidth, tileHeight: blockHeight };
    const keyOf = (column: number, row: number): string => `${key}/${column}_${row}`;
    const wanted = cellsOf(grid, rect, this.name).filter(({ column, row }) => !this.#tiles.has(keyOf(column, row)));
    const ranges: ByteRange[] = [];
    for (const { column, row } of wanted) ranges.push(...(await page.ranges(column, row, options.signal)));
    const reader = new RunReader(page.directory.file.bytes, ranges);
    const keep = keepsTiles(rect, kind, KEPT);
    const read = (column: number, row: number, signal: AbortSignal): Promise<Tile> =>
      this.#tiles.get(keyOf(column, row), (either) => page.tile(column, row, reader, either), signal, keep);
    return assemble({ name: this.name, ...kind }, grid, rect, read, options);
  }
}
