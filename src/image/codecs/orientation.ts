/** EXIF orientation: samples are turned upright, as every browser shows the picture. */
import { samplesLike } from '../sample-arrays.js';
import type { Samples } from '../samples.js';

/** 1 to 8 as in EXIF 2.32, tag 0x0112; masks are turned along. */
export const upright = (samples: Samples, orientation: number): Samples => {
  if (orientation <= 1) return samples;
  const { width, height, bands, data, missing } = samples;
  const turned = orientation >= 5;
  const [w, h] = turned ? [height, width] : [width, height];
  const flipX = [2, 3, 7, 8].includes(orientation);
  const flipY = [3, 4, 6, 7].includes(orientation);
  const out = samplesLike(data, data.length);
  const mask = missing === undefined ? undefined : new Uint8Array(missing.length);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const [u, v] = turned ? [y, x] : [x, y];
      const from = (flipY ? height - 1 - v : v) * width + (flipX ? width - 1 - u : u);
      const to = y * w + x;
      for (let c = 0; c < bands; c++) out[to * bands + c] = data[from * bands + c]!;
      if (mask !== undefined && missing !== undefined) mask[to] = missing[from]!;
    }
  return { width: w, height: h, bands, data: out, ...(mask === undefined ? {} : { missing: mask }) };
};
