/**
 * JPEG pictures. Browsers decode them differently from one another, and no kept decoder in plain JavaScript gives the
 * samples of libjpeg, which GDAL, libvips and tifffile read; this one does, to the bit.
 */
import type { Samples } from '../../samples.js';
import { upright } from '../orientation.js';
import { checkSize } from '../picture-size.js';
import { fromCmyk, fromYcbcr } from '../ycbcr.js';
import { decodeComponents } from './decoder.js';
import { type JpegHeader, jpegHeader } from './header.js';

export const decodeJpeg = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Samples> => {
  const header = jpegHeader(bytes);
  checkSize(header.width, header.height, name);
  const data = await decodeComponents(bytes, header);
  return upright(coloured(data, header), header.orientation);
};

const coloured = (data: Uint8Array, header: JpegHeader): Samples => {
  const { width, height, components, adobeTransform, jfif } = header;
  const bands = components.length;
  if (bands === 3) {
    const letters = String.fromCharCode(...components.map(({ id }) => id));
    const rgb = adobeTransform === 0 || (adobeTransform === undefined && !jfif && letters === 'RGB');
    if (!rgb) fromYcbcr(data, 3);
  }
  if (bands !== 4) return { width, height, bands, data };
  if (adobeTransform === 2) fromYcbcr(data, 4);
  return { width, height, bands: 3, data: fromCmyk(data, adobeTransform !== undefined) };
};
