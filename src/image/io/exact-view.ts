/** Bytes at a place that a file itself names, so that the place may be wrong. */
import { SegmenterError } from '../../core/errors.js';
import { because, type Told } from '../../core/reasons.js';
import type { Bytes } from './bytes.js';

interface ExactViewOptions {
  /** Of the file, for messages; that of its bytes when not given. */
  readonly name?: string;
  /** As of `Bytes.read`. */
  readonly near?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The `length` bytes from `offset` on, neither more nor fewer.
 * @throws SegmenterError `image-unreadable` where the file does not have them
 */
export const exactView = async (
  bytes: Bytes,
  offset: number,
  length: number,
  { name = bytes.name, near, signal }: ExactViewOptions,
): Promise<DataView> => {
  const { size } = bytes;
  const unreadable = (reason: Told): SegmenterError => new SegmenterError('image-unreadable', { name, reason });
  const end = offset + length;
  if (offset < 0 || length < 0 || ![offset, end].every(Number.isSafeInteger) || (size !== undefined && end > size))
    throw unreadable(because('points-beyond')`it points at the bytes ${offset} to ${end} but has ${size ?? 'fewer'}`);
  const read = await bytes.read(offset, length, { ...(near && { near }), ...(signal && { signal }) });
  if (read.length < length)
    throw unreadable(because('ends-at-byte')`it ends at byte ${offset + read.length}, before ${end}`);
  return new DataView(read.buffer, read.byteOffset, read.byteLength);
};
