/** Reads and decodes the tiles or strips of one directory. */
import { SegmenterError } from '../../worker/errors.js';
import { decodeComponents } from '../codecs/jpeg/decoder.js';
import { jpegHeader } from '../codecs/jpeg/header.js';
import { fromYcbcr } from '../codecs/ycbcr.js';
import type { Rect, Samples } from '../samples.js';
import { emptySamples, type Tile } from '../tiles.js';
import { decompress } from './codecs.js';
import { converter, kindOf } from './convert.js';
import type { Directory } from './directory.js';
import type { Layout } from './layout.js';
import { tags } from './tags.js';
import { type RawSamples, unpack } from './unpack.js';

/** Blocks below this many bytes are read together with their neighbours. */
const SMALL = 1 << 15;
const JPEG = 7;

export class Blocks {
  #convert: ((raw: RawSamples, width: number, height: number) => Samples) | undefined;

  constructor(
    readonly directory: Directory,
    readonly layout: Layout,
  ) {}

  async tile(column: number, row: number, signal: AbortSignal): Promise<Tile> {
    const { layout } = this;
    const { blockWidth, blockHeight, tiled } = layout;
    const y = row * blockHeight;
    const height = tiled ? blockHeight : Math.min(blockHeight, layout.height - y);
    const rect: Rect = { x: column * blockWidth, y, width: blockWidth, height };
    const planes = layout.planar ? layout.stored : 1;
    const raws: (RawSamples | undefined)[] = [];
    for (let plane = 0; plane < planes; plane++)
      raws.push(await this.#block((plane * layout.rows + row) * layout.columns + column, height, signal));
    this.#convert ??= await converter(this.directory, layout, signal);
    const present = raws.filter((raw) => raw !== undefined);
    if (present.length < planes) return { rect, samples: this.#absent(blockWidth, height) };
    return { rect, samples: this.#convert(layout.planar ? interleaved(present) : present[0]!, blockWidth, height) };
  }

  /** A block that the writer left out holds no data. */
  #absent(width: number, height: number): Samples {
    const { bands, bits } = kindOf(this.layout);
    const data = emptySamples(bits, width * height * bands, this.directory.file.bytes.name);
    return { width, height, bands, data, missing: new Uint8Array(width * height).fill(1) };
  }

  async #block(index: number, height: number, signal: AbortSignal): Promise<RawSamples | undefined> {
    const { directory, layout } = this;
    const { file } = directory;
    const [offsets, counts] = layout.tiled
      ? [tags.TileOffsets, tags.TileByteCounts]
      : [tags.StripOffsets, tags.StripByteCounts];
    const offset = (await directory.numbers(offsets, signal))[index]!;
    const count = (await directory.numbers(counts, signal))[index]!;
    if (count === 0) return undefined;
    const samples = layout.planar ? 1 : layout.stored;
    const [h, v] = layout.subsampling;
    const chroma = Math.ceil(layout.blockWidth / h) * Math.ceil(height / v) * (h * v + 2);
    const plain = h * v > 1 ? chroma : Math.ceil((layout.blockWidth * samples * layout.bits) / 8) * height;
    if (count > 2 * plain + 65536) throw file.unreadable(`its tile ${index} claims ${count} bytes for ${plain}`);
    const view = await file.view(offset, count, signal, count < SMALL);
    try {
      return await this.#decode(new Uint8Array(view.buffer, view.byteOffset, count), height, plain, signal);
    } catch (cause) {
      if (cause instanceof SegmenterError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SegmenterError('tile-unavailable', { tile: index, name: file.bytes.name, reason }, { cause });
    }
  }

  async #decode(bytes: Uint8Array, height: number, plain: number, signal: AbortSignal): Promise<RawSamples> {
    const { directory, layout } = this;
    if (layout.compression === JPEG) return this.#jpeg(bytes, height, signal);
    const lerc = await directory.numbers(tags.LercParameters, signal);
    return unpack(await decompress(bytes, layout, height, plain, lerc), layout, height, directory.file.little);
  }

  async #jpeg(bytes: Uint8Array, height: number, signal: AbortSignal): Promise<RawSamples> {
    const { layout, directory } = this;
    const header = jpegHeader(bytes);
    const samples = layout.planar ? 1 : layout.stored;
    if (header.width !== layout.blockWidth || header.height < height || header.height > layout.blockHeight)
      throw new RangeError(`its JPEG is ${header.width} × ${header.height}, not ${layout.blockWidth} × ${height}`);
    if (header.components.length !== samples)
      throw new RangeError(`its JPEG has ${header.components.length} components`);
    const tables = directory.has(tags.JpegTables)
      ? Uint8Array.from(await directory.numbers(tags.JpegTables, signal))
      : undefined;
    const data = await decodeComponents(bytes, header, tables, signal);
    if (layout.photometric === 6 && samples === 3) fromYcbcr(data, 3);
    return data.subarray(0, layout.blockWidth * height * samples);
  }
}

/** One array a band to the bands of a pixel side by side. */
const interleaved = (planes: readonly RawSamples[]): RawSamples => {
  const bands = planes.length;
  const [first] = planes;
  const all = new Float64Array(first!.length * bands);
  planes.forEach((plane, c) => {
    for (let i = 0; i < plane.length; i++) all[i * bands + c] = plane[i]!;
  });
  return all;
};
