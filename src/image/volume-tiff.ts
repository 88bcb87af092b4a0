/** A stack of TIFF pages of one size and kind, the first page lowest. */
import type { Bytes } from './bytes.js';
import { Blocks } from './tiff/blocks.js';
import { readDirectories } from './tiff/directory.js';
import { readLayout } from './tiff/layout.js';
import { TiffSource } from './tiff/tiff-source.js';
import type { Volume } from './volume-grid.js';
import { pagesToVolume } from './volume-pages.js';

export const readTiffStack = async (bytes: Bytes, name: string, signal?: AbortSignal): Promise<Volume> => {
  const directories = await readDirectories(bytes, signal);
  const pages: TiffSource[] = [];
  for (const directory of directories) {
    const blocks = new Blocks(directory, await readLayout(directory, signal));
    pages.push(new TiffSource(name, [blocks], [undefined], undefined));
  }
  return pagesToVolume(pages, name, signal);
};
