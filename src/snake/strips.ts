/** Strips of rows: what of a domain is worked out at a time, so that its planes are never whole beside what is made of them. */
import type { Rows } from './bands.js';

/** Pixels of a strip, in whole rows. */
const most = 2 ** 20;

/** `rows` rows from `firstRow` on, all of the domain's where not given, in strips from the top to the bottom. */
export function stripsOf(
  { width, height }: { readonly width: number; readonly height: number },
  { firstRow, rows }: Rows = { firstRow: 0, rows: height },
): readonly Rows[] {
  const step = Math.max(1, Math.floor(most / width));
  return Array.from({ length: Math.ceil(rows / step) }, (_, i) => ({
    firstRow: firstRow + i * step,
    rows: Math.min(step, rows - i * step),
  }));
}
