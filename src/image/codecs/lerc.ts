/** LERC2 blobs, as GDAL puts them into TIFF, through Esri's package, which compares their checksums. Its version 3 needs no WebAssembly. */

import lerc from 'lerc';
import { reasonWithin } from '../../core/errors.js';
import { because, Damage } from '../../core/reasons.js';

/** The shape that a blob must have. */
export interface LercShape {
  readonly width: number;
  /** Rows that are wanted, and rows that there may be. */
  readonly height: number;
  readonly most: number;
  /** Most values of a pixel. */
  readonly samples: number;
}

/** Header of a LERC2 blob (its version, then where the rows and columns stand). */
const checkHeader = (blob: Uint8Array, { width, height, most, samples }: LercShape): void => {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (blob.length < 64 || String.fromCharCode(...blob.subarray(0, 6)) !== 'Lerc2 ')
    throw new Damage(because('no-lerc')`it is no LERC2 block`);
  const version = view.getInt32(6, true);
  const at = version >= 3 ? 14 : 10;
  const [rows, columns] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
  const depth = version >= 4 ? view.getInt32(at + 8, true) : 1;
  const size = view.getInt32(at + (version >= 4 ? 20 : 16), true);
  if (columns !== width || rows < height || rows > most || depth < 1 || depth > samples)
    throw new Damage(because('lerc-size')`its LERC block is ${columns} × ${rows} × ${depth}, not ${width} × ${height}`);
  if (size > blob.length) throw new Damage(because('lerc-ends')`its LERC block ends early`);
};

/**
 * The values of a blob, the bands of a pixel side by side, in the machine's order of bytes. Floats that are not valid are NaN.
 * @throws RangeError where the blob is damaged, cut short or of another size
 */
export const decodeLerc = (blob: Uint8Array, shape: LercShape): ArrayBuffer => {
  checkHeader(blob, shape);
  const { pixels, mask } = attempt(blob);
  const [values] = pixels;
  if (!values) throw new Damage(because('lerc-empty')`its LERC block is empty`);
  if (mask && (values instanceof Float32Array || values instanceof Float64Array)) {
    const depth = values.length / mask.length;
    for (let i = 0; i < mask.length; i++) if (mask[i] === 0) values.fill(Number.NaN, i * depth, (i + 1) * depth);
  }
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice().buffer;
};

const attempt = (blob: Uint8Array): ReturnType<typeof lerc.decode> => {
  try {
    return lerc.decode(blob.slice().buffer, { returnPixelInterleavedDims: true });
  } catch (cause) {
    throw new Damage(because('lerc-damaged')`its LERC block is damaged (${reasonWithin(cause)})`, { cause });
  }
};
