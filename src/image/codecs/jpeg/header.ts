/** The headers of a JPEG file before its first scan (ITU-T T.81, annex B). */

import { because, Damage } from '../../../core/reasons.js';

/** Size, precision and components of a frame. */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly precision: number;
  readonly components: readonly {
    readonly id: number;
    /** Sampling factors, 1 to 4. */
    readonly h: number;
    readonly v: number;
    readonly quantisation: number;
  }[];
  /** The marker of the frame: 0xc0 baseline, 0xc1 extended, 0xc2 progressive. */
  readonly process: number;
  /** Transform of the Adobe marker: 0 RGB or CMYK, 1 YCbCr, 2 YCCK. */
  readonly adobeTransform?: number;
  readonly jfif: boolean;
  /** EXIF orientation, 1 (upright) to 8. */
  readonly orientation: number;
}

const frames: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** @throws RangeError where the bytes end, or no frame header comes before the first scan. */
export const jpegHeader = (bytes: Uint8Array): JpegHeader => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let jfif = false;
  let orientation = 1;
  let adobeTransform: number | undefined;
  for (let at = 2; ; ) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++;
    if (view.getUint8(at) !== 0xff) throw new Damage(because('jpeg-marker')`no marker at byte ${at}`);
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    const body = at + 4;
    const text = (from: number, size: number): string =>
      String.fromCharCode(...bytes.subarray(body + from, body + from + size));
    if (marker === 0xda || marker === 0xd9) throw new Damage(because('jpeg-no-frame')`no frame before the first scan`);
    if (marker === 0xe0 && text(0, 4) === 'JFIF') jfif = true;
    if (marker === 0xee && text(0, 5) === 'Adobe') adobeTransform = view.getUint8(body + 11);
    if (marker === 0xe1 && text(0, 4) === 'Exif') orientation = exifOrientation(view, body + 6, at + 2 + length);
    if (frames.has(marker)) {
      const count = view.getUint8(body + 5);
      if (count < 1 || count > 4) throw new Damage(because('jpeg-components')`it has ${count} components`);
      const components = Array.from({ length: count }, (_, k) => {
        const sampling = view.getUint8(body + 7 + 3 * k);
        const [h, v] = [sampling >> 4, sampling & 15];
        if (h < 1 || h > 4 || v < 1 || v > 4)
          throw new Damage(because('jpeg-sampling')`the sampling factors are ${h} × ${v}`);
        return { id: view.getUint8(body + 6 + 3 * k), h, v, quantisation: view.getUint8(body + 8 + 3 * k) };
      });
      return {
        width: view.getUint16(body + 3),
        height: view.getUint16(body + 1),
        precision: view.getUint8(body),
        components,
        process: marker,
        jfif,
        orientation,
        ...(adobeTransform === undefined ? {} : { adobeTransform }),
      };
    }
    at += 2 + length;
  }
};

/** Tag 0x0112 of the first directory; 1 where it is not there or makes no sense. */
const exifOrientation = (view: DataView, tiff: number, end: number): number => {
  try {
    const little = view.getUint16(tiff) === 0x4949;
    const directory = tiff + view.getUint32(tiff + 4, little);
    for (let k = 0, count = view.getUint16(directory, little); k < count; k++) {
      const entry = directory + 2 + 12 * k;
      if (entry + 12 > end) break;
      if (view.getUint16(entry, little) !== 0x0112) continue;
      const value = view.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // A broken EXIF block says nothing about the picture.
  }
  return 1;
};
