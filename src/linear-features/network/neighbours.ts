/** The eight neighbours of a pixel, clockwise from E; bit n of a neighbourhood is neighbour n. */
export const neighbourX = [1, 1, 0, -1, -1, -1, 0, 1] as const;
/** Steps along y to the neighbours; y points down. */
export const neighbourY = [0, 1, 1, 1, 0, -1, -1, -1] as const;

/** For each neighbourhood: how many groups of 8-connected pixels it has, seen without the centre. */
const groups = Uint8Array.from({ length: 256 }, (_, set) => {
  const left = new Set([0, 1, 2, 3, 4, 5, 6, 7].filter((n) => (set >> n) & 1));
  let count = 0;
  for (const start of left) {
    count++;
    const stack = [start];
    left.delete(start);
    for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
      for (const other of left) {
        const near =
          Math.abs(neighbourX[n]! - neighbourX[other]!) <= 1 && Math.abs(neighbourY[n]! - neighbourY[other]!) <= 1;
        if (near) {
          left.delete(other);
          stack.push(other);
        }
      }
    }
  }
  return count;
});

/** The number of neighbours, by neighbourhood. */
export const countOf = Uint8Array.from({ length: 256 }, (_, set) => {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
});

/** Bits of E, S, W and N. */
const STRAIGHT = 0b01010101;

/** Taking the centre out changes neither the pieces of the foreground nor the holes, and shortens no line's end. */
export const removable = Uint8Array.from({ length: 256 }, (_, set) =>
  Number(groups[set] === 1 && countOf[set]! > 1 && (~set & STRAIGHT) !== 0),
);

/** Links of a skeleton's pixel: straight neighbours, and diagonal ones without a straight way round. */
export const linksOf = Uint8Array.from({ length: 256 }, (_, set) => {
  let links = set & STRAIGHT;
  for (let n = 1; n < 8; n += 2) {
    const round = (1 << (n - 1)) | (1 << ((n + 1) & 7));
    if ((set >> n) & 1 && (set & round) === 0) links |= 1 << n;
  }
  return links;
});

/** The neighbourhood by three bits of each of three rows, W in the lowest: the row below, the pixel's own, and the row above. */
const byRows = Uint8Array.from({ length: 512 }, (_, rows) => {
  const of = (bit: number, neighbour: number): number => ((rows >>> bit) & 1) << neighbour;
  const above = of(6, 5) | of(7, 6) | of(8, 7);
  const beside = of(3, 4) | of(5, 0);
  const below = of(0, 3) | of(1, 2) | of(2, 1);
  return above | beside | below;
});

/** Places of a row of a mask, whole words: one is before the row's pixels, and one or more behind them. */
export const strideOf = (width: number): number => (width + 33) & ~31;

/** Words of a mask: one more than the rows have, for the bits beside the last. */
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

  /** @param bits gives so many integers of 0 */
  constructor(
    readonly width: number,
    readonly height: number,
    bits: (words: number) => Int32Array = (words) => new Int32Array(words),
  ) {
    this.stride = strideOf(width);
    this.words = this.stride >>> 5;
    this.bits = bits(maskWords({ width, height }));
  }

  /** The pixel of the image behind a place. */
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
