/**
 * A level that is one JPEG strip, read by its restart intervals: from each restart marker on, a decoder needs nothing of what came
 * before. Some intervals below each other make a block that is decoded as a JPEG of its own.
 */

import type { Rect } from '../../../core/geometry/rect.js';
import { because, Damage } from '../../../core/reasons.js';
import type { Tile } from '../../tiles.js';
import { Blocks } from './blocks.js';
import type { Directory } from './directory.js';
import type { ByteRange, RunReader } from './joined-ranges.js';
import type { Layout, StoredLayout } from './layout.js';
import type { RestartHeader } from './restart-header.js';
import { tags } from './tags.js';

/** Pixels of a block, about: those of a tile of 512 × 512. */
const BLOCK = 2 ** 18;
/** Largest side that a JPEG can say. */
const MOST_SIDE = 65_535;
const WORD = 2 ** 32;
const [MARKER, RESTART, END] = [0xff, 0xd0, 0xd9] as const;

/**
 * The level in blocks of its intervals. None where it has no intervals that divide its rows, or where the file does not say, in one
 * number an interval, where they begin.
 */
export const intervalBlocks = (
  directory: Directory,
  stored: StoredLayout,
  header: RestartHeader,
): IntervalBlocks | undefined => {
  const { width, height } = stored;
  const { unitWidth, unitHeight, interval } = header;
  const unitsAcross = Math.ceil(width / unitWidth);
  // An interval is a part of a row of units that divides it, or some whole rows.
  const across = unitsAcross / interval;
  const down = interval / unitsAcross;
  if (interval === 0 || !(Number.isInteger(across) || Number.isInteger(down))) return undefined;
  const columns = Math.max(1, across);
  const intervalWidth = columns === 1 ? width : interval * unitWidth;
  const intervalHeight = unitHeight * Math.max(1, down);
  const intervals = columns * Math.ceil(height / intervalHeight);
  if (intervals < 2 || directory.count(tags.NdpiMcuStarts) !== intervals) return undefined;
  const together = Math.max(1, Math.floor(BLOCK / (intervalWidth * intervalHeight)));
  const blockHeight = Math.min(together * intervalHeight, Math.ceil(height / intervalHeight) * intervalHeight);
  if (Math.max(intervalWidth, blockHeight) > MOST_SIDE) return undefined;
  const layout: Layout = {
    ...stored,
    blockWidth: intervalWidth,
    blockHeight,
    columns,
    rows: Math.ceil(height / blockHeight),
    chopped: false,
  };
  return new IntervalBlocks(directory, layout, header, intervalHeight);
};

class IntervalBlocks extends Blocks {
  constructor(
    directory: Directory,
    layout: Layout,
    private readonly header: RestartHeader,
    private readonly intervalHeight: number,
  ) {
    super(directory, layout);
  }

  /** Gives the ranges of a block's intervals, from the top down. */
  override async ranges(column: number, row: number, signal?: AbortSignal): Promise<ByteRange[]> {
    const { directory, layout, header, intervalHeight } = this;
    const { file } = directory;
    const low = await directory.numbers(tags.NdpiMcuStarts, signal);
    const high = await directory.numbers(tags.NdpiMcuStartsHigh, signal);
    const [offset = 0] = await directory.numbers(tags.StripOffsets, signal);
    const [length = 0] = await directory.numbers(tags.StripByteCounts, signal);
    const startOf = (index: number): number => (index < low.length ? low[index]! + WORD * (high[index] ?? 0) : length);
    const first = row * (layout.blockHeight / intervalHeight);
    const count = Math.ceil(this.#rectOf(column, row).height / intervalHeight);
    return Array.from({ length: count }, (_, k) => {
      const index = (first + k) * layout.columns + column;
      const [start, end] = [startOf(index), startOf(index + 1)];
      const most = 2 * layout.stored * layout.blockWidth * intervalHeight + 65536;
      if (start < header.bytes.length || end < start + 2 || end > length || end - start > most)
        throw file.unreadable(
          because('interval-points')`its restart interval ${index} claims the bytes ${start} to ${end} of ${length}`,
        );
      return { offset: offset + start, length: end - start };
    });
  }

  override async tile(column: number, row: number, reader: RunReader, signal: AbortSignal): Promise<Tile> {
    const rect = this.#rectOf(column, row);
    const ranges = await this.ranges(column, row, signal);
    const name = `${column}, ${row}`;
    const parts = await Promise.all(ranges.map((range) => this.stored(range, name, reader, signal)));
    const layout = { ...this.layout, blockWidth: rect.width, blockHeight: rect.height };
    const raw = await this.decoded(name, () => this.#joined(parts, rect), layout, rect.height, signal);
    return { rect, samples: await this.converted(raw, rect.width, rect.height, signal) };
  }

  #rectOf(column: number, row: number): Rect {
    const { blockWidth, blockHeight, width, height } = this.layout;
    const [x, y] = [column * blockWidth, row * blockHeight];
    return { x, y, width: Math.min(blockWidth, width - x), height: Math.min(blockHeight, height - y) };
  }

  /**
   * The intervals as a JPEG: the strip's header with the block's size, their data, each with the marker that follows it.
   * @throws RangeError where one does not end with a marker
   */
  #joined(parts: readonly Uint8Array[], { width, height }: Rect): Uint8Array<ArrayBuffer> {
    const { bytes: header, sizeAt } = this.header;
    const whole = new Uint8Array(header.length + parts.reduce((sum, { length }) => sum + length, 0));
    whole.set(header);
    const view = new DataView(whole.buffer);
    view.setUint16(sizeAt, height);
    view.setUint16(sizeAt + 2, width);
    let at = header.length;
    parts.forEach((part, k) => {
      whole.set(part, at);
      at += part.length;
      const marker = whole[at - 1]!;
      if (whole[at - 2] !== MARKER || !((marker & 0xf8) === RESTART || marker === END))
        throw new Damage(because('jpeg-restart')`a restart marker is missing`);
      // They are numbered from 0 on, over and over (T.81, E.1.3).
      whole[at - 1] = k === parts.length - 1 ? END : RESTART + (k & 7);
    });
    return whole;
  }
}
