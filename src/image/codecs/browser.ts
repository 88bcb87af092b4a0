/** Formats that have no decoder here are left to the browser, whose pixels may differ from another's by a step. */

import { SegmenterError } from '../../core/errors.js';
import { because, Damage } from '../../core/reasons.js';
import { checkPicture } from '../budget.js';
import type { Samples } from '../samples.js';
import { splitAlpha } from './alpha.js';

/** Bytes a pixel that the browser's bitmap, its canvas and two copies of its samples take. */
const HELD = 16;

/**
 * Red, green and blue of a picture, 8 bits; fully transparent pixels are missing.
 * @param alpha keeps the opacity as a fourth band instead
 * @throws RangeError, a `DOMException` or a SegmenterError where the browser cannot decode it, or its size is beyond the budget
 */
export const decodeByBrowser = async (
  bytes: Uint8Array<ArrayBuffer>,
  format: string,
  name: string,
  alpha = false,
): Promise<Samples> => {
  if (typeof createImageBitmap === 'undefined' || typeof OffscreenCanvas === 'undefined')
    throw new SegmenterError('unsupported', {
      what: format.toUpperCase(),
      reason: because('browser-only')`only a browser can decode it`,
    });
  const said = declaredSize(bytes, format);
  if (said === undefined) throw new Damage(because('no-size')`it does not say its size`);
  checkPicture(name, ...said, bytes.length + said[0] * said[1] * HELD);
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  try {
    const { width, height } = bitmap;
    checkPicture(name, width, height, bytes.length + width * height * HELD);
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new SegmenterError('out-of-memory', { what: name, needed: width * height * 4 });
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const samples: Samples = { width, height, bands: 4, data: new Uint8Array(data.buffer) };
    return alpha ? samples : splitAlpha(samples);
  } finally {
    bitmap.close();
  }
};

/** Bytes of the start that are searched for the size of an AVIF picture. */
const SEARCHED = 1 << 16;

/** Width and height as the file's header has them, before the browser takes memory for them. */
const declaredSize = (bytes: Uint8Array, format: string): [number, number] | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = sizeAt(view, format);
  return at !== undefined && at.end <= bytes.length ? at.read() : undefined;
};

interface SizeField {
  readonly end: number;
  read(): [number, number];
}

const sizeAt = (view: DataView, format: string): SizeField | undefined => {
  const short = (at: number): number => view.getUint16(at, true);
  const word = (at: number): number => view.getUint32(at, true);
  const three = (at: number): number => short(at) | (view.getUint8(at + 2) << 16);
  switch (format) {
    case 'gif':
      return { end: 10, read: () => [short(6), short(8)] };
    case 'bmp':
      return {
        end: 26,
        read: () => (word(14) === 12 ? [short(18), short(20)] : [word(18), Math.abs(view.getInt32(22, true))]),
      };
    case 'webp': {
      if (view.byteLength < 30) return undefined;
      const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
      if (kind === 'VP8X') return { end: 30, read: () => [three(24) + 1, three(27) + 1] };
      if (kind === 'VP8L') return { end: 25, read: () => [(word(21) & 0x3fff) + 1, ((word(21) >>> 14) & 0x3fff) + 1] };
      return { end: 30, read: () => [short(26) & 0x3fff, short(28) & 0x3fff] };
    }
    case 'avif': {
      for (let at = 0; at + 16 <= Math.min(view.byteLength, SEARCHED); at++)
        if (view.getUint32(at) === ISPE)
          return { end: at + 16, read: () => [view.getUint32(at + 8), view.getUint32(at + 12)] };
      return undefined;
    }
    default:
      return undefined;
  }
};

/** `ispe`, the property of an AVIF picture that has its size. */
const ISPE = 0x69737065;
