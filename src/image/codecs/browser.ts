/** Formats that have no decoder here are left to the browser, whose pixels may differ from another's by a step. */
import { SegmenterError } from '../../worker/errors.js';
import type { Samples } from '../samples.js';
import { splitAlpha } from './alpha.js';
import { checkSize } from './picture-size.js';

export const decodeByBrowser = async (
  bytes: Uint8Array<ArrayBuffer>,
  format: string,
  name: string,
): Promise<Samples> => {
  if (typeof createImageBitmap === 'undefined' || typeof OffscreenCanvas === 'undefined')
    throw new SegmenterError('unsupported', { what: format.toUpperCase(), reason: 'only a browser can decode it' });
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  try {
    const { width, height } = bitmap;
    checkSize(width, height, name);
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new SegmenterError('out-of-memory', { what: name, needed: width * height * 4 });
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return splitAlpha({ width, height, bands: 4, data: new Uint8Array(data.buffer) });
  } finally {
    bitmap.close();
  }
};
