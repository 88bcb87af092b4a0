/** The conversion of opacity to a mask: fully transparent pixels have no data. */
import { samplesLike } from '../sample-arrays.js';
import type { Samples } from '../samples.js';

/** Takes the last band for the opacity. */
export const splitAlpha = ({ width, height, bands, data }: Samples): Samples => {
  const count = width * height;
  const kept = bands - 1;
  const colours = samplesLike(data, count * kept);
  const missing = new Uint8Array(count);
  let found = false;
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < kept; c++) colours[i * kept + c] = data[i * bands + c]!;
    if (data[i * bands + kept] !== 0) continue;
    missing[i] = 1;
    found = true;
  }
  return { width, height, bands: kept, data: colours, ...(found ? { missing } : {}) };
};
