/** Finds the directories of a TIFF that are levels of one pyramid, and those that are masks. */
import { isAbort } from '../../../core/errors.js';
import { type Directory, readDirectory } from './directory.js';
import { type Layout, readLayout } from './layout.js';
import { tags } from './tags.js';

/** A directory and its layout. */
export interface TiffPage {
  readonly directory: Directory;
  readonly layout: Layout;
}

/** The directories of a TIFF that are levels, and those that mask them. */
export interface Pyramid {
  /** Finest first. */
  readonly levels: readonly TiffPage[];
  /** The mask of a level, where it has one: 0 where there is no data. */
  readonly masks: readonly (TiffPage | undefined)[];
}

const REDUCED = 1;
const MASK = 4;
const MOST_LEVELS = 64;

/**
 * The first directory is the full resolution. Its levels are the `SubIFDs` (OME), or the following directories that
 * are marked as reduced, or tiled like the first (scanners, libvips), with the same shape and kind of samples.
 * Labels, macros and thumbnails of slides are none of these.
 */
export const pyramidOf = async (directories: readonly Directory[], signal?: AbortSignal): Promise<Pyramid> => {
  const [main, ...others] = directories;
  const finest: TiffPage = { directory: main!, layout: await readLayout(main!, signal) };
  const nested = await subDirectories(main!, signal);
  const levels = [finest];
  const maskPages: TiffPage[] = [];
  for (const directory of [...nested, ...others]) {
    const page = await readPage(directory, signal);
    if (page === undefined || levels.length >= MOST_LEVELS) continue;
    const subfile = (await directory.number(tags.NewSubfileType, signal)) ?? 0;
    if ((subfile & MASK) !== 0) maskPages.push(page);
    else if (((subfile & REDUCED) !== 0 || page.layout.tiled || nested.includes(directory)) && isLevel(levels, page))
      levels.push(page);
  }
  const masks = levels.map(({ layout }) =>
    maskPages.find((mask) => mask.layout.width === layout.width && mask.layout.height === layout.height),
  );
  return { levels, masks };
};

const subDirectories = async (main: Directory, signal: AbortSignal | undefined): Promise<Directory[]> => {
  const offsets = await main.numbers(tags.SubIfds, signal);
  const found: Directory[] = [];
  for (const offset of new Set(offsets.slice(0, MOST_LEVELS)))
    if (offset > 0) found.push((await readDirectory(main.file, offset, signal)).directory);
  return found;
};

/** `undefined` where a secondary image cannot be read, which is not an error. */
export const readPage = async (
  directory: Directory,
  signal: AbortSignal | undefined,
): Promise<TiffPage | undefined> => {
  try {
    return { directory, layout: await readLayout(directory, signal) };
  } catch (error) {
    if (isAbort(error)) throw error;
    return undefined;
  }
};

const isLevel = (levels: readonly TiffPage[], { layout }: TiffPage): boolean => {
  const finest = levels[0]!.layout;
  const last = levels.at(-1)!.layout;
  const alike =
    layout.stored === finest.stored &&
    layout.bits === finest.bits &&
    layout.format === finest.format &&
    (layout.photometric === finest.photometric || isColour(layout) === isColour(finest));
  const smaller = layout.width < last.width && layout.height <= last.height;
  const height = (finest.height * layout.width) / finest.width;
  return alike && smaller && Math.abs(height - layout.height) <= Math.max(1, layout.height * 0.01);
};

const isColour = ({ photometric }: Layout): boolean => photometric === 2 || photometric === 6;
