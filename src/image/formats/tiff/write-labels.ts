/** Labels as a tiled TIFF pyramid, written as they come: what must be kept is a row of tiles a level. */
import { SegmenterError } from '../../../core/errors.js';
import type { Sink } from '../../io/sink.js';
import type { Placement } from '../../samples.js';
import { placeTags } from './place-tags.js';
import { tags } from './tags.js';
import { encodeDirectory, LONG, LONG8, SHORT, type TypedValues } from './write-directory.js';

export interface LabelImage {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16 | 32;
  /** Rows one after another, top to bottom, `width` labels each; any whole number of rows at a time. */
  readonly rows: AsyncIterable<Uint8Array | Uint16Array | Uint32Array>;
}

export interface LabelOptions {
  readonly placement?: Placement;
  /** BigTIFF; where not given, only if the labels before they are packed could exceed what classic TIFF holds. */
  readonly big?: boolean;
}

/** Side of a tile. */
export const LABEL_TILE = 256;
const DEFLATE = 8;
/** Labels of coarser levels are those of single pixels: a mean of labels means nothing. */
const REDUCED = 1;
const MOST_CLASSIC = 2 ** 32 - 1;
const MOST_SIDE = 2 ** 31 - 1;

/**
 * Writes the pyramid, each level half of the one before, until one tile holds all. A level's pixel has the label of the
 * pixel at its middle.
 * @throws SegmenterError `image-too-large`
 */
export const writeLabelPyramid = async (
  { width, height, bits, rows }: LabelImage,
  sink: Sink,
  { placement, big = (width * height * bits) / 6 > MOST_CLASSIC - 2 ** 20 }: LabelOptions = {},
): Promise<void> => {
  if (width > MOST_SIDE || height > MOST_SIDE)
    throw new SegmenterError('image-too-large', {
      name: 'The mask',
      size: `${width} × ${height}`,
      limit: `${MOST_SIDE} pixels a side`,
    });
  const tiles = new Tiles(sink, bits);
  const levels: LevelRows[] = [];
  for (let scale = 1; ; scale *= 2) {
    const level = new LevelRows(width, height, scale, bits, tiles);
    levels.push(level);
    if (level.width <= LABEL_TILE && level.height <= LABEL_TILE) break;
  }
  await sink.write(headOf(big, 0));
  let y = 0;
  for await (const chunk of rows) {
    for (let at = 0; at < chunk.length; at += width, y++) {
      const row = chunk.subarray(at, at + width);
      for (const level of levels) await level.offer(row, y);
    }
  }
  if (y !== height) throw new Error(`there were ${y} rows of labels for an image of ${height}`);
  if (sink.length % 2 === 1) await sink.write(new Uint8Array(1));
  const first = sink.length;
  for (const [k, level] of levels.entries()) {
    const entries = new Map([...level.tags(big), ...(k === 0 ? placeTags(placement) : [])]);
    await sink.write(encodeDirectory(entries, sink.length, { big, more: k < levels.length - 1 }));
  }
  if (!big && sink.length > MOST_CLASSIC)
    throw new SegmenterError('image-too-large', {
      name: 'The mask',
      size: `${sink.length} bytes`,
      limit: `${MOST_CLASSIC} bytes`,
    });
  await sink.rewrite(0, headOf(big, first));
};

/** The bytes before everything else, with the place of the first directory. */
const headOf = (big: boolean, first: number): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(big ? 16 : 8));
  view.setUint16(0, 0x4949);
  view.setUint16(2, big ? 43 : 42, true);
  if (big) {
    view.setUint16(4, 8, true);
    view.setBigUint64(8, BigInt(first), true);
  } else view.setUint32(4, first, true);
  return new Uint8Array(view.buffer);
};

/** One level: takes of the rows that pass by those it has, and writes them tile by tile. */
class LevelRows {
  readonly width: number;
  readonly height: number;
  readonly offsets: number[] = [];
  readonly sizes: number[] = [];
  readonly #buffer: Uint8Array | Uint16Array | Uint32Array;
  /** The next row of this level. */
  #row = 0;

  constructor(
    private readonly fullWidth: number,
    private readonly fullHeight: number,
    private readonly scale: number,
    private readonly bits: 8 | 16 | 32,
    private readonly tiles: Tiles,
  ) {
    this.width = Math.ceil(fullWidth / scale);
    this.height = Math.ceil(fullHeight / scale);
    this.#buffer = arrayOf(bits, this.width * LABEL_TILE);
  }

  async offer(row: Uint8Array | Uint16Array | Uint32Array, y: number): Promise<void> {
    const { scale } = this;
    if (y !== Math.min(this.fullHeight - 1, this.#row * scale + (scale >> 1))) return;
    const at = (this.#row % LABEL_TILE) * this.width;
    if (scale === 1) this.#buffer.set(row, at);
    else
      for (let x = 0; x < this.width; x++)
        this.#buffer[at + x] = row[Math.min(this.fullWidth - 1, x * scale + (scale >> 1))]!;
    this.#row++;
    if (this.#row % LABEL_TILE === 0 || this.#row === this.height) await this.#flush();
  }

  tags(big: boolean): [number, TypedValues][] {
    const offset = big ? LONG8 : LONG;
    return [
      [tags.NewSubfileType, { type: LONG, values: [this.scale === 1 ? 0 : REDUCED] }],
      [tags.ImageWidth, { type: LONG, values: [this.width] }],
      [tags.ImageLength, { type: LONG, values: [this.height] }],
      [tags.BitsPerSample, { type: SHORT, values: [this.bits] }],
      [tags.Compression, { type: SHORT, values: [DEFLATE] }],
      [tags.PhotometricInterpretation, { type: SHORT, values: [1] }],
      [tags.SamplesPerPixel, { type: SHORT, values: [1] }],
      [tags.TileWidth, { type: SHORT, values: [LABEL_TILE] }],
      [tags.TileLength, { type: SHORT, values: [LABEL_TILE] }],
      [tags.TileOffsets, { type: offset, values: this.offsets }],
      [tags.TileByteCounts, { type: LONG, values: this.sizes }],
      [tags.SampleFormat, { type: SHORT, values: [1] }],
    ];
  }

  /** Writes the row of tiles that is full, or the last one. */
  async #flush(): Promise<void> {
    const rows = ((this.#row - 1) % LABEL_TILE) + 1;
    const made: Uint8Array<ArrayBuffer>[] = [];
    for (let x = 0; x < this.width; x += LABEL_TILE) {
      const tile = arrayOf(this.bits, LABEL_TILE * LABEL_TILE);
      for (let y = 0; y < rows; y++) {
        const from = y * this.width + x;
        tile.set(this.#buffer.subarray(from, from + Math.min(LABEL_TILE, this.width - x)), y * LABEL_TILE);
      }
      made.push(new Uint8Array(tile.buffer));
    }
    for (const [offset, size] of await this.tiles.write(made)) {
      this.offsets.push(offset);
      this.sizes.push(size);
    }
  }
}

/** Packs tiles and writes them; those without any label are written once. */
class Tiles {
  #empty: Promise<readonly [offset: number, size: number]> | undefined;

  constructor(
    private readonly sink: Sink,
    private readonly bits: 8 | 16 | 32,
  ) {}

  /** Resolves to the places of the tiles, in their order. */
  async write(tiles: readonly Uint8Array<ArrayBuffer>[]): Promise<(readonly [offset: number, size: number])[]> {
    const packed = tiles.map((tile) => (tile.some((byte) => byte !== 0) ? deflated(tile) : undefined));
    const places: (readonly [number, number])[] = [];
    for (const tile of packed) places.push(await (tile === undefined ? this.#writeEmpty() : this.#put(await tile)));
    return places;
  }

  #writeEmpty(): Promise<readonly [offset: number, size: number]> {
    this.#empty ??= deflated(new Uint8Array((LABEL_TILE * LABEL_TILE * this.bits) / 8)).then((tile) => this.#put(tile));
    return this.#empty;
  }

  async #put(tile: Uint8Array<ArrayBuffer>): Promise<readonly [offset: number, size: number]> {
    const offset = this.sink.length;
    await this.sink.write(tile);
    if (tile.length % 2 === 1) await this.sink.write(new Uint8Array(1));
    return [offset, tile.length];
  }
}

/** Typed arrays are little-endian on every machine that runs JavaScript today; TIFF is written so. */
const arrayOf = (
  bits: 8 | 16 | 32,
  length: number,
): Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> =>
  bits === 8 ? new Uint8Array(length) : bits === 16 ? new Uint16Array(length) : new Uint32Array(length);

const deflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
