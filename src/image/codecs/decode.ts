/** Decodes whole pictures; the decoder is chosen by the bytes. */

import { isAbort, reasonWithin, SegmenterError } from '../../core/errors.js';
import { loaded } from '../../core/later.js';
import { because, type Reason } from '../../core/reasons.js';
import type { Samples } from '../samples.js';
import { decodeByBrowser } from './browser.js';

/** The format of a whole picture. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif';

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** Tells a picture's format by its first bytes; `undefined` for an unknown format. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | undefined => {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 2) === 'BM') return 'bmp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]/.test(ascii(bytes, 8, 12))) return 'avif';
  return undefined;
};

/** The beginning of bytes as text, without white space before it. */
export const beginningOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, 4096))
    .replace(/^\ufeff/, '')
    .trimStart();

/** Why bytes of no known format are no image: `start` is their beginning. */
export const noPicture = (start: string): Reason =>
  start.startsWith('<')
    ? because('is-text')`it is a text in XML or HTML, not an image`
    : because('unknown-format')`its first bytes are of no image format known here`;

/**
 * The samples of a whole picture. PNG and JPEG are decoded here, the same on every machine; the others by the browser.
 * @param bytes the file
 * @param name of the file, for messages
 * @throws SegmenterError `image-unreadable`, `image-too-large` or `unsupported`; rejects with `AbortError` once `signal` is aborted.
 */
export const decodePicture = async (
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  signal?: AbortSignal,
): Promise<Samples> => {
  const format = pictureFormat(bytes);
  try {
    switch (format) {
      case 'png':
        return await (await loaded(import('./png/png.js'))).decodePng(bytes, name, signal);
      case 'jpeg':
        return await (await loaded(import('./jpeg/jpeg.js'))).decodeJpeg(bytes, name, signal);
      case undefined:
        throw new SegmenterError('image-unreadable', {
          name,
          reason: noPicture(beginningOf(bytes)),
        });
      default:
        return await decodeByBrowser(bytes, format, name);
    }
  } catch (cause) {
    if (cause instanceof SegmenterError || isAbort(cause)) throw cause;
    const reason = because('reason-at')`${format}: ${reasonWithin(cause)}`;
    throw new SegmenterError('image-unreadable', { name, reason }, { cause });
  }
};
