/** The compressed bytes of a CZI block, behind its own copy of its entry and its metadata. */

import { because } from '../../../core/reasons.js';
import { type CziFile, int64, SEGMENT_HEAD } from './czi-file.js';
import { type Block, DIMENSION, ENTRY_HEAD, MOST_DIMENSIONS } from './directory.js';

/** Bytes before the metadata of a block: at least so many, or what its entry needs. */
const LEAST_HEAD = 256;
const ENTRY_AT = 16;

/** Bytes beside the samples of a block that are read with them. */
const BESIDE = 65_536;

/**
 * The bytes of the block whose segment is at an offset: in one piece where no more lies there, else once its head says how many.
 * @param room bytes until the next segment
 * @param plain bytes of its samples
 * @throws SegmenterError `image-unreadable` where there is no block, or it claims more than its samples can need
 */
export const readSubblock = async (
  file: CziFile,
  { position, room }: Pick<Block, 'position' | 'room'>,
  plain: number,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  const most = 2 * plain + BESIDE;
  const least = SEGMENT_HEAD + ENTRY_AT + ENTRY_HEAD;
  const head = await file.view(position, room >= least && room <= most ? room : least, signal);
  file.checkName(head, 'ZISRAWSUBBLOCK', position);
  const metadata = head.getInt32(SEGMENT_HEAD, true);
  const length = int64(head, SEGMENT_HEAD + 8);
  const dimensions = head.getInt32(SEGMENT_HEAD + ENTRY_AT + 28, true);
  if (metadata < 0 || length < 1 || length > most || dimensions < 0 || dimensions > MOST_DIMENSIONS)
    throw file.unreadable(
      because(
        'czi-block-claims',
      )`its block at byte ${position} claims ${length} bytes, ${metadata} of metadata and ${dimensions} dimensions`,
    );
  const start = SEGMENT_HEAD + Math.max(LEAST_HEAD, ENTRY_AT + ENTRY_HEAD + DIMENSION * dimensions) + metadata;
  if (start + length <= head.byteLength) return new Uint8Array(head.buffer, head.byteOffset + start, length);
  const view = await file.view(position + start, length, signal);
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
};
