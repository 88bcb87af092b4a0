/** Sample windows that represent a large image. */
import type { Rect } from '../../../../core/geometry/rect.js';
import { cut, samplesLike } from '../../../../image/sample-arrays.js';
import type { Samples } from '../../../../image/samples.js';
import type { Size } from '../box-blur.js';

/** Pixels of an image up to which all of it is looked at, as many as of the level of a pyramid in which objects are looked for. */
export const MOST = 2 ** 19;
/** Windows per side, evenly spaced and put side by side. */
export const WINDOWS = 3;

/** The samples themselves, or a picture of nine windows of them. */
export const partOf = (samples: Samples): Samples => {
  const windows = windowsIn(samples);
  return windows ? sideBySide(windows.map((window) => cut(samples, window))) : samples;
};

/** Nine windows of a large image, row by row, each of the same size; `undefined` where all of the image is looked at. */
export const windowsIn = ({ width, height }: Size): readonly Rect[] | undefined => {
  if (width * height <= MOST) return undefined;
  const share = Math.sqrt(MOST / (width * height));
  const columns = placesOf(width, share);
  const rows = placesOf(height, share);
  return rows.starts.flatMap((y) => columns.starts.map((x) => ({ x, y, width: columns.side, height: rows.side })));
};

/** A picture of the samples of nine windows. */
export const sideBySide = (windows: readonly Samples[]): Samples => {
  const [{ width, height, bands, data }] = windows as readonly [Samples];
  const size = { width: WINDOWS * width, height: WINDOWS * height };
  const pixels = size.width * size.height;
  const to = samplesLike(data, pixels * bands);
  const missing = windows.some((window) => window.missing) ? new Uint8Array(pixels) : undefined;
  for (const [k, window] of windows.entries()) {
    const corner = Math.floor(k / WINDOWS) * height * size.width + (k % WINDOWS) * width;
    for (let y = 0; y < height; y++) {
      const [from, at] = [y * width, corner + y * size.width];
      to.set(window.data.subarray(from * bands, (from + width) * bands), at * bands);
      if (window.missing) missing?.set(window.missing.subarray(from, from + width), at);
    }
  }
  return { ...size, bands, data: to, ...(missing && { missing }) };
};

const placesOf = (length: number, share: number): { readonly side: number; readonly starts: readonly number[] } => {
  const side = Math.max(1, Math.floor((share * length) / WINDOWS));
  const starts = Array.from({ length: WINDOWS }, (_, i) => Math.floor(((length - side) * i) / (WINDOWS - 1)));
  return { side, starts };
};
