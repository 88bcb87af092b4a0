/**
 * JPEG pictures, decoded here and not by libjpeg-turbo as WebAssembly, which is four times as fast and gives the same samples: most
 * pages' content security policy forbids WebAssembly, and JPEG is what most pages show; damaged streams are found and not filled
 * with grey; memory is known before it is taken, and decoding can be aborted. `bench/notes/decoding.md` has the measurements.
 */
import { checkPicture } from '../../budget.js';
import type { Samples } from '../../samples.js';
import { upright } from '../orientation.js';
import { fromCmyk, fromYcbcr } from '../ycbcr.js';
import { decodeComponents } from './decoder.js';
import { type JpegHeader, jpegHeader } from './header.js';

/**
 * @throws RangeError where the stream is damaged, cut short or of a kind that is not supported; SegmenterError
 *   `image-unreadable` or `image-too-large` by its size; rejects with `AbortError` once `signal` is aborted.
 */
export const decodeJpeg = async (bytes: Uint8Array, name: string, signal?: AbortSignal): Promise<Samples> => {
  const header = jpegHeader(bytes);
  const { width, height, components, orientation } = header;
  const out = width * height * components.length;
  const check = (held: number): void => checkPicture(name, width, height, bytes.length + held);
  check(orientation > 1 ? 2 * out : out);
  const data = await decodeComponents(bytes, header, { signal, check });
  return upright(coloured(data, header), orientation);
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
