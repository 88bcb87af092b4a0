/** Sample windows of an area that is mostly empty, as a slide is. */
import type { Rect } from '../../../../core/geometry/rect.js';
import { computed } from '../../../../core/numbers/computed.js';
import type { Samples } from '../../../../image/samples.js';
import type { Size } from '../box-blur.js';

/** Share of the fields that are supposed to be empty: of a slide, far more are. Where none is, fields that vary more are preferred. */
const QUIET = 1 / 10;
/** Factor between the differences of noise, on average, and those that show something. */
const OCTAVE = 2;
/** Standard errors of the number of pixels that noise has beyond that. */
const ERRORS = 2;

/**
 * Chooses windows where something is, out of the fields of a lattice: a systematic sample with probabilities proportional to the number of
 * pixels that differ from their neighbours by more than noise does.
 *
 * @param count of windows
 * @param field size of a window and of a field, in pixels of the area; at least `count` fields fit
 * @param overview of the area, at whatever scale
 * @returns the windows, row by row, each field once
 */
export const variedWindows = (count: number, field: Size, area: Size, overview: Samples): readonly Rect[] => {
  const columns = Math.floor(area.width / field.width);
  const rows = Math.floor(area.height / field.height);
  const variations = variationsIn(overview, columns, rows);
  const chosen = new Set(systematic(variations, count));
  // A field that holds more than its share was hit several times.
  const others = [...variations.keys()].sort((a, b) => variations[b]! - variations[a]! || a - b);
  for (const other of others) {
    if (chosen.size >= count) break;
    chosen.add(other);
  }
  const place = (k: number, all: number, side: number, length: number): number =>
    all === 1 ? 0 : Math.floor(((length - side) * k) / (all - 1));
  return [...chosen]
    .sort((a, b) => a - b)
    .map((index) => ({
      x: place(index % columns, columns, field.width, area.width),
      y: place(Math.floor(index / columns), rows, field.height, area.height),
      ...field,
    }));
};

/** Indices at evenly spaced places of the sum of weights; an index may come several times. */
const systematic = (weights: Float64Array, count: number): readonly number[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen: number[] = [];
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    while (chosen.length < count && sum > ((chosen.length + 1 / 2) / count) * all) chosen.push(index);
  }
  return chosen;
};

/**
 * The number of pixels that differ from their neighbours by more than noise does, in each field of a lattice over samples, beyond those that
 * noise may have.
 */
const variationsIn = (samples: Samples, columns: number, rows: number): Float64Array => {
  const { width, height } = samples;
  const differences = differencesIn(samples);
  const fieldRow = (y: number): number => Math.floor((y * rows) / height) * columns;
  const fieldColumns = computed(new Uint16Array(width), (x) => Math.floor((x * columns) / width));
  const sums = new Float64Array(columns * rows);
  const pixels = new Float64Array(columns * rows);
  for (let y = 0, pixel = 0; y < height; y++) {
    const first = fieldRow(y);
    for (let x = 0; x < width; x++, pixel++) {
      const field = first + fieldColumns[x]!;
      sums[field]! += differences[pixel]!;
      pixels[field]!++;
    }
  }
  const means = sums.map((sum, field) => sum / Math.max(1, pixels[field]!));
  const order = [...means.keys()].sort((a, b) => means[a]! - means[b]! || a - b);
  const quiet = order.slice(0, Math.max(1, Math.floor(QUIET * order.length)));
  const sumOver = (values: Float64Array): number => quiet.reduce((sum, field) => sum + values[field]!, 0);
  const most = OCTAVE * (sumOver(sums) / Math.max(1, sumOver(pixels)));
  const counts = new Float64Array(columns * rows);
  for (let y = 0, pixel = 0; y < height; y++) {
    const first = fieldRow(y);
    for (let x = 0; x < width; x++, pixel++) if (differences[pixel]! > most) counts[first + fieldColumns[x]!]!++;
  }
  const share = sumOver(counts) / Math.max(1, sumOver(pixels));
  return counts.map((count, field) => {
    const expected = share * pixels[field]!;
    return Math.max(0, count - expected - ERRORS * Math.sqrt((1 - share) * expected));
  });
};

/** The sum of the absolute differences of each pixel to the next one in its row and its column, of all bands. */
const differencesIn = ({ width, height, bands, data, missing }: Samples): Float64Array => {
  const differences = new Float64Array(width * height);
  const between = (one: number, other: number): number => {
    if (missing?.[other]) return 0;
    let sum = 0;
    for (let band = 0; band < bands; band++) sum += Math.abs(data[one * bands + band]! - data[other * bands + band]!);
    return sum;
  };
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      if (missing?.[pixel]) continue;
      const right = x + 1 < width ? between(pixel, pixel + 1) : 0;
      differences[pixel] = y + 1 < height ? right + between(pixel, pixel + width) : right;
    }
  }
  return differences;
};
