/** Labels as a tiled TIFF pyramid, written block by block: only one block and the offsets of tiles are in memory. */

import { SegmenterError } from '../../../core/errors.js';
import { because, inBytes } from '../../../core/reasons.js';
import type { Sink } from '../../io/sink.js';
import type { Placement } from '../../samples.js';
import {
  even,
  LABEL_TILE,
  type LabelBits,
  type LabelBlock,
  type LabelImage,
  labelBlocks,
  labelScales,
  type PackedBlock,
  packBlock,
} from './label-blocks.js';
import { placeTags } from './place-tags.js';
import { tags } from './tags.js';
import { encodeDirectory, LONG, LONG8, SHORT, type TypedValues } from './write-directory.js';
import { zlibbed } from './zlibbed.js';

/** Options of a pyramid of labels. */
export interface LabelOptions {
  readonly placement?: Placement;
  /** BigTIFF; where not given, only if the labels before they are packed could exceed what classic TIFF holds. */
  readonly big?: boolean;
  /** Gives a block by its number in `labelBlocks`; where not given, it is painted and packed. */
  readonly packed?: (index: number) => Promise<PackedBlock>;
}

const DEFLATE = 8;
/** Labels of coarser levels are those of single pixels: a mean of labels means nothing. */
const REDUCED = 1;
const MOST_CLASSIC = 2 ** 32 - 1;
const MOST_SIDE = 2 ** 31 - 1;

/**
 * Writes the pyramid, each level half of the one before, until one tile holds all. Tiles lie block by block.
 * @throws SegmenterError `image-too-large`
 */
export const writeLabelPyramid = async (image: LabelImage, sink: Sink, options: LabelOptions = {}): Promise<void> => {
  const { width, height, bits } = image;
  const { placement, big = (width * height * bits) / 6 > MOST_CLASSIC - 2 ** 20 } = options;
  if (width > MOST_SIDE || height > MOST_SIDE)
    throw new SegmenterError('image-too-large', {
      name: because('the-mask')`The mask`,
      size: `${width} × ${height}`,
      limit: because('pixels-a-side')`${MOST_SIDE} pixels a side`,
    });
  const levels = labelScales(width, height).map((scale) => new LevelTiles(width, height, scale, bits));
  const blocks = labelBlocks(width, height);
  const { packed = (index: number) => packBlock(image, blocks[index]!) } = options;
  await sink.write(headOf(big, 0));
  const empty = new EmptyTile(sink, bits);
  for (const [index, block] of blocks.entries()) await writeBlock(block, await packed(index), levels, sink, empty);
  const first = sink.length;
  for (const [k, level] of levels.entries()) {
    const entries = new Map([...level.tags(big), ...(k === 0 ? placeTags(placement) : [])]);
    await sink.write(encodeDirectory(entries, sink.length, { big, more: k < levels.length - 1 }));
  }
  if (!big && sink.length > MOST_CLASSIC)
    throw new SegmenterError('image-too-large', {
      name: because('the-mask')`The mask`,
      size: inBytes(sink.length),
      limit: inBytes(MOST_CLASSIC),
    });
  await sink.rewrite(0, headOf(big, first));
};

const writeBlock = async (
  { windows }: LabelBlock,
  { sizes, bytes }: PackedBlock,
  levels: readonly LevelTiles[],
  sink: Sink,
  empty: EmptyTile,
): Promise<void> => {
  let offset = sink.length;
  await sink.write(bytes);
  let tile = 0;
  for (const { scale, x, y, width, height } of windows) {
    const level = levels[Math.log2(scale)]!;
    for (let row = 0; row < height; row += LABEL_TILE)
      for (let column = 0; column < width; column += LABEL_TILE) {
        const size = sizes[tile++]!;
        level.place({ x: x + column, y: y + row }, size === 0 ? await empty.place() : { offset, size });
        offset += even(size);
      }
  }
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

/** Where a tile lies in the file, in bytes. */
interface TilePlace {
  readonly offset: number;
  readonly size: number;
}

/** Places of one level's tiles. */
class LevelTiles {
  readonly #width: number;
  readonly #height: number;
  readonly #across: number;
  readonly #offsets: number[];
  readonly #sizes: number[];

  constructor(
    width: number,
    height: number,
    private readonly scale: number,
    private readonly bits: LabelBits,
  ) {
    this.#width = Math.ceil(width / scale);
    this.#height = Math.ceil(height / scale);
    this.#across = Math.ceil(this.#width / LABEL_TILE);
    const tiles = this.#across * Math.ceil(this.#height / LABEL_TILE);
    this.#offsets = new Array<number>(tiles).fill(0);
    this.#sizes = new Array<number>(tiles).fill(0);
  }

  /** Notes where the tile lies whose first pixel is at (`x`, `y`). */
  place({ x, y }: { readonly x: number; readonly y: number }, { offset, size }: TilePlace): void {
    const index = (y / LABEL_TILE) * this.#across + x / LABEL_TILE;
    this.#offsets[index] = offset;
    this.#sizes[index] = size;
  }

  tags(big: boolean): [number, TypedValues][] {
    return [
      [tags.NewSubfileType, { type: LONG, values: [this.scale === 1 ? 0 : REDUCED] }],
      [tags.ImageWidth, { type: LONG, values: [this.#width] }],
      [tags.ImageLength, { type: LONG, values: [this.#height] }],
      [tags.BitsPerSample, { type: SHORT, values: [this.bits] }],
      [tags.Compression, { type: SHORT, values: [DEFLATE] }],
      [tags.PhotometricInterpretation, { type: SHORT, values: [1] }],
      [tags.SamplesPerPixel, { type: SHORT, values: [1] }],
      [tags.TileWidth, { type: SHORT, values: [LABEL_TILE] }],
      [tags.TileLength, { type: SHORT, values: [LABEL_TILE] }],
      [tags.TileOffsets, { type: big ? LONG8 : LONG, values: this.#offsets }],
      [tags.TileByteCounts, { type: LONG, values: this.#sizes }],
      [tags.SampleFormat, { type: SHORT, values: [1] }],
    ];
  }
}

/** The tile without any label, written once, when it is first needed: behind its block. */
class EmptyTile {
  #place: TilePlace | undefined;

  constructor(
    private readonly sink: Sink,
    private readonly bits: LabelBits,
  ) {}

  async place(): Promise<TilePlace> {
    if (this.#place) return this.#place;
    const tile = await zlibbed(new Uint8Array((LABEL_TILE * LABEL_TILE * this.bits) / 8));
    this.#place = { offset: this.sink.length, size: tile.length };
    await this.sink.write(tile);
    if (even(tile.length) > tile.length) await this.sink.write(new Uint8Array(1));
    return this.#place;
  }
}
