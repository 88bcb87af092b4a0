/** What rises above its surroundings: values less their opening by a square (F. Meyer, the white top-hat). Whole numbers. */
import type { Size } from './box-blur.js';

const TOP = 65535;

/**
 * Values less their opening by a square of side 2·`radius` + 1: what is narrower than the square keeps its height above what surrounds
 * it; what is wider goes, and so does uneven light.
 */
export const topHat = (values: Uint16Array, size: Size, radius: number): Uint16Array => {
  // The greatest values are the least of the values turned upside down.
  const eroded = least(values, size, radius);
  invert(eroded);
  const ground = least(eroded, size, radius);
  for (let i = 0; i < ground.length; i++) ground[i] = values[i]! - (TOP - ground[i]!);
  return ground;
};

const invert = (values: Uint16Array): void => {
  for (let i = 0; i < values.length; i++) values[i] = TOP - values[i]!;
};

/** The least value of the square round each pixel; what lies beyond the edges does not count. */
const least = (values: Uint16Array, { width, height }: Size, radius: number): Uint16Array => {
  const across = new Uint16Array(values.length);
  leastOfRows(values, across, width, radius);
  return leastOfColumns(across, { width, height }, radius);
};

/**
 * Blocks as long as a window: the least from a block's start to a pixel, and from a pixel to its block's end, give the least of any window
 * (M. van Herk, Pattern Recognition Letters 13 (1992) 517–521).
 */
const leastOfRows = (from: Uint16Array, to: Uint16Array, width: number, radius: number): void => {
  const side = 2 * radius + 1;
  const padded = width + 2 * radius;
  const ahead = new Uint16Array(padded);
  const back = new Uint16Array(padded);
  for (let row = 0; row < from.length; row += width) {
    const at = (i: number): number => (i < radius || i >= width + radius ? TOP : from[row + i - radius]!);
    for (let i = 0; i < padded; i++) ahead[i] = i % side === 0 ? at(i) : Math.min(ahead[i - 1]!, at(i));
    for (let i = padded - 1; i >= 0; i--) {
      const ends = i % side === side - 1 || i === padded - 1;
      back[i] = ends ? at(i) : Math.min(back[i + 1]!, at(i));
    }
    for (let x = 0; x < width; x++) to[row + x] = Math.min(back[x]!, ahead[x + 2 * radius]!);
  }
};

/** The same down the columns, a row at a time: memory is read in its order. */
const leastOfColumns = (from: Uint16Array, { width, height }: Size, radius: number): Uint16Array => {
  const side = 2 * radius + 1;
  const ahead = from.slice();
  const to = from.slice();
  for (let y = 1; y < height; y++) {
    if ((y + radius) % side === 0) continue;
    for (let x = y * width; x < (y + 1) * width; x++) ahead[x] = Math.min(ahead[x]!, ahead[x - width]!);
  }
  for (let y = height - 2; y >= 0; y--) {
    if ((y + radius) % side === side - 1) continue;
    for (let x = y * width; x < (y + 1) * width; x++) to[x] = Math.min(to[x]!, to[x + width]!);
  }
  return joined(ahead, to, { width, height }, radius);
};

/** Of each pixel the least from the first row of its window to the end of that row's block, and from the last row's block to that row. */
const joined = (ahead: Uint16Array, back: Uint16Array, { width, height }: Size, radius: number): Uint16Array => {
  const side = 2 * radius + 1;
  const blockOf = (row: number): number => Math.floor((row + radius) / side);
  const to = new Uint16Array(ahead.length);
  for (let y = 0; y < height; y++) {
    const [first, last] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)];
    // A window that the image's edge cuts may end in the block in which it begins.
    const second = blockOf(first) === blockOf(last) && last - first < 2 * radius && first > 0 ? back : ahead;
    const [from, until] = [first * width, (second === back ? first : last) * width];
    for (let x = 0; x < width; x++) to[y * width + x] = Math.min(back[from + x]!, second[until + x]!);
  }
  return to;
};
