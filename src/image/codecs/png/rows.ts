/** Turns the unpacked bytes of a PNG into its rows: passes of interlaced pictures, and the five filters (PNG 3, sections 8 and 9). */

import { because, Damage } from '../../../core/reasons.js';

/** Pixels of a picture that are stored as one: from (x, y) on, every `dx`-th and `dy`-th. */
export interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes of a picture that hold pixels: one, or those of Adam7. */
export const passesOf = (width: number, height: number, interlaced: boolean): Pass[] =>
  (interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const))
    .map(([x, y, dx, dy]) => ({
      ...{ x, y, dx, dy },
      width: Math.ceil((width - x) / dx),
      height: Math.ceil((height - y) / dy),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);

/** Bytes of all rows with their filters, of pixels of `bits` bits. */
export const rawSize = (passes: readonly Pass[], bits: number): number =>
  passes.reduce((sum, { width, height }) => sum + height * (1 + Math.ceil((width * bits) / 8)), 0);

/** Takes the bytes as they come and gives each row as soon as it is whole; holds two rows. */
export class RowReader {
  #pass = 0;
  #row = 0;
  #filled = 0;
  /** The row under way and the one before it, each behind its filter. */
  #now: Uint8Array;
  #before: Uint8Array;

  constructor(
    private readonly passes: readonly Pass[],
    private readonly bits: number,
    /** Gets row `row` of a pass, which it must not keep. */
    private readonly take: (pass: Pass, row: number, bytes: Uint8Array) => void,
  ) {
    [this.#now, this.#before] = this.#rows();
  }

  get complete(): boolean {
    return this.#pass === this.passes.length;
  }

  /** @throws RangeError where a filter is unknown, or more bytes come than the rows have */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.complete) throw new Damage(because('png-rows')`it has more rows than its header says`);
      const part = bytes.subarray(at, at + this.#now.length - this.#filled);
      this.#now.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#now.length) this.#end();
    }
  }

  #end(): void {
    const pass = this.passes[this.#pass]!;
    unfilter(this.#now, this.#before, Math.max(1, this.bits >> 3));
    this.take(pass, this.#row, this.#now.subarray(1));
    [this.#now, this.#before] = [this.#before, this.#now];
    this.#filled = 0;
    if (++this.#row < pass.height) return;
    this.#row = 0;
    this.#pass++;
    [this.#now, this.#before] = this.#rows();
  }

  #rows(): [Uint8Array, Uint8Array] {
    const size = 1 + Math.ceil(((this.passes[this.#pass]?.width ?? 0) * this.bits) / 8);
    return [new Uint8Array(size), new Uint8Array(size)];
  }
}

/** Undoes the filter of a row, its first byte; `left` is how many bytes back the pixel on the left is. */
const unfilter = (row: Uint8Array, above: Uint8Array, left: number): void => {
  const { length } = row;
  switch (row[0]) {
    case 0:
      return;
    case 1:
      for (let k = 1 + left; k < length; k++) row[k] = row[k]! + row[k - left]!;
      return;
    case 2:
      for (let k = 1; k < length; k++) row[k] = row[k]! + above[k]!;
      return;
    case 3:
      for (let k = 1; k <= left && k < length; k++) row[k] = row[k]! + (above[k]! >> 1);
      for (let k = 1 + left; k < length; k++) row[k] = row[k]! + ((row[k - left]! + above[k]!) >> 1);
      return;
    case 4:
      for (let k = 1; k <= left && k < length; k++) row[k] = row[k]! + above[k]!;
      for (let k = 1 + left; k < length; k++) row[k] = row[k]! + paeth(row[k - left]!, above[k]!, above[k - left]!);
      return;
    default:
      throw new Damage(because('png-filter')`its row has the unknown filter ${row[0]}`);
  }
};

/** The one of left, above and above left that is nearest to left + above − above left. */
const paeth = (left: number, above: number, corner: number): number => {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};
