/** A label mask as greyscale PNG (ISO/IEC 15948), written row by row, so that it never has to fit into memory. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { crc32 } from '../../core/crc32.js';
import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { ImageFrame } from './features.js';
import { labelMask } from './scanlines.js';

const word = (value: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

const chunk = (name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] => {
  const type = Uint8Array.from(name, (c) => c.charCodeAt(0));
  return [word(data.length), type, data, word(crc32([type, data]))];
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Maximum number of pixels of a mask: a larger file could not be read back. */
const MOST = 2 ** 32;

/**
 * Pixel value 0 is background, n the n-th contour of the collection; 8 bits up to 255 contours, 16 bits beyond.
 * Lines are drawn with their measured width. Rejects with `image-too-large` or, above 65 535 contours, `unsupported`.
 */
export const writeMaskPNG = async (
  contours: readonly ContourFeature[],
  image: ImageFrame,
  mask: typeof labelMask = labelMask,
): Promise<Blob> => {
  const { width, height } = image;
  if (width * height > MOST) {
    throw new SegmenterError('image-too-large', {
      name: because('the-mask')`The mask`,
      size: `${width} × ${height}`,
      limit: because('so-many-pixels')`${MOST} pixels`,
    });
  }
  const { bits, rows: labels, description } = mask(contours, image);
  const bytes = bits / 8;
  const rows = labels[Symbol.iterator]();
  const scanlines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = rows.next();
      if (done) {
        controller.close();
        return;
      }
      const line = new Uint8Array(1 + width * bytes);
      if (bytes === 1) line.set(value, 1);
      else {
        const view = new DataView(line.buffer);
        for (let k = 0; k < width; k++) view.setUint16(1 + 2 * k, value[k]!);
      }
      controller.enqueue(line);
    },
  });
  const packed = scanlines.pipeThrough(new CompressionStream('deflate'));
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = bytes * 8;
  const parts: BlobPart[] = [SIGNATURE, ...chunk('IHDR', header)];
  if (description)
    parts.push(
      ...chunk(
        'tEXt',
        Uint8Array.from(`Description\0${description}`, (c) => c.charCodeAt(0)),
      ),
    );
  const reader = packed.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(...chunk('IDAT', Uint8Array.from(read.value)));
  }
  parts.push(...chunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
};
