/** Reads and decodes the tiles or strips of one directory. */

import { isAbort, reasonWithin, SegmenterError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import { copied, decoded, MOST_BESIDE } from '../../pool/decoded.js';
import { emptySamples } from '../../sample-arrays.js';
import type { NumberArray, Samples } from '../../samples.js';
import type { Tile } from '../../tiles.js';
import { compressions } from './compressions.js';
import { converter, kindOf } from './convert.js';
import { type BlockTerms, decodeBlock } from './decode-block.js';
import type { Directory } from './directory.js';
import type { ByteRange, RunReader } from './joined-ranges.js';
import { type Layout, plainSize } from './layout.js';
import { tags } from './tags.js';
import { rawLike } from './unpack.js';

interface Lists {
  readonly offsets: readonly number[];
  readonly counts: readonly number[];
}

/** The tiles or strips of one directory. */
export class Blocks {
  /** Whether blocks beyond the end of the file hold no data, in place of being an error. */
  #cut = false;
  #convert: ((raw: NumberArray, width: number, height: number) => Samples) | undefined;

  constructor(
    readonly directory: Directory,
    readonly layout: Layout,
  ) {}

  /**
   * Gives how many of the blocks lie beyond the end of a file that was cut, which hold no data from now on. None where the size of the file is
   * not known, or at least half of them lie there: such a file is not read, and each of those blocks rejects.
   */
  async cut(signal?: AbortSignal): Promise<number> {
    const { columns, rows } = this.layout;
    const lists = await this.#lists(signal);
    const { size = Number.POSITIVE_INFINITY } = this.directory.file.bytes;
    if (!lists.offsets.some((offset, k) => offset + lists.counts[k]! > size)) return 0;
    let lost = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        if (this.#listed(lists, column, row).some((range) => this.#isBeyond(range))) lost++;
    this.#cut = 2 * lost < columns * rows;
    return this.#cut ? lost : 0;
  }

  /** Gives the ranges of a tile's bytes, one a stored plane; none for what the writer left out, or was cut off. */
  async ranges(column: number, row: number, signal?: AbortSignal): Promise<ByteRange[]> {
    const { layout, directory } = this;
    const { file } = directory;
    const most = 2 * plainSize(layout, layout.blockHeight) + 65536;
    return this.#listed(await this.#lists(signal), column, row).map((range, plane) => {
      const index = this.#indexOf(column, row, plane);
      const end = range.offset + range.length;
      if (range.length > most)
        throw file.unreadable(because('tile-claims')`its tile ${index} claims ${range.length} bytes`);
      if (this.#cut && this.#isBeyond(range)) return { offset: 0, length: 0 };
      if (![range.offset, end].every(Number.isSafeInteger) || this.#isBeyond(range))
        throw file.unreadable(
          because(
            'tile-points',
          )`its tile ${index} points at the bytes ${range.offset} to ${end} but it has ${file.bytes.size ?? 'fewer'}; copy or download it again`,
        );
      return range;
    });
  }

  #isBeyond({ offset, length }: ByteRange): boolean {
    const { size } = this.directory.file.bytes;
    return size !== undefined && offset + length > size;
  }

  /** Offsets and sizes of all blocks in bytes, as the file lists them. */
  async #lists(signal: AbortSignal | undefined): Promise<Lists> {
    const { layout, directory } = this;
    const [offsetTag, countTag] = layout.tiled
      ? [tags.TileOffsets, tags.TileByteCounts]
      : [tags.StripOffsets, tags.StripByteCounts];
    return { offsets: await directory.numbers(offsetTag, signal), counts: await directory.numbers(countTag, signal) };
  }

  /** The listed ranges of a block, one a stored plane. */
  #listed({ offsets, counts }: Lists, column: number, row: number): ByteRange[] {
    const { planar, stored } = this.layout;
    return Array.from({ length: planar ? stored : 1 }, (_, plane) => {
      const index = this.#indexOf(column, row, plane);
      return this.#within({ offset: offsets[index]!, length: counts[index]! }, row);
    });
  }

  /** The place of a block in the lists of the file. */
  #indexOf(column: number, row: number, plane: number): number {
    const { chopped, rows, columns } = this.layout;
    return chopped ? plane : (plane * rows + row) * columns + column;
  }

  /** Gives the range of a block of rows in the strip that it was chopped off. */
  #within({ offset, length }: ByteRange, row: number): ByteRange {
    const { layout } = this;
    if (!layout.chopped || length === 0) return { offset, length };
    const start = row * plainSize(layout, layout.blockHeight);
    const size = plainSize(layout, Math.min(layout.blockHeight, layout.height - row * layout.blockHeight));
    return { offset: offset + start, length: Math.max(Math.min(size, length - start), 1) };
  }

  async tile(column: number, row: number, reader: RunReader, signal: AbortSignal): Promise<Tile> {
    const { layout } = this;
    const { blockWidth, blockHeight, tiled } = layout;
    const y = row * blockHeight;
    const height = tiled ? blockHeight : Math.min(blockHeight, layout.height - y);
    const rect: Rect = { x: column * blockWidth, y, width: blockWidth, height };
    const ranges = await this.ranges(column, row, signal);
    const raws: (NumberArray | undefined)[] = [];
    for (const range of ranges) raws.push(await this.#block(range, `${column}, ${row}`, height, reader, signal));
    const present = raws.filter((raw) => raw !== undefined);
    if (present.length < ranges.length) return { rect, samples: this.#absent(blockWidth, height) };
    const raw = layout.planar ? interleaved(present) : present[0]!;
    return { rect, samples: await this.converted(raw, blockWidth, height, signal) };
  }

  /** The samples of stored values. */
  protected async converted(raw: NumberArray, width: number, height: number, signal: AbortSignal): Promise<Samples> {
    this.#convert ??= await converter(this.directory, this.layout, signal);
    return this.#convert(raw, width, height);
  }

  /** A block that the writer left out holds no data. */
  #absent(width: number, height: number): Samples {
    const { bands, bits } = kindOf(this.layout);
    const data = emptySamples(bits, width * height * bands, this.directory.file.bytes.name);
    return { width, height, bands, data, missing: new Uint8Array(width * height).fill(1) };
  }

  async #block(
    range: ByteRange,
    tile: string,
    height: number,
    reader: RunReader,
    signal: AbortSignal,
  ): Promise<NumberArray | undefined> {
    if (range.length === 0) return undefined;
    const bytes = await this.stored(range, tile, reader, signal);
    return this.decoded(tile, () => bytes, this.layout, height, signal);
  }

  /** The bytes of a range, all of them. */
  protected async stored(range: ByteRange, tile: string, reader: RunReader, signal: AbortSignal): Promise<Uint8Array> {
    const bytes = await reader.read(range, signal);
    if (bytes.length === range.length) return bytes;
    throw this.directory.file.unreadable(because('ends-in-tile')`it ends within its tile ${tile}`);
  }

  /** The values of a block that `make` gives, of rows as wide as the blocks of the layout. */
  protected async decoded(
    tile: string,
    make: () => Uint8Array,
    layout: Layout,
    height: number,
    signal: AbortSignal,
  ): Promise<NumberArray> {
    try {
      return await this.#decode(make(), layout, height, signal);
    } catch (cause) {
      if (cause instanceof SegmenterError || isAbort(cause)) throw cause;
      const { name } = this.directory.file.bytes;
      throw new SegmenterError('tile-unavailable', { tile, name, reason: reasonWithin(cause) }, { cause });
    }
  }

  async #decode(bytes: Uint8Array, layout: Layout, height: number, signal: AbortSignal): Promise<NumberArray> {
    const { directory } = this;
    const lerc = await directory.numbers(tags.LercParameters, signal);
    const jpegTables = directory.has(tags.JpegTables)
      ? Uint8Array.from(await directory.numbers(tags.JpegTables, signal))
      : undefined;
    const terms: BlockTerms = { layout, height, little: directory.file.little, lerc, jpegTables };
    const here = (): Promise<NumberArray> => decodeBlock(bytes, terms, signal);
    if (!slow.has(layout.compression) || plainSize(layout, height) > MOST_BESIDE) return here();
    return decoded((decoder) => decoder.block(copied(bytes), terms), here, signal);
  }
}

/** Compressions whose decoding takes longer than to send a block to a worker and back, and that no browser decodes for us. */
const slow: ReadonlySet<number> = new Set([
  compressions.lzw,
  compressions.deflate,
  compressions.oldDeflate,
  compressions.zstandard,
  compressions.lerc,
  compressions.jpeg,
  compressions.jpeg2000,
  compressions.aperioYcbcr,
  compressions.aperioRgb,
]);

/** One array a band to the bands of a pixel side by side. */
const interleaved = (planes: readonly NumberArray[]): NumberArray => {
  const bands = planes.length;
  const [first] = planes;
  const all = rawLike(first!, first!.length * bands);
  planes.forEach((plane, c) => {
    for (let i = 0; i < plane.length; i++) all[i * bands + c] = plane[i]!;
  });
  return all;
};
