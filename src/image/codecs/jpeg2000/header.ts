/** Reads from a JPEG 2000 codestream its size and components (ITU-T T.800, annex A.5.1), in a JP2 file or by itself. */

import { because, Damage } from '../../../core/reasons.js';

/** Size and components of a codestream. */
export interface Jpeg2000Header {
  readonly width: number;
  readonly height: number;
  /** Components: bits of a sample, whether it is signed, pixels a sample across and down. */
  readonly components: readonly {
    readonly bits: number;
    readonly signed: boolean;
    readonly dx: number;
    readonly dy: number;
  }[];
}

/** Start of codestream, and the marker that must follow it: image and tile size. */
const START = 0xff4fff51;
/** `jp2c`, the box that holds the codestream. */
const CODESTREAM = 0x6a703263;

/** Offset at which the codestream starts; boxes before it are stepped over. */
const startOf = (view: DataView): number => {
  if (view.byteLength >= 4 && view.getUint32(0) === START) return 0;
  for (let at = 0; at + 16 <= view.byteLength; ) {
    const length = view.getUint32(at);
    const head = length === 1 ? 16 : 8;
    if (view.getUint32(at + 4) === CODESTREAM) return at + head;
    const size = length === 1 ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : length;
    if (size < head) break;
    at += size;
  }
  throw new Damage(because('no-jpeg2000')`it is no JPEG 2000 codestream`);
};

/** @throws RangeError where the bytes end, are no JPEG 2000, or the sizes make no sense */
export const jpeg2000Header = (bytes: Uint8Array): Jpeg2000Header => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = startOf(view);
  if (at + 42 > bytes.length || view.getUint32(at) !== START)
    throw new Damage(because('no-jpeg2000')`it is no JPEG 2000 codestream`);
  const word = (field: number): number => view.getUint32(at + 8 + 4 * field);
  const [right, bottom, left, top] = [word(0), word(1), word(2), word(3)];
  const count = view.getUint16(at + 40);
  if (count < 1 || count > 16384 || at + 42 + 3 * count > bytes.length)
    throw new Damage(because('claims-components')`it claims ${count} components`);
  const components = Array.from({ length: count }, (_, k) => {
    const [depth, dx, dy] = bytes.subarray(at + 42 + 3 * k, at + 45 + 3 * k);
    return { bits: (depth! & 0x7f) + 1, signed: depth! > 0x7f, dx: dx!, dy: dy! };
  });
  if (left >= right || top >= bottom)
    throw new Damage(because('its-size')`its size is ${right - left} × ${bottom - top}`);
  // The decoder uses the lower right corner as the size, and ignores where the picture begins.
  if (left > 0 || top > 0)
    throw new Damage(because('grid-begins')`it begins at ${left}, ${top} of its grid, and not at 0, 0`);
  return { width: right, height: bottom, components };
};
