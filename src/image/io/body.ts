/** The body of a response, counted while it is received. */
import { SegmenterError } from '../../core/errors.js';
import { joinedBytes } from '../../core/joined-bytes.js';
import { inBytes } from '../../core/reasons.js';

/** Limits on the bytes that are read of a response. */
export interface BodyLimits {
  /** Maximum number of bytes; a longer body is an error. */
  readonly limit: number;
  /** Number of leading bytes to drop. */
  readonly skip?: number;
  /** Number of bytes after which the rest is cancelled. */
  readonly enough?: number;
  /** Called for everything that is received. */
  readonly heard: (bytes: number) => void;
}

/** @throws SegmenterError `image-too-large` beyond `limit`, before its bytes are kept */
export const readBody = async (
  response: Response,
  url: string,
  { limit, skip = 0, enough = Number.POSITIVE_INFINITY, heard }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> => {
  const declared = Number(response.headers.get('content-length') ?? 0);
  const tooLarge = (size: number): SegmenterError =>
    new SegmenterError('image-too-large', { name: url, size: inBytes(size), limit: inBytes(limit) });
  if (declared > limit && enough > limit) {
    await response.body?.cancel();
    throw tooLarge(declared);
  }
  const parts: Uint8Array[] = [];
  let [size, dropped] = [0, 0];
  const reader = response.body?.getReader();
  while (size < enough) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return joinedBytes(parts);
    heard(value.length);
    const start = Math.min(value.length, skip - dropped);
    dropped += start;
    const part = value.subarray(start, start + enough - size);
    size += part.length;
    if (size > limit) {
      await reader?.cancel();
      throw tooLarge(size);
    }
    parts.push(part);
  }
  await reader?.cancel();
  return joinedBytes(parts);
};
