/** The header of a CZI, and its directory: where each block lies in the file, and which part of the image it shows. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { ascii, type CziFile, int64 } from './czi-file.js';

/** Offsets of the file's directory and metadata, in bytes; 0 where there are no metadata. */
export interface CziHeader {
  readonly directory: number;
  readonly metadata: number;
}

/** A block of the image: a rectangle of one channel and slice, whole or reduced. */
export interface Block {
  /** Where its segment begins, in bytes. */
  readonly position: number;
  /** Bytes until the next segment that is known of, or the end: no more belong to it. */
  readonly room: number;
  readonly pixelType: number;
  readonly compression: number;
  /** The rectangle that it shows, in pixels of full resolution, anywhere in the plane. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels that it stores. */
  readonly storedWidth: number;
  readonly storedHeight: number;
  /** Start of every other dimension, by its letter: C is the channel, Z the slice, S the scene, M the place in a mosaic. */
  readonly at: ReadonlyMap<string, number>;
}

const HEADER = 512;
/** Bytes before the entries of a directory. */
const DIRECTORY_HEAD = 128;
/** Bytes of an entry before its dimensions. */
export const ENTRY_HEAD = 32;
/** Bytes of each dimension of an entry. */
export const DIMENSION = 20;
/** Most dimensions of a block. */
export const MOST_DIMENSIONS = 40;
/** Most bytes of a directory: those of half a million blocks. */
const MOST_DIRECTORY = 2 ** 27;
/** Coordinates, their sums and their differences stay exact in 32 bits. */
const MOST_PLACE = 2 ** 30;

/**
 * Reads the header at the start of the file.
 * @throws SegmenterError `image-unreadable` where it is damaged; `unsupported` where the image goes on in other files
 */
export const readHeader = async (file: CziFile, signal?: AbortSignal): Promise<CziHeader> => {
  const view = await file.segment('ZISRAWFILE', 0, 2 ** 20, signal);
  if (view.byteLength < HEADER / 4)
    throw file.unreadable(because('czi-header')`its header has ${view.byteLength} bytes`);
  const part = view.getInt32(48, true);
  if (part !== 0) throw otherFiles(file, part);
  return { directory: int64(view, 52), metadata: int64(view, 60) };
};

const otherFiles = ({ name }: CziFile, part: number): SegmenterError =>
  new SegmenterError('unsupported', {
    what: because('czi-split')`the part ${part} of ${name}`,
    reason: because('czi-one-file')`the image is split over several files; save it as one`,
  });

/**
 * The blocks that the directory lists, in its order.
 * @throws SegmenterError `image-unreadable` where it lies; `unsupported` where blocks are in other files
 */
export const readBlocks = async (file: CziFile, position: number, signal?: AbortSignal): Promise<Block[]> => {
  const view = await file.segment('ZISRAWDIRECTORY', position, MOST_DIRECTORY, signal);
  const bad = (count: number): SegmenterError =>
    file.unreadable(because('czi-entries')`its directory claims ${count} blocks in ${view.byteLength} bytes`);
  const count = view.byteLength < DIRECTORY_HEAD ? 0 : view.getInt32(0, true);
  // Each entry has a dimension at least.
  if (count < 1 || DIRECTORY_HEAD + count * (ENTRY_HEAD + DIMENSION) > view.byteLength) throw bad(count);
  const blocks: Omit<Block, 'room'>[] = [];
  for (let k = 0, at = DIRECTORY_HEAD; k < count; k++) {
    if (at + ENTRY_HEAD > view.byteLength) throw bad(count);
    const schema = ascii(view, at, 2);
    const dimensions = view.getInt32(at + 28, true);
    const end = at + ENTRY_HEAD + DIMENSION * dimensions;
    if (schema !== 'DV' || dimensions < 1 || dimensions > MOST_DIMENSIONS || end > view.byteLength)
      throw file.unreadable(
        because(
          'czi-entry',
        )`entry ${k + 1} of its directory is of the kind “${schema}” and claims ${dimensions} dimensions`,
      );
    blocks.push(readBlock(file, view, at, k));
    at = end;
  }
  return withRooms(blocks, [position, file.size ?? Number.POSITIVE_INFINITY]);
};

/** Blocks with the number of bytes up to the next block, or to the next of some other places. */
const withRooms = (blocks: readonly Omit<Block, 'room'>[], others: readonly number[]): Block[] => {
  const places = [...new Set([...blocks.map((block) => block.position), ...others])].sort((a, b) => a - b);
  const ends = new Map(places.map((place, k) => [place, places[k + 1] ?? place]));
  return blocks.map((block) => ({ ...block, room: ends.get(block.position)! - block.position }));
};

const readBlock = (file: CziFile, view: DataView, at: number, index: number): Omit<Block, 'room'> => {
  const part = view.getInt32(at + 14, true);
  if (part !== 0) throw otherFiles(file, part);
  const sides = new Map<string, { start: number; size: number; stored: number }>();
  for (let d = at + ENTRY_HEAD; d < at + ENTRY_HEAD + DIMENSION * view.getInt32(at + 28, true); d += DIMENSION) {
    const [start, size, stored] = [4, 8, 16].map((offset) => view.getInt32(d + offset, true)) as [
      number,
      number,
      number,
    ];
    sides.set(ascii(view, d, 4), { start, size, stored });
  }
  const side = (axis: 'X' | 'Y'): { start: number; size: number; stored: number } => {
    const { start, size, stored } = sides.get(axis) ?? { start: 0, size: 0, stored: 0 };
    const pixels = stored > 0 ? stored : size;
    if (size < 1 || size > MOST_PLACE || pixels > size || Math.abs(start) > MOST_PLACE)
      throw file.unreadable(
        because(
          'czi-block',
        )`block ${index + 1} has ${axis} from ${start}, ${size} pixels of which ${stored} are stored`,
      );
    return { start, size, stored: pixels };
  };
  const [x, y] = [side('X'), side('Y')];
  const others = [...sides].filter(([axis]) => axis !== 'X' && axis !== 'Y');
  return {
    position: int64(view, at + 6),
    pixelType: view.getInt32(at + 2, true),
    compression: view.getInt32(at + 18, true),
    ...{ x: x.start, y: y.start, width: x.size, height: y.size, storedWidth: x.stored, storedHeight: y.stored },
    at: new Map(others.map(([axis, { start }]) => [axis, start])),
  };
};
