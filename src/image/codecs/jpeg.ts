/** JPEG through the decoder of geotiff, so that a JPEG file and a JPEG tile of a TIFF give the same samples. */
import { getDecoder } from 'geotiff';
import type { Samples } from '../samples.js';
import { checkSize } from './decode.js';
import { type JpegHeader, jpegHeader } from './jpeg-header.js';
import { upright } from './orientation.js';
import { fromCmyk, fromYcbcr } from './ycbcr.js';

export const decodeJpeg = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Samples> => {
  const header = jpegHeader(bytes);
  checkSize(header.width, header.height, name);
  const data = await jpegComponents(bytes, header);
  return upright(coloured(data, header), header.orientation);
};

/** The components as they are stored, side by side, chroma brought to full size. */
export const jpegComponents = async (
  bytes: Uint8Array,
  { width, height, precision, components }: JpegHeader,
  tables?: Uint8Array,
): Promise<Uint8Array> => {
  if (precision !== 8) throw new RangeError(`JPEG with ${precision} bits a sample is not supported`);
  const decoder = await getDecoder(7, {
    tileWidth: width,
    tileHeight: height,
    predictor: 1,
    bitsPerSample: 8,
    planarConfiguration: 1,
    ...(tables === undefined ? {} : { JPEGTables: tables }),
  });
  const data = new Uint8Array(await decoder.decode(bytes.slice().buffer));
  if (data.length !== width * height * components.length) throw new RangeError('the JPEG stream ends early');
  return data;
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
