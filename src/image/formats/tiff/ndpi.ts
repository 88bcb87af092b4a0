/**
 * The pyramid of a Hamamatsu slide (NDPI): pages whose lens is no sign of something else, in the focal plane nearest to that of the
 * scan, each one JPEG strip as large as the level (as OpenSlide's documentation of the format describes it).
 */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { MOST_BLOCK } from '../../budget.js';
import { Blocks } from './blocks.js';
import { compressions } from './compressions.js';
import type { Directory } from './directory.js';
import { intervalBlocks } from './interval-blocks.js';
import { type Layout, laidOut, plainSize, readStored } from './layout.js';
import { restartHeader } from './restart-header.js';
import { tags } from './tags.js';

/** Most bytes of the header of a strip; what Hamamatsu writes has some 600. */
const HEADER = 2 ** 12;

/**
 * The levels of an NDPI file, finest first; none where the file is another TIFF. Left out are the pictures of the whole glass (lens
 * −1), the map of the scan (−2), and other focal planes.
 * @throws SegmenterError `image-unreadable`, `unsupported` or `image-too-large`; rejects with `AbortError`
 */
export const ndpiLevels = async (
  directories: readonly Directory[],
  signal?: AbortSignal,
): Promise<readonly Blocks[] | undefined> => {
  if (!directories[0]?.has(tags.NdpiFormat)) return undefined;
  const pages: { directory: Directory; width: number; focus: number }[] = [];
  for (const directory of directories) {
    if (!(((await directory.number(tags.NdpiSourceLens, signal)) ?? 0) > 0)) continue;
    const focus = Math.abs((await directory.number(tags.NdpiFocalOffset, signal)) ?? 0);
    pages.push({ directory, width: (await directory.number(tags.ImageWidth, signal)) ?? 0, focus });
  }
  const nearest = Math.min(...pages.map(({ focus }) => focus));
  const levels = pages.filter(({ focus }) => focus === nearest).sort((a, b) => b.width - a.width);
  if (levels.length === 0)
    throw directories[0].file.unreadable(
      because('ndpi-no-levels')`it is a Hamamatsu slide without a page of a lens (tag ${tags.NdpiSourceLens})`,
    );
  const pyramid: Blocks[] = [];
  for (const blocks of await Promise.all(levels.map(({ directory }) => levelOf(directory, signal))))
    if (isCoarser(blocks.layout, pyramid.at(-1)?.layout)) pyramid.push(blocks);
  return pyramid;
};

const isCoarser = ({ width, height, stored, bits }: Layout, finer: Layout | undefined): boolean =>
  finer === undefined ||
  (width < finer.width && height <= finer.height && stored === finer.stored && bits === finer.bits);

const levelOf = async (directory: Directory, signal: AbortSignal | undefined): Promise<Blocks> => {
  const stored = await readStored(directory, signal);
  const other = stored.tiled || stored.blockHeight < stored.height || stored.compression !== compressions.jpeg;
  if (other) return new Blocks(directory, laidOut(directory, stored));
  const [offset = 0] = await directory.numbers(tags.StripOffsets, signal);
  const [length = 0] = await directory.numbers(tags.StripByteCounts, signal);
  const start = await directory.file.view(offset, Math.min(HEADER, length), signal, false);
  const header = restartHeader(new Uint8Array(start.buffer, start.byteOffset, start.byteLength));
  const lazy = header && intervalBlocks(directory, stored, header);
  if (lazy) return lazy;
  // Of small levels the file and its JPEG may say different sizes: the JPEG's pixels are what there is.
  const said = header && header.width > 0 && header.height > 0 ? header : stored;
  const { width, height } = said;
  if (plainSize(stored, height) > MOST_BLOCK)
    throw new SegmenterError('image-too-large', {
      name: directory.file.bytes.name,
      size: because(
        'ndpi-no-intervals',
      )`a level of ${width} × ${height} pixels is one JPEG, and tag ${tags.NdpiMcuStarts} does not list its restart intervals; it would have to be written anew in tiles`,
      limit: because('bytes-a-tile')`${MOST_BLOCK} bytes a tile or strip`,
    });
  return new Blocks(
    directory,
    laidOut(directory, { ...stored, width, height, blockWidth: width, blockHeight: height }),
  );
};
