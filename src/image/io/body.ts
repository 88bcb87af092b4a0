/** The body of an answer, counted while it comes. */
import { SegmenterError } from '../../core/errors.js';
import { inBytes } from '../../core/reasons.js';

/** Limits on the bytes that are taken of an answer. */
export interface BodyLimits {
  /** Most bytes taken; a longer body is an error. */
  readonly limit: number;
  /** Bytes before those that are wanted, which are dropped. */
  readonly skip?: number;
  /** Bytes after which the rest is not waited for. */
  readonly enough?: number;
  /** Called for all that comes. */
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
    if (done || value === undefined) return together(parts, size);
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
  return together(parts, size);
};

const together = (parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};
