/** Zeiss's CZI: a file of segments, each with a name and a length. All lengths are checked against the size of the file. */

import { SegmenterError } from '../../../core/errors.js';
import { because, type Told } from '../../../core/reasons.js';
import type { Bytes } from '../../io/bytes.js';
import { exactView } from '../../io/exact-view.js';

/** Bytes of the head of a segment: its name (16), the bytes kept for it (8), and those in use (8). */
export const SEGMENT_HEAD = 32;

/** The bytes of a CZI file, and its errors. */
export class CziFile {
  constructor(
    private readonly bytes: Bytes,
    readonly name: string,
  ) {}

  get size(): number | undefined {
    return this.bytes.size;
  }

  unreadable(reason: Told, cause?: unknown): SegmenterError {
    return new SegmenterError('image-unreadable', { name: this.name, reason }, { cause });
  }

  /** Exactly `length` bytes. */
  view(offset: number, length: number, signal?: AbortSignal): Promise<DataView> {
    return exactView(this.bytes, offset, length, { name: this.name, signal });
  }

  /**
   * The data of the segment at an offset, behind its head.
   * @param name that it must have
   * @param most bytes of it that are wanted; all that are in use where there are fewer
   */
  async segment(name: string, offset: number, most: number, signal?: AbortSignal): Promise<DataView> {
    const head = await this.view(offset, SEGMENT_HEAD, signal);
    this.checkName(head, name, offset);
    const [kept, used] = [int64(head, 16), int64(head, 24)];
    const length = used > 0 ? used : kept;
    if (length > most)
      throw this.unreadable(because('czi-segment-size')`its segment ${name} at byte ${offset} claims ${length} bytes`);
    return this.view(offset + SEGMENT_HEAD, length, signal);
  }

  /** Throws `image-unreadable` where a segment has another name. */
  checkName(head: DataView, name: string, offset: number): void {
    const found = ascii(head, 0, 16);
    if (found !== name)
      throw this.unreadable(because('czi-segment')`it has no segment ${name} at byte ${offset}, but “${found}”`);
  }
}

/** Text up to its first zero byte. */
export const ascii = (view: DataView, at: number, most: number): string => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, most);
  const end = bytes.indexOf(0);
  return String.fromCharCode(...bytes.subarray(0, end < 0 ? most : end)).replace(/[^\x20-\x7e]/g, '?');
};

/** A 64-bit integer as a number: exact where it is an offset in any file. */
export const int64 = (view: DataView, at: number): number => Number(view.getBigInt64(at, true));
