/** JPEG 2000 tiles of TIFF: checks the decoder's result against the shape of the tile. */
import { because, Damage } from '../../../core/reasons.js';
import { fromYcbcr } from '../ycbcr.js';
import { jpeg2000Header } from './header.js';
import { decodeFrame } from './openjpeg.js';

/** The shape that a tile must have. */
export interface Jpeg2000Shape {
  readonly width: number;
  /** Rows that are wanted, and rows that there may be. */
  readonly height: number;
  readonly most: number;
  readonly samples: number;
  readonly bits: number;
  /** Whether the components are luma and chroma although the stream does not say so. */
  readonly ycbcr: boolean;
}

/** Most pixels of a tile: the decoder holds each sample in four bytes, several times over. */
const MOST_PIXELS = 2 ** 24;

/**
 * The samples, the bands of a pixel side by side: one band of up to 16 bits, or three of 8.
 * @throws RangeError where the stream is damaged, cut short, of another size or kind; SegmenterError `unsupported` where WebAssembly
 *   is forbidden
 */
export const decodeJpeg2000 = async (bytes: Uint8Array, shape: Jpeg2000Shape): Promise<Uint8Array | Uint16Array> => {
  const { width, height, components } = jpeg2000Header(bytes);
  const [first] = components;
  const { bits, signed } = first!;
  if (width !== shape.width || height < shape.height || height > shape.most || components.length !== shape.samples)
    throw new Damage(
      because(
        'other-shape',
      )`it is ${width} × ${height} × ${components.length}, not ${shape.width} × ${shape.height} × ${shape.samples}`,
    );
  if (width * height > MOST_PIXELS) throw new Damage(because('pixels-most')`it has more than ${MOST_PIXELS} pixels`);
  const [luma, chroma = '1/1', last = chroma] = components.map(({ dx, dy }) => `${dx}/${dy}`);
  if (luma !== '1/1' || last !== chroma || !['1/1', '2/1', '2/2'].includes(chroma))
    throw new Damage(
      because('components-steps')`components of every ${luma}, ${chroma} and ${last} pixel are not supported`,
    );
  const alike = components.every((each) => each.bits === bits && each.signed === signed);
  const kind = components.length === 1 ? bits <= 16 : components.length === 3 && bits === 8;
  if (!alike || signed || !kind || bits > shape.bits)
    throw new Damage(
      signed
        ? because('components-signed')`${components.length} components of ${bits} bits with a sign are not supported`
        : because('components-bits')`${components.length} components of ${bits} bits are not supported`,
    );
  const frame = await decodeFrame(bytes);
  const size = width * height * components.length * (bits > 8 ? 2 : 1);
  if (frame.width !== width || frame.height !== height || frame.bytes.length !== size)
    throw new Damage(because('jpeg2000-header')`its JPEG 2000 stream is not what its header says`);
  const { buffer, byteOffset } = frame.bytes;
  if (shape.bits > 8) {
    const count = width * height;
    return bits > 8 ? new Uint16Array(buffer, byteOffset, count) : Uint16Array.from(frame.bytes);
  }
  const data = new Uint8Array(buffer, byteOffset, size);
  // Subsampled chroma has been brought to red, green and blue by the decoder.
  if (shape.ycbcr && components.length === 3 && chroma === '1/1') fromYcbcr(data, 3);
  return data;
};
