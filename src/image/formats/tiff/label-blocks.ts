/** A pyramid of labels cut into blocks, each of which is painted and packed independently, in any order. */
import { zlibbed } from './zlibbed.js';

/** Bits of a label. */
export type LabelBits = 8 | 16 | 32;
/** Labels, row by row. */
export type Labels = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** An image of labels, painted window by window. */
export interface LabelImage {
  readonly width: number;
  readonly height: number;
  readonly bits: LabelBits;
  /** Fills the labels of windows, which are zeros before. */
  readonly paint: (windows: readonly LabelWindow[]) => Promise<void>;
}

/** A rectangle of one level, in pixels of that level. The label of a pixel is that of the full image's at `sampleAt`. */
export interface LabelWindow {
  /** Pixels of the full image to one of the level's, a power of two. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Row by row. */
  readonly labels: Labels;
}

/** A square of a level, and what lies below it in coarser ones. */
export interface LabelBlock {
  readonly windows: readonly Omit<LabelWindow, 'labels'>[];
}

/** Tiles of a block, window by window and row by row. */
export interface PackedBlock {
  /** Bytes of each tile; 0 for one without any label, which is not among the bytes. */
  readonly sizes: readonly number[];
  /** Tiles one after another, each from an even byte on. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Side of a tile. */
export const LABEL_TILE = 256;
/** Side of a block in the finest of its levels: some 17 million labels, the default budget of a run in pixels. */
const BLOCK = 4096;
/** Levels of a block: down to the one where it is one tile. */
const DEPTH = 1 + Math.log2(BLOCK / LABEL_TILE);

/** Scales of the levels, each half of the one before, until one tile holds all. */
export const labelScales = (width: number, height: number): readonly number[] => {
  const scales = [1];
  while (Math.ceil(Math.max(width, height) / scales.at(-1)!) > LABEL_TILE) scales.push(2 * scales.at(-1)!);
  return scales;
};

/** Lists the blocks of an image: those of the finest levels first, row by row. */
export const labelBlocks = (width: number, height: number): readonly LabelBlock[] => {
  const scales = labelScales(width, height);
  const blocks: LabelBlock[] = [];
  for (let finest = 0; finest < scales.length; finest += DEPTH) {
    const its = scales.slice(finest, finest + DEPTH);
    const step = BLOCK * its[0]!;
    for (let top = 0; top < height; top += step)
      for (let left = 0; left < width; left += step)
        blocks.push({
          windows: its.map((scale) => {
            const [x, y] = [left / scale, top / scale];
            const across = Math.min(step / scale, Math.ceil(width / scale) - x);
            return { scale, x, y, width: across, height: Math.min(step / scale, Math.ceil(height / scale) - y) };
          }),
        });
  }
  return blocks;
};

/** The pixel of the full image, along one axis, whose label a level's pixel has: that at its middle. */
export const sampleAt = (pixel: number, scale: number, full: number): number =>
  Math.min(full - 1, pixel * scale + (scale >> 1));

/** The pixels of a level, along one axis, whose samples lie from `from` up to `end` of the full image. */
export const sampledIn = (
  from: number,
  end: number,
  scale: number,
  full: number,
): readonly [first: number, end: number] => {
  const half = scale >> 1;
  const last = Math.ceil(full / scale);
  // The last pixel's middle may lie beyond the image; its sample does not.
  const firstFrom = (at: number): number => (at >= full ? last : Math.max(0, Math.ceil((at - half) / scale)));
  // Of samples at or behind `from` the last pixel's is one, wherever its middle lies.
  return [from >= full ? last : Math.min(last - 1, firstFrom(from)), firstFrom(end)];
};

/** Paints and packs a block: its windows on every level, tile by tile. */
export const packBlock = async ({ bits, paint }: LabelImage, { windows }: LabelBlock): Promise<PackedBlock> => {
  const painted = windows.map((window) => ({ ...window, labels: labelsOf(bits, window.width * window.height) }));
  await paint(painted);
  const sizes: number[] = [];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const window of painted) {
    for (let y = 0; y < window.height; y += LABEL_TILE) {
      const row = Array.from({ length: Math.ceil(window.width / LABEL_TILE) }, (_, k) =>
        tileOf(window, bits, k * LABEL_TILE, y),
      );
      for (const tile of await Promise.all(row.map((each) => (each ? zlibbed(each) : undefined)))) {
        sizes.push(tile?.length ?? 0);
        if (tile) parts.push(tile);
      }
    }
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + even(length), 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += even(part.length);
  }
  return { sizes, bytes };
};

/** Bytes that a tile takes with the one that may fill it up. */
export const even = (length: number): number => length + (length % 2);

/** A whole tile's bytes; `undefined` where it has no label. */
const tileOf = (
  { width, height, labels }: LabelWindow,
  bits: LabelBits,
  x: number,
  y: number,
): Uint8Array<ArrayBuffer> | undefined => {
  const tile = labelsOf(bits, LABEL_TILE * LABEL_TILE);
  const across = Math.min(LABEL_TILE, width - x);
  for (let row = 0; row < Math.min(LABEL_TILE, height - y); row++) {
    const from = (y + row) * width + x;
    tile.set(labels.subarray(from, from + across), row * LABEL_TILE);
  }
  const words = new Uint32Array(tile.buffer);
  return words.some((word) => word !== 0) ? new Uint8Array(tile.buffer) : undefined;
};

/** Typed arrays are little-endian on every machine that runs JavaScript today; TIFF is written so. */
const labelsOf = (bits: LabelBits, length: number): Labels =>
  bits === 8 ? new Uint8Array(length) : bits === 16 ? new Uint16Array(length) : new Uint32Array(length);
