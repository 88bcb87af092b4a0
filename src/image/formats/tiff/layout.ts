/** Layout of the pixels of one TIFF directory, checked before anything is decoded. */

import { SegmenterError } from '../../../core/errors.js';
import { because, type Reason } from '../../../core/reasons.js';
import { MOST_BLOCK } from '../../budget.js';
import { compressions } from './compressions.js';
import type { Directory } from './directory.js';
import { tags } from './tags.js';

/** The kind of number that a sample is. */
export type SampleFormat = 'unsigned' | 'signed' | 'float';

/** The layout of a directory's pixels, checked. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Samples a pixel as stored, extra ones included. */
  readonly stored: number;
  /** Bits of each sample, the same for all. */
  readonly bits: number;
  readonly format: SampleFormat;
  readonly planar: boolean;
  readonly tiled: boolean;
  /** Width of a block, in pixels: a tile, or a strip as wide as the image. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * One strip holds the whole plane uncompressed and is read as blocks of fewer rows, so that a region takes no more memory than
   * it has samples.
   */
  readonly chopped: boolean;
  readonly compression: number;
  readonly predictor: number;
  readonly photometric: number;
  /** The last sample is an opacity. */
  readonly alpha: boolean;
  /** Luma samples a chroma sample of YCbCr in data units, as it is where neither JPEG nor JPEG 2000 has its own. */
  readonly subsampling: readonly [number, number] | undefined;
  readonly noData: number | undefined;
}

/** Largest width or height: coordinates of a region and its ends stay exact in 32 bits. */
const MOST_SIDE = 2 ** 31 - 1;
/** Bytes of a block that one strip is chopped into, about. */
const CHOPPED = 2 ** 20;
const YCBCR = 6;
/** Photometric interpretation under which 0 is white. */
export const WHITE_IS_ZERO = 0;

const formats: Readonly<Record<number, SampleFormat>> = { 1: 'unsigned', 2: 'signed', 3: 'float', 4: 'unsigned' };
const known: ReadonlySet<number> = new Set(Object.values(compressions));
const names: Readonly<Record<number, string>> = {
  2: 'CCITT RLE',
  3: 'CCITT fax 3',
  4: 'CCITT fax 4',
  6: 'old-style JPEG',
  34925: 'LZMA',
  50002: 'JPEG XL',
};
/** Compressions that bring their own colour space. */
const ownColours: ReadonlySet<number> = new Set([
  compressions.jpeg,
  compressions.jpeg2000,
  compressions.aperioYcbcr,
  compressions.aperioRgb,
  compressions.webp,
]);

/** Bytes of the rows of a block; with subsampling, of its data units. */
export const plainSize = ({ blockWidth, planar, stored, bits, subsampling }: StoredLayout, height: number): number => {
  if (subsampling !== undefined) {
    const [h, v] = subsampling;
    return Math.ceil(blockWidth / h) * Math.ceil(height / v) * (h * v + 2);
  }
  return Math.ceil((blockWidth * (planar ? 1 : stored) * bits) / 8) * height;
};

/** A layout without its grid of blocks, which are not yet checked to be listed in the file and to fit in memory. */
export type StoredLayout = Omit<Layout, 'chopped' | 'columns' | 'rows'>;

/**
 * @throws SegmenterError `image-unreadable` where tags are missing or make no sense, `unsupported` or `image-too-large`; rejects
 *   with `AbortError` once `signal` is aborted.
 */
export const readLayout = async (directory: Directory, signal?: AbortSignal): Promise<Layout> =>
  laidOut(directory, await readStored(directory, signal));

/** Reads a layout without checking its blocks, for readers of parts of a block. Rejects as `readLayout` does. */
export const readStored = async (directory: Directory, signal?: AbortSignal): Promise<StoredLayout> => {
  const { file } = directory;
  const one = (tag: number, otherwise: number): Promise<number> =>
    directory.number(tag, signal).then((value) => value ?? otherwise);
  const width = await one(tags.ImageWidth, 0);
  const height = await one(tags.ImageLength, 0);
  const stored = await one(tags.SamplesPerPixel, 1);
  const side = (name: Reason, value: number): number => {
    if (Number.isInteger(value) && value >= 1 && value <= MOST_SIDE) return value;
    throw file.unreadable(because('its-side')`its ${name} is ${value}`);
  };
  side(because('side-width')`width`, width);
  side(because('side-height')`height`, height);
  if (!Number.isInteger(stored) || stored < 1 || stored > 4096)
    throw file.unreadable(because('samples-a-pixel')`it claims ${stored} samples a pixel`);
  const tiled = directory.has(tags.TileOffsets);
  const blockWidth = tiled ? side(because('side-tile-width')`tile width`, await one(tags.TileWidth, 0)) : width;
  const blockHeight = tiled
    ? side(because('side-tile-height')`tile height`, await one(tags.TileLength, 0))
    : Math.min(height, side(because('side-strip-height')`strip height`, await one(tags.RowsPerStrip, height)));
  const bits = await same(directory, tags.BitsPerSample, 1, 'bits a sample', signal);
  const format = formats[await same(directory, tags.SampleFormat, 1, 'sample formats', signal)];
  const compression = await one(tags.Compression, 1);
  const unsupported = (what: Reason, reason: Reason): SegmenterError =>
    new SegmenterError('unsupported', { what: because('what-of')`${what} of ${file.bytes.name}`, reason });
  if (!known.has(compression))
    throw unsupported(
      because('compression-of')`the compression ${names[compression] ?? compression}`,
      because('no-decoder')`there is no decoder for it here`,
    );
  const fits = format === 'float' ? [16, 32, 64].includes(bits) : bits >= 1 && bits <= 32 && Number.isInteger(bits);
  if (format === undefined || !fits || (format === 'signed' && ![8, 16, 32].includes(bits)))
    throw unsupported(
      because(
        'sample-format',
      )`the sample format (${bits} bits, ${format ?? because('complex-unknown')`complex or unknown`})`,
      because('integers-floats')`integers to 32 bits and floats are read`,
    );
  const planar = (await one(tags.PlanarConfiguration, 1)) === 2 && stored > 1;
  const photometric = await one(tags.PhotometricInterpretation, 1);
  const units = photometric === YCBCR && !ownColours.has(compression);
  const [h = 2, v = 2] = await directory.numbers(tags.YCbCrSubSampling, signal);
  if (units && (bits !== 8 || stored !== 3 || planar || ![1, 2, 4].includes(h) || ![1, 2, 4].includes(v)))
    throw unsupported(
      because('this-ycbcr')`this form of YCbCr`,
      because('ycbcr-wanted')`it must be of 8 bits, chunky, with subsampling 1, 2 or 4`,
    );
  const extra = await directory.numbers(tags.ExtraSamples, signal);
  const said = await directory.text(tags.GdalNoData, signal);
  return {
    ...{ width, height, stored, bits, format, planar, tiled, blockWidth, blockHeight, compression, photometric },
    predictor: await one(tags.Predictor, 1),
    alpha: stored > 1 && [1, 2].includes(extra.at(-1) ?? 0),
    subsampling: units ? ([h, v] as const) : undefined,
    noData: said === undefined ? undefined : Number.parseFloat(said),
  };
};

/**
 * Completes a layout by the grid of its blocks.
 * @throws SegmenterError as `readLayout` does
 */
export const laidOut = (directory: Directory, about: StoredLayout): Layout => ({
  ...about,
  ...gridOf(directory, about),
});

/** The grid of blocks, checked: the file lists all of them, and each fits in memory. */
const gridOf = (
  directory: Directory,
  about: StoredLayout,
): Pick<Layout, 'blockHeight' | 'columns' | 'rows' | 'chopped'> => {
  const { width, height, blockWidth, blockHeight, tiled, planar, stored, compression, subsampling } = about;
  const { file } = directory;
  const columns = Math.ceil(width / blockWidth);
  const rows = Math.ceil(height / blockHeight);
  const blocks = columns * rows * (planar ? stored : 1);
  for (const tag of tiled ? [tags.TileOffsets, tags.TileByteCounts] : [tags.StripOffsets, tags.StripByteCounts])
    if (directory.count(tag) < blocks)
      throw file.unreadable(
        because('blocks-listed')`it needs ${blocks} tiles or strips and lists ${directory.count(tag)}`,
      );
  const single = !tiled && rows === 1 && compression === compressions.none && subsampling === undefined;
  const row = plainSize(about, 1);
  const few = Math.max(1, Math.floor(CHOPPED / row));
  const chopped = single && few < blockHeight;
  const rowsOfBlock = chopped ? few : blockHeight;
  if (plainSize(about, rowsOfBlock) > MOST_BLOCK)
    throw new SegmenterError('image-too-large', {
      name: file.bytes.name,
      size: because(
        'stored-in-pieces',
      )`it is stored in pieces of ${blockWidth} × ${blockHeight} pixels, which can only be decoded whole`,
      limit: because('bytes-a-tile')`${MOST_BLOCK} bytes a tile or strip`,
    });
  return { blockHeight: rowsOfBlock, columns, rows: Math.ceil(height / rowsOfBlock), chopped };
};

/** The one value that a tag repeats for every sample. */
const same = async (
  directory: Directory,
  tag: number,
  otherwise: number,
  what: string,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const values = await directory.numbers(tag, signal);
  const [first = otherwise] = values;
  if (values.every((value) => value === first)) return first;
  throw new SegmenterError('unsupported', {
    what: because('with-different')`${directory.file.bytes.name} with different ${what}`,
    reason: because('all-the-same')`they are ${values.slice(0, 8).join(', ')}; all must be the same`,
  });
};
