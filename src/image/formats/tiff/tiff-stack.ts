/** A TIFF of pages of one size and kind as a volume: read a page at a time, and whole only when a volume is asked for. */

import type { Rect } from '../../../core/geometry/rect.js';
import type { ReasonData } from '../../../core/reasons.js';
import { DescribedImage } from '../../described-image.js';
import type { ImageSource, RegionOptions, Samples, Stack } from '../../samples.js';
import { checkSlice } from '../../slice-index.js';
import { pagesToVolume } from '../volume/pages.js';
import type { Directory } from './directory.js';
import type { TiffPage } from './pyramid.js';
import { readPage } from './pyramid.js';
import { tags } from './tags.js';

/**
 * The pages, the first lowest, where all are whole images of the first one's size and kind of samples; none where they are not, or
 * where there is one only. Levels of a pyramid, masks, labels and thumbnails differ in size, or say what they
 * are; pages with pyramids of their own are left to `pyramid.ts`.
 */
export const stackedPages = async (
  directories: readonly Directory[],
  signal?: AbortSignal,
): Promise<readonly TiffPage[] | undefined> => {
  if (directories.length < 2) return undefined;
  const pages: TiffPage[] = [];
  for (const directory of directories) {
    const subfile = (await directory.number(tags.NewSubfileType, signal)) ?? 0;
    const whole = (subfile & NOT_WHOLE) === 0 && directory.count(tags.SubIfds) === 0;
    const page = whole ? await readPage(directory, signal) : undefined;
    if (!page || !isAlike(page, pages[0] ?? page)) return undefined;
    pages.push(page);
  }
  return pages;
};

/** Bits of `NewSubfileType`: reduced, or a mask. */
const NOT_WHOLE = 5;

const isAlike = ({ layout: a }: TiffPage, { layout: b }: TiffPage): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.stored === b.stored &&
  a.bits === b.bits &&
  a.format === b.format &&
  a.photometric === b.photometric;

/** Pages of a TIFF as the slices of a volume. */
export class TiffStack extends DescribedImage {
  readonly stack: Stack;

  /** The first page gives size, kind and place. */
  constructor(
    name: string,
    private readonly pages: readonly ImageSource[],
    notes: readonly ReasonData[] | undefined,
  ) {
    const { width, height, bands, bits, levels, placement } = pages[0]!;
    super({ name, format: 'tiff', width, height, bands, bits, levels, placement, notes });
    this.stack = { depth: pages.length, volume: (signal) => pagesToVolume(pages, name, signal) };
  }

  async region(rect: Rect, level: number, { slice = 0, ...options }: RegionOptions = {}): Promise<Samples> {
    return this.pages[checkSlice(slice, this.stack.depth)]!.region(rect, level, options);
  }

  close(): void {
    for (const page of this.pages) page.close();
  }
}
