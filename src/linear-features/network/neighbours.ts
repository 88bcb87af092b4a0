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

/** A mask with a border of one pixel of 0, so that no neighbour needs a test. */
export class PaddedMask {
  /** Places of a row: as many as bits of whole words. */
  readonly stride: number;
  readonly data: Uint8Array;
  /** For whoever needs a flag a pixel for a while, and clears it again. */
  readonly flags: Uint8Array;
  readonly steps: Int32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.stride = (width + 33) & ~31;
    this.data = new Uint8Array(this.stride * (height + 2));
    this.flags = new Uint8Array(this.data.length);
    this.steps = Int32Array.from(neighbourX, (x, n) => x + neighbourY[n]! * this.stride);
  }

  /** Gives the place in the padded mask of the image's pixel y·width + x. */
  at(pixel: number): number {
    const y = Math.floor(pixel / this.width);
    return (y + 1) * this.stride + 1 + pixel - y * this.width;
  }

  /** The pixel of the image behind a place in `data`. */
  pixel(at: number): number {
    const row = Math.floor(at / this.stride);
    return (row - 1) * this.width + at - row * this.stride - 1;
  }

  /** The neighbourhood of a place, where `data` holds 0 and 1 alone. */
  around(at: number): number {
    const { data, stride } = this;
    const above = at - stride;
    const below = at + stride;
    return (
      data[at + 1]! |
      (data[below + 1]! << 1) |
      (data[below]! << 2) |
      (data[below - 1]! << 3) |
      (data[at - 1]! << 4) |
      (data[above - 1]! << 5) |
      (data[above]! << 6) |
      (data[above + 1]! << 7)
    );
  }
}
