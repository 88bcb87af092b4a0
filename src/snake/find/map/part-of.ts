/** A part of a large image that stands for all of it. */
import type { Samples } from '../../../image/samples.js';

/** Pixels of an image up to which all of it is looked at, as many as of the level of a pyramid in which objects are looked for. */
const MOST = 2 ** 19;
/** Windows a side, evenly spaced, put side by side. */
const WINDOWS = 3;

/** The samples themselves, or a picture of nine windows of them. */
export const partOf = (samples: Samples): Samples => {
  const { width, height, bands, data, missing } = samples;
  if (width * height <= MOST) return samples;
  const share = Math.sqrt(MOST / (width * height));
  const columns = placesOf(width, share);
  const rows = placesOf(height, share);
  const size = { width: WINDOWS * columns.side, height: WINDOWS * rows.side };
  const part = data.slice(0, size.width * size.height * bands);
  const gone = missing && new Uint8Array(size.width * size.height);
  let to = 0;
  for (const top of rows.starts) {
    for (let y = top; y < top + rows.side; y++) {
      for (const left of columns.starts) {
        const from = y * width + left;
        part.set(data.subarray(from * bands, (from + columns.side) * bands), to * bands);
        if (missing) gone?.set(missing.subarray(from, from + columns.side), to);
        to += columns.side;
      }
    }
  }
  return { ...samples, ...size, data: part, ...(gone && { missing: gone }) };
};

const placesOf = (length: number, share: number): { readonly side: number; readonly starts: readonly number[] } => {
  const side = Math.max(1, Math.floor((share * length) / WINDOWS));
  const starts = Array.from({ length: WINDOWS }, (_, i) => Math.floor(((length - side) * i) / (WINDOWS - 1)));
  return { side, starts };
};
