/** Images of one size and kind, the first lowest, as a volume. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { emptySamples } from '../../sample-arrays.js';
import type { ImageSource } from '../../samples.js';
import { anyMissing, toCodes } from './codes.js';
import type { Volume } from './grid.js';
import { checkSize } from './grid.js';

/** Rejects with `image-unreadable` where the pages are not alike, `image-too-large` or `out-of-memory`. */
export const pagesToVolume = async (
  pages: readonly ImageSource[],
  name: string,
  signal?: AbortSignal,
): Promise<Volume> => {
  const { width, height, bands, bits } = pages[0]!;
  pages.forEach((page, k) => {
    if (page.width === width && page.height === height && page.bands === bands && page.bits === bits) return;
    const reason = because(
      'page-other',
    )`page ${k + 1} has ${page.width} × ${page.height} pixels of ${page.bands} × ${page.bits} bits, the first ${width} × ${height} of ${bands} × ${bits}`;
    throw new SegmenterError('image-unreadable', { name, reason });
  });
  const cells = checkSize(name, [width, height, pages.length], bands);
  const planes = Array.from({ length: bands }, () => emptySamples(bits, cells, name));
  let missing: Uint8Array | undefined;
  for (const [k, page] of pages.entries()) {
    const samples = await page.region({ x: 0, y: 0, width, height }, 0, { signal });
    page.close();
    const first = k * width * height;
    planes.forEach((plane, band) => {
      for (let cell = 0; cell < width * height; cell++) plane[first + cell] = samples.data[cell * bands + band]!;
    });
    if (!samples.missing) continue;
    missing ??= new Uint8Array(cells);
    missing.set(samples.missing, first);
  }
  const coded = planes.map(toCodes);
  return {
    name,
    width,
    height,
    depth: pages.length,
    planes: coded.map(({ plane }) => plane),
    values: coded.map(({ scale, offset }) => ({ scale, offset })),
    missing: anyMissing([missing, ...coded.map((band) => band.missing)]),
  };
};
