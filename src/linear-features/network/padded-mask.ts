/** The neighbourhood by three bits of each of three rows, W in the lowest: the row below, the pixel's own, and the row above. */
const byRows = Uint8Array.from({ length: 512 }, (_, rows) => {
  const of = (bit: number, neighbour: number): number => ((rows >>> bit) & 1) << neighbour;
  const above = of(6, 5) | of(7, 6) | of(8, 7);
  const beside = of(3, 4) | of(5, 0);
  const below = of(0, 3) | of(1, 2) | of(2, 1);
  return above | beside | below;
});

/** Places of a row of a mask, in whole words: one place precedes the row's pixels, and one or more follow them. */
export const strideOf = (width: number): number => (width + 33) & ~31;

/** Words of a mask: one more than the rows have, for neighbours of the last bits. */
export const maskWords = ({ width, height }: MaskSize): number => (strideOf(width) >>> 5) * (height + 2) + 1;

/** Pixels of a mask along x and y. */
export interface MaskSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A mask in bits, with a border of 0 so that no neighbour needs a test. A row is whole words, so that the place of a pixel is its
 * bit: a mask of many megapixels fits a processor's second cache, and it may be read in any order.
 */
export class PaddedMask {
  /** Places of a row. */
  readonly stride: number;
  /** Words of a row. */
  readonly words: number;
  /** As many as `maskWords` says. */
  readonly bits: Int32Array;

  /** @param bits makes an array of this many zeros */
  constructor(
    readonly width: number,
    readonly height: number,
    bits: (words: number) => Int32Array = (words) => new Int32Array(words),
  ) {
    this.stride = strideOf(width);
    this.words = this.stride >>> 5;
    this.bits = bits(maskWords({ width, height }));
  }

  /** The pixel of the image at a place. */
  pixel(at: number): number {
    const row = Math.floor(at / this.stride);
    return (row - 1) * this.width + at - row * this.stride - 1;
  }

  /** Whether a place is set. */
  has(at: number): boolean {
    return ((this.bits[at >>> 5]! >>> (at & 31)) & 1) !== 0;
  }

  set(at: number): void {
    this.bits[at >>> 5]! |= 1 << (at & 31);
  }

  /** The neighbourhood of a place. */
  around(at: number): number {
    const { bits, words } = this;
    const word = (at - 1) >>> 5;
    const shift = (at - 1) & 31;
    let above = bits[word - words]! >>> shift;
    let beside = bits[word]! >>> shift;
    let below = bits[word + words]! >>> shift;
    if (shift > 29) {
      above |= bits[word - words + 1]! << (32 - shift);
      beside |= bits[word + 1]! << (32 - shift);
      below |= bits[word + words + 1]! << (32 - shift);
    }
    return byRows[((above & 7) << 6) | ((beside & 7) << 3) | (below & 7)]!;
  }
}
